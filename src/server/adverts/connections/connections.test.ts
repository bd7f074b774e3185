import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { beginConnection, endConnection, readConnections } from '#contract/adverts/connections.ts';
import { readSession } from '#contract/auth.ts';
import { canConnect } from '#domain/adverts/sites.ts';
import { openGrant } from '#server/adverts/connections/seal-grant.ts';
import { ANA, listLinked, type OlxServer, olxServer, SHOP } from '#testing/accounts/olx-server.ts';
import { newBatch } from '#testing/runs.ts';
import { type Client, testServer } from '#testing/server.ts';

const LINKED = '/settings?connection=linked#connections';
const endedAs = (outcome: string) => `/settings?connection=${outcome}#connections`;

describe('linking an account at OLX', () => {
  let server: OlxServer;
  let person: Client & { uid: string };
  const lines: string[] = [];
  before(async () => {
    server = await olxServer({}, (line) => lines.push(line));
  });
  after(() => server.close());
  beforeEach(async () => {
    person = await server.newUser();
    await server.setFaults({});
  });

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const begin = () => person.call(beginConnection, { body: { site: 'olx' } });

  it('is offered as a test with the stand-in, and says whose account it is and since when', async () => {
    deepEqual(await person.call(readConnections, {}), {
      sites: [{ site: 'olx', mode: 'stand-in', connectsBy: 'page', canConnect: true }],
      connections: [],
    });
    equal((await person.call(readSession, {})).adverts, true);
    equal(await server.link(person), LINKED);
    const [connection, ...others] = await listLinked(person);
    equal(others.length, 0);
    deepEqual([connection?.site, connection?.seller, connection?.broken], ['olx', 'Ana (privat)', null]);
    ok(Math.abs(Date.parse(connection?.connectedAt ?? '') - Date.now()) < 60_000);
  });

  it('leads back to the lot in which it began, and to no other’s', async () => {
    const batch = await newBatch(person, { name: 'Bicicletă', photoIds: [] });
    equal(await server.link(person, ANA, batch.id), `/process/${batch.id}?connection=linked`);
    const other = await server.newUser();
    await rejects(other.call(beginConnection, { body: { site: 'olx', batchId: batch.id } }), {
      code: 'batches/not-found',
    });
    const refusal = await server.comeBack(person, await server.consent(person, null, batch.id));
    equal(refusal, `/process/${batch.id}?connection=refused`);
  });

  it('takes two accounts of one person, each once, and one account of two people', async () => {
    for (const seller of [ANA, SHOP, ANA]) equal(await server.link(person, seller), LINKED);
    const sellers = (await listLinked(person)).map(({ seller }) => seller);
    deepEqual(sellers.sort(), ['Ana (privat)', 'Magazin (firmă)']);
    const other = await server.newUser();
    equal(await server.link(other), LINKED);
    equal((await listLinked(other)).length, 1);
    equal((await listLinked(person)).length, 2);
  });

  it('is stored once when two windows come back at the same time', async () => {
    const callbacks = [await server.consent(person, ANA), await server.consent(person, ANA)];
    const landings = await Promise.all(callbacks.map((callback) => server.comeBack(person, callback)));
    deepEqual(landings, [LINKED, LINKED]);
    equal((await listLinked(person)).length, 1);
  });

  it('stores nothing where the person refuses, the code is missing or made up', async () => {
    equal(await server.comeBack(person, await server.consent(person, null)), endedAs('refused'));
    for (const change of [
      (query: URLSearchParams) => query.delete('code'),
      (query: URLSearchParams) => query.set('code', ''),
      (query: URLSearchParams) => query.set('code', 'inventat'),
      (query: URLSearchParams) => query.set('error', 'server_error'),
    ]) {
      const callback = await server.consent(person, ANA);
      change(callback.searchParams);
      equal(await server.comeBack(person, callback), endedAs('failed'));
    }
    deepEqual(await listLinked(person), []);
  });

  it('takes a state once, for 15 minutes, in the session that it began in', async () => {
    const callback = await server.consent(person, ANA);
    const other = await server.newUser();
    equal(await server.comeBack(other, callback), endedAs('expired'));
    equal(await server.comeBack(server.client(), callback), endedAs('expired'));
    deepEqual(await listLinked(other), []);
    equal(await server.comeBack(person, callback), LINKED);
    equal(await server.comeBack(person, callback), endedAs('expired'));
    const late = await server.consent(person, SHOP);
    await sql("update advert_attempts set expires_at = now() - interval '1 second'");
    equal(await server.comeBack(person, late), endedAs('expired'));
    for (const made of ['', '?code=x', '?state=x&code=x', `?state=${'a'.repeat(43)}&code=x`])
      equal(await server.comeBack(person, `/api/adverts/olx/callback${made}`), endedAs('expired'));
    equal((await listLinked(person)).length, 1);
  });

  it('never leads anywhere but to our own pages, whatever the address says', async () => {
    const callback = await server.consent(person, ANA);
    for (const name of ['redirect', 'returnTo', 'batchId', 'next'])
      callback.searchParams.set(name, 'https://rau.example/');
    equal(await server.comeBack(person, callback), LINKED);
    await rejects(person.call(beginConnection, { body: { site: 'olx', batchId: '//rau.example' } }), {
      code: 'http/bad-request',
    });
  });

  it('says what is the site’s, and tells the admins what is theirs once a day', async () => {
    await server.newUser('sefa@fotolot.example');
    await sql("update users set role = 'admin' where email = 'sefa@fotolot.example'");
    const callback = await server.consent(person, ANA);
    await server.setFaults({ application: 'suspended' });
    equal(await server.comeBack(person, callback), endedAs('operator'));
    await server.setFaults({});
    const second = await server.consent(person, ANA);
    await server.setFaults({ application: 'waiting' });
    equal(await server.comeBack(person, second), endedAs('operator'));
    await server.setFaults({});
    const third = await server.consent(person, ANA);
    await server.setFaults({ api: '502-html' });
    equal(await server.comeBack(person, third), endedAs('away'));
    deepEqual(await listLinked(person), []);
    deepEqual(await sql("select address from mails where kind = 'site-refusal'"), [
      { address: 'sefa@fotolot.example' },
    ]);
  });

  it('is limited in tries and in accounts', async () => {
    for (let n = 0; n < 20; n++) await begin();
    await rejects(begin(), { code: 'http/too-many-requests' });
    await sql('delete from rate_limits');
    await sql(
      `insert into advert_connections (id, user_id, site, is_test, seller_id, expires_at, renewed_at, connected_at)
       select 'adc_' || n, $1, 'olx', true, n::text, now(), now(), now() from generate_series(1, 10) n`,
      [person.uid],
    );
    equal(await server.link(person), endedAs('many'));
    equal((await listLinked(person)).length, 10);
    await sql(`update advert_connections set seller_id = '101' where id = 'adc_1'`);
    equal(await server.link(person), LINKED);
  });

  it('ends by its owner alone, and what gave access is gone', async () => {
    await server.link(person);
    const [{ id = '' } = {}] = await listLinked(person);
    const other = await server.newUser();
    const params = { connectionId: id };
    await rejects(other.call(endConnection, { params }), { code: 'http/not-found' });
    await person.call(endConnection, { params });
    deepEqual(await listLinked(person), []);
    deepEqual(await sql('select 1 from advert_connections where id = $1', [id]), []);
    await rejects(person.call(endConnection, { params }), { code: 'http/not-found' });
  });

  it('reads as broken where its access was sealed by another installation, and is whole once linked again', async () => {
    await server.link(person);
    const [{ id = '' } = {}] = await listLinked(person);
    await sql("update advert_connections set sealed_grant = '1.' || repeat('A', 80) where id = $1", [id]);
    equal((await listLinked(person))[0]?.broken?.reason, 'unreadable');
    await server.link(person);
    deepEqual(
      (await listLinked(person)).map((each) => [each.id, each.broken]),
      [[id, null]],
    );
  });

  it('keeps tokens, codes and states out of the log and of readable rows', async () => {
    lines.length = 0;
    const callback = await server.consent(person, ANA);
    const [code, state] = ['code', 'state'].map((name) => callback.searchParams.get(name) ?? '');
    await server.comeBack(person, callback);
    await server.comeBack(person, callback);
    const rows = await sql(
      'select c::text as row from advert_connections c union all select a::text from advert_attempts a',
    );
    const said = lines.join('\n');
    match(said, /advert-connected/);
    const [stored] = await sql('select id, sealed_grant from advert_connections where user_id = $1', [
      person.uid,
    ]);
    const grant = openGrant(server.app, stored.id, stored.sealed_grant);
    const secrets = [code, state, grant?.accessToken, grant?.refreshToken];
    equal(secrets.filter(Boolean).length, 4);
    for (const secret of secrets) {
      equal(said.includes(secret ?? ''), false);
      equal(JSON.stringify(rows).includes(secret ?? ''), false);
    }
  });
});

describe('accounts at OLX', () => {
  it('are not offered where the operator has none', async () => {
    const server = await testServer();
    try {
      const person = await server.newUser();
      deepEqual(await person.call(readConnections, {}), { sites: [], connections: [] });
      equal((await person.call(readSession, {})).adverts, false);
      await rejects(person.call(beginConnection, { body: { site: 'olx' } }), { code: 'http/not-found' });
    } finally {
      await server.close();
    }
  });

  it('are linked at the real site only where it can send browsers back: by https and a public name', async () => {
    const server = await testServer({ OLX_MODE: 'auto', OLX_CLIENT_ID: '1', OLX_CLIENT_SECRET: 'x' });
    try {
      const person = await server.newUser();
      deepEqual((await person.call(readConnections, {})).sites, [
        { site: 'olx', mode: 'live', connectsBy: 'page', canConnect: false },
      ]);
      await rejects(person.call(beginConnection, { body: { site: 'olx' } }), {
        code: 'http/not-found',
      });
    } finally {
      await server.close();
    }
    for (const [url, expected] of [
      ['https://fotolot.example', true],
      ['http://fotolot.example', false],
      ['https://localhost', false],
      ['https://127.0.0.1:8080', false],
    ] as const)
      equal(canConnect({ mode: 'live', connectsBy: 'page' }, url), expected, url);
    // No browser comes back from a site that takes the password.
    equal(canConnect({ mode: 'live', connectsBy: 'password' }, 'http://localhost'), true);
  });
});
