import { equal, match, notEqual, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  BACK,
  EXPIRED,
  HOLDER,
  OTHER,
  RIGHTLESS,
  STRANGER,
  startTried,
  type Tried,
} from './testing/client.ts';
import { SELLER, writeInvoice } from './testing/invoice.ts';

const LIST = `listaMesajeFactura?zile=1&cif=${SELLER}`;

describe("the sign-in of ANAF's stand-in", () => {
  let office: Tried;
  before(async () => {
    office = await startTried();
  });
  after(() => office.close());
  beforeEach(() => office.setFaults({}));

  it('shows a button for each certificate and says what it is not', async () => {
    const query = `response_type=code&client_id=fotolot&redirect_uri=${encodeURIComponent(BACK)}&token_content_type=jwt`;
    const { text } = await office.send(`/anaf-oauth2/v1/authorize?${query}`);
    match(text, /MOD TEST: nu este ANAF/);
    equal(text.match(/<button name="certificate"/g)?.length, 6);
  });

  it('refuses other applications, other addresses and what asks for no JWT', async () => {
    const strange: Record<string, string>[] = [
      { client_id: 'alta' },
      { redirect_uri: `${BACK}/` },
      { token_content_type: '' },
    ];
    for (const changes of strange) {
      const { status, back } = await office.authorize(HOLDER, changes);
      equal(status, 400);
      equal(back, null);
    }
  });

  it('gives a code that works once and for 60 seconds', async () => {
    const { back } = await office.authorize(HOLDER);
    equal(back?.get('state'), 's 1');
    const code = back?.get('code') ?? '';
    equal((await office.redeem(code)).status, 200);
    equal((await office.redeem(code)).body.error, 'invalid_grant');
    const late = (await office.authorize(HOLDER)).back?.get('code') ?? '';
    await office.move(60);
    equal((await office.redeem(late)).body.error, 'invalid_grant');
  });

  it('leaves the state out of the callback, or changes it, when it is told to', async () => {
    await office.setFaults({ callback: 'without-state' });
    const { back } = await office.authorize(HOLDER);
    equal(back?.has('state'), false);
    ok(back?.get('code'));
    await office.setFaults({ callback: 'foreign-state' });
    equal((await office.authorize(HOLDER)).back?.get('state'), 'alt-state');
  });

  it('wants the secret as Basic', async () => {
    const { status, body } = await office.exchange(
      { grant_type: 'refresh_token', refresh_token: 'x' },
      'altul',
    );
    equal(status, 401);
    equal(body.error, 'invalid_client');
  });

  it('gives tokens of 90 days signed RS512, and new ones of both kinds at a refresh', async () => {
    const first = await office.connect();
    const [head = '', claims = ''] = first.access_token.split('.');
    equal(JSON.parse(Buffer.from(head, 'base64url').toString()).alg, 'RS512');
    equal(JSON.parse(Buffer.from(claims, 'base64url').toString()).serial, HOLDER);
    equal(first.expires_in, 90 * 86_400);
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    const { body: second } = await office.exchange(refresh);
    notEqual(second.access_token, first.access_token);
    notEqual(second.refresh_token, first.refresh_token);
    equal((await office.exchange(refresh)).body.error, 'invalid_grant');
    for (const { access_token } of [first, second])
      equal((await office.call(access_token, LIST)).status, 200);
  });

  it('ends a token after 90 days and a refresh token after 365', async () => {
    const { access_token, refresh_token } = await office.connect();
    await office.move(90 * 86_400);
    equal((await office.call(access_token, LIST)).status, 401);
    const { body } = await office.exchange({ grant_type: 'refresh_token', refresh_token });
    await office.move(365 * 86_400);
    const late = await office.exchange({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
    equal(late.body.error, 'invalid_grant');
  });

  it('takes no token that was changed or withdrawn', async () => {
    const { access_token } = await office.connect();
    const [head, , signature] = access_token.split('.');
    const forged = Buffer.from(JSON.stringify({ serial: HOLDER, exp: 9e9, made: 9e15 })).toString(
      'base64url',
    );
    equal((await office.call(`${head}.${forged}.${signature}`, LIST)).status, 401);
    await office.sim('/withdraw', { serial: HOLDER });
    equal((await office.call(access_token, LIST)).status, 401);
  });

  it('loses the answer of a refresh whose old token is dead then', async () => {
    const { refresh_token } = await office.connect();
    await office.setFaults({ token: 'lost-answer', times: 1 });
    const asked = { grant_type: 'refresh_token', refresh_token };
    equal(await office.exchange(asked).catch(() => 'lost'), 'lost');
    equal((await office.exchange(asked)).body.error, 'invalid_grant');
    await office.setFaults({ usedRefresh: 'reusable' });
    equal((await office.exchange(asked)).status, 200);
    await office.setFaults({ token: 'invalid_grant' });
    equal((await office.exchange(asked)).body.error, 'invalid_grant');
  });

  it('answers each certificate by its rights', async () => {
    const ask = async (certificate: string) => {
      const { access_token } = await office.connect(certificate);
      const hello = await office.send('/TestOauth/jaxrs/hello?name=Salut', {
        headers: { authorization: `Bearer ${access_token}` },
      });
      match(
        hello.text,
        new RegExp(
          `^Hello, Salut\nheaders=key=Accept\nval=[^]*\nkey=serial_certificate\nval=\\[${certificate}\\]`,
        ),
      );
      return office.call(access_token, LIST);
    };
    equal(
      (await ask(HOLDER)).text,
      '{"eroare":"Nu exista mesaje in ultimele 1 zile","titlu":"Lista Mesaje"}',
    );
    const without = `{"eroare":"Nu aveti drept in SPV pentru CIF=${SELLER}","titlu":"Lista Mesaje"}`;
    equal((await ask(OTHER)).text, without);
    const none = '{"eroare":"Nu exista niciun CIF pentru care sa aveti drept in SPV","titlu":"Lista Mesaje"}';
    equal((await ask(RIGHTLESS)).text, none);
    equal((await ask(STRANGER)).status, 403);
    const { status, back } = await office.authorize(EXPIRED);
    equal(status, 403);
    equal(back, null);
    equal((await office.authorize('')).back?.get('error'), 'access_denied');
  });

  it('remembers its documents, its tokens and its clock across a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'anaf-'));
    const stateFile = join(folder, 'anaf.json');
    try {
      const before = await startTried({ stateFile });
      const { access_token } = await before.connect();
      const index = await before.upload(access_token, writeInvoice());
      await before.move(3600);
      before.close();
      const later = await startTried({ stateFile });
      match((await later.call(access_token, `stareMesaj?id_incarcare=${index}`)).text, /stare="ok"/);
      later.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is away for as long as it is told to', async () => {
    const { access_token } = await office.connect();
    await office.sim('/away', { seconds: 86_400 });
    equal((await office.call(access_token, LIST)).status, 503);
    await office.move(86_400);
    equal((await office.call(access_token, LIST)).status, 200);
  });

  it('takes no control from a page of a stranger', async () => {
    equal((await office.send('/__sim/clock', { method: 'POST', body: '{"seconds":1}' })).status, 415);
  });
});
