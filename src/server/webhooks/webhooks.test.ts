import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { MOST_WEBHOOKS } from '#domain/users/webhooks.ts';
import { lookupPublic } from '#server/adapters/resolve-name.ts';
import { createWebhookSender } from '#server/adapters/webhooks/create.ts';
import type { User } from '#server/app.ts';
import type { QueuedMail } from '#server/mail/mail-store.ts';
import { deliverWebhooks } from '#server/webhooks/deliver-webhooks.ts';
import { webhookGivenUpMail } from '#server/webhooks/given-up-mail.ts';
import { noteLotEnd } from '#server/webhooks/note-lot-end.ts';
import { endWebhook, makeWebhook, readWebhooks, replayDelivery } from '#server/webhooks/webhooks.ts';
import { type TestApp, testApp } from '#testing/app.ts';

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const LOT = `lot_${'a'.repeat(26)}`;
const RUN = `run_${'b'.repeat(26)}`;

describe('a webhook', () => {
  let t: TestApp;
  let receiver: Server;
  let url: string;
  let ana: User;
  const heard: Heard[] = [];
  let answer: { status: number; location?: string } = { status: 204 };

  before(async () => {
    t = await testApp();
    receiver = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {});
      response.end('x'.repeat(100_000));
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/fotolot`;
  });
  after(async () => {
    receiver.close();
    receiver.closeAllConnections();
    await t.close();
  });
  beforeEach(async () => {
    heard.length = 0;
    answer = { status: 204 };
    await t.app.db.deleteFrom('webhook_deliveries').execute();
    ana = await t.newUser();
    await t.app.db.updateTable('users').set({ plan: 'pro' }).where('id', '=', ana.id).execute();
  });

  const endLot = (state = 'done', owner = ana) =>
    t.app.change(({ tx }) =>
      noteLotEnd(tx, t.app, {
        ownerId: owner.id,
        batchId: LOT,
        runId: RUN,
        state,
        done: 2,
        failed: 0,
        now: t.app.now(),
      }),
    );
  const make = (address = url) => makeWebhook(t.app, ana, address);
  const readDeliveries = async () => (await readWebhooks(t.app, ana)).webhooks[0]?.deliveries ?? [];
  const countMails = async () =>
    (
      await t.app.db
        .selectFrom('mails')
        .select('id')
        .where('kind', '=', 'webhook-given-up')
        .where('user_id', '=', ana.id)
        .execute()
    ).length;
  /** Tries as often as the clock lets it, until the message is given up or arrives; returns the pauses in milliseconds. */
  const tryToTheEnd = async () => {
    await deliverWebhooks(t.app);
    for (const pause of [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]) {
      t.advance(pause + SECOND);
      await deliverWebhooks(t.app);
    }
  };

  it('is told that a lot is done, signed as Standard Webhooks has it', async () => {
    const { secret } = await make();
    match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    await endLot();
    await deliverWebhooks(t.app);
    equal(heard.length, 1);
    const [{ headers, body } = { headers: {}, body: '' }] = heard;
    const { type, timestamp, data } = JSON.parse(body);
    deepEqual(
      [type, data],
      ['lot.finished', { batchId: LOT, runId: RUN, state: 'done', done: 2, failed: 0 }],
    );
    ok(!Number.isNaN(Date.parse(timestamp)));
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    equal(headers['content-type'], 'application/json');
    const [delivery] = await readDeliveries();
    deepEqual(
      [delivery?.id, delivery?.state, delivery?.status, delivery?.tries],
      [headers['webhook-id'], 'arrived', 204, 1],
    );
  });

  it('is told that a lot failed, and nothing of one that its owner cancelled', async () => {
    await make();
    for (const state of ['failed', 'partial', 'cancelled']) await endLot(state);
    await deliverWebhooks(t.app);
    deepEqual(heard.map(({ body }) => JSON.parse(body).type).sort(), ['lot.failed', 'lot.finished']);
  });

  it('is written with the end of the lot or not at all', async () => {
    await make();
    const cut = t.app.change(async ({ tx }) => {
      await noteLotEnd(tx, t.app, {
        ownerId: ana.id,
        batchId: LOT,
        runId: RUN,
        state: 'done',
        done: 1,
        failed: 0,
        now: t.app.now(),
      });
      throw new Error('the lot did not end');
    });
    await rejects(cut, /did not end/);
    deepEqual(await readDeliveries(), []);
  });

  it('is tried again after 5 seconds, 5 and 30 minutes, 2, 5 and 10 hours, then given up and said by mail once', async () => {
    await make();
    answer = { status: 500 };
    await endLot();
    await deliverWebhooks(t.app);
    t.advance(4 * SECOND);
    await deliverWebhooks(t.app);
    equal(heard.length, 1);
    await tryToTheEnd();
    equal(heard.length, 7);
    equal(new Set(heard.map(({ headers }) => headers['webhook-id'])).size, 1);
    ok(new Set(heard.map(({ headers }) => headers['webhook-timestamp'])).size > 5);
    t.advance(20 * HOUR);
    await deliverWebhooks(t.app);
    equal(heard.length, 7);
    const [delivery] = await readDeliveries();
    deepEqual([delivery?.state, delivery?.status, delivery?.tries], ['given-up', 500, 7]);
    equal(await countMails(), 1);
    const mail = { data: { host: 'magazin.example', status: 500 } };
    const written = await webhookGivenUpMail(t.app, mail as unknown as QueuedMail);
    match(written?.text ?? '', /de la magazin\.example[\s\S]*a răspuns cu 500/);
    await endLot();
    await tryToTheEnd();
    equal(await countMails(), 1);
  });

  it('arrives when the program is back, also when its owner sends it again under its own id', async () => {
    const { webhook } = await make();
    answer = { status: 503 };
    await endLot();
    await tryToTheEnd();
    answer = { status: 200 };
    const [given] = await readDeliveries();
    const which = { webhookId: webhook.id, deliveryId: given?.id ?? '' };
    await replayDelivery(t.app, ana, which);
    await deliverWebhooks(t.app);
    equal(heard.at(-1)?.headers['webhook-id'], given?.id);
    equal((await readDeliveries())[0]?.state, 'arrived');
    const other = await t.newUser();
    await rejects(replayDelivery(t.app, other, which), { code: 'http/not-found' });
    await rejects(endWebhook(t.app, other, webhook.id), { code: 'http/not-found' });
  });

  it('follows no redirect and takes nothing of the answer but its status', async () => {
    await make();
    answer = { status: 307, location: `${url}/altundeva` };
    await endLot();
    await deliverWebhooks(t.app);
    equal(heard.length, 1);
    deepEqual(
      (await readDeliveries()).map(({ state, status }) => [state, status]),
      [['waiting', 307]],
    );
  });

  it('waits while nothing answers, and says so', async () => {
    await make('http://127.0.0.1:1/');
    await endLot();
    await deliverWebhooks(t.app);
    deepEqual(
      (await readDeliveries()).map(({ state, status, tries }) => [state, status, tries]),
      [['waiting', null, 1]],
    );
  });

  it('hears of its owner’s lots alone, and of none while the plan brings no keys', async () => {
    await make();
    await endLot('done', await t.newUser());
    await t.app.db.updateTable('users').set({ plan: 'basic' }).where('id', '=', ana.id).execute();
    await endLot();
    await deliverWebhooks(t.app);
    equal(heard.length, 0);
  });

  it('is made on a plan with keys alone, five of them at most, and its secret is stored sealed', async () => {
    const { secret, webhook } = await make();
    const row = await t.app.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', webhook.id)
      .executeTakeFirstOrThrow();
    ok(!JSON.stringify(row).includes(secret.slice(6)));
    for (let made = 1; made < MOST_WEBHOOKS; made += 1) await make();
    await rejects(make(), { code: 'users/too-many-webhooks' });
    await t.app.db.updateTable('users').set({ plan: 'free' }).where('id', '=', ana.id).execute();
    await endWebhook(t.app, ana, webhook.id);
    await rejects(make(), { code: 'users/keys-need-plan' });
  });

  it('leads by https into the internet alone where an installation is public', async () => {
    const live = createWebhookSender(true);
    for (const good of ['https://magazin.ro/fotolot', 'https://magazin.ro:8443/?a=b'])
      equal(live.takes(good), true, good);
    for (const bad of [
      'http://magazin.ro/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://localhost/',
      'https://ana:parola@magazin.ro/',
      'ftp://magazin.ro/',
      'magazin.ro',
      url,
    ])
      equal(live.takes(bad), false, bad);
    await rejects(makeWebhook({ ...t.app, webhooks: live }, ana, url), { code: 'users/webhook-address' });
  });

  it('has its name looked up at each connection, and is not connected to where that leads into a private network', async () => {
    const asked: string[] = [];
    const live = createWebhookSender(true, (host, _, done) => {
      asked.push(host);
      // As if its name led there.
      lookupPublic('10.0.0.1', {}, done as Parameters<typeof lookupPublic>[2]);
    });
    const call = { url: 'https://magazin.example/', headers: {}, body: '{}' };
    deepEqual([await live.send(call), await live.send(call)], [null, null]);
    deepEqual(asked, ['magazin.example', 'magazin.example']);
  });
});
