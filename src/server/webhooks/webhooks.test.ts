import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { plusDays } from '#domain/days.ts';
import { LOT_EVENTS, MOST_TRIES, MOST_WEBHOOKS } from '#domain/users/webhooks.ts';
import { exportTable } from '#server/account/export/export-data-view.ts';
import type { User } from '#server/app.ts';
import type { QueuedMail } from '#server/mail/mail-store.ts';
import { eraseUser } from '#server/users/erase-store.ts';
import { makeApiKey } from '#server/users/keys/api-keys.ts';
import { deliverWebhooks } from '#server/webhooks/deliver-webhooks.ts';
import { deleteOldDeliveries } from '#server/webhooks/delivery-store.ts';
import { noteLotEnd } from '#server/webhooks/note-lot-end.ts';
import { webhookPutOffMail } from '#server/webhooks/put-off-mail.ts';
import {
  endWebhook,
  makeWebhook,
  readWebhooks,
  replayDelivery,
  testWebhook,
} from '#server/webhooks/webhooks.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { type Receiver, startReceiver } from '#testing/requests/receiver.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];
const END = { batchId: `lot_${'a'.repeat(26)}`, runId: `run_${'b'.repeat(26)}`, done: 2, failed: 0 };

describe('a webhook', () => {
  let t: TestApp;
  let receiver: Receiver;
  let ana: User;

  before(async () => {
    t = await testApp();
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver.close();
    await t.close();
  });
  beforeEach(async () => {
    receiver.heard.length = 0;
    receiver.answer = { status: 204 };
    await t.app.db.deleteFrom('webhook_deliveries').execute();
    ana = await t.newUser();
    await setPlan('pro');
  });

  const setPlan = (plan: 'free' | 'basic' | 'pro') =>
    t.app.db
      .updateTable('users')
      .set({ plan, email_verified_at: t.app.now() })
      .where('id', '=', ana.id)
      .execute();
  const endLot = (state = 'done', owner = ana) =>
    t.app.change(({ tx, now }) => noteLotEnd(tx, t.app, { ...END, ownerId: owner.id, state, now }));
  const make = (by = ana) => makeWebhook(t.app, by, { url: receiver.url, events: [...LOT_EVENTS] });
  const deliver = () => deliverWebhooks(t.app);
  const readOnly = async () => (await readWebhooks(t.app, ana)).webhooks[0];
  const readLog = async () =>
    ((await readOnly())?.deliveries ?? []).map(({ state, status, tries }) => [state, status, tries]);
  const listTold = () => receiver.heard.map(({ body }) => JSON.parse(body).type);
  const readMails = () =>
    t.app.db
      .selectFrom('mails')
      .select('data')
      .where('kind', '=', 'webhook-put-off')
      .where('user_id', '=', ana.id)
      .execute();
  /** Delivers as the clock does, past each pause; returns how many tries came after which. */
  const tryToTheEnd = async () => {
    await deliver();
    for (const pause of PAUSES) {
      t.advance(pause + SECOND);
      await deliver();
    }
  };

  it('is told that a lot is done, signed as Standard Webhooks have it', async () => {
    const { secret } = await make();
    match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    await endLot();
    await deliver();
    equal(receiver.heard.length, 1);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.heard;
    const { type, timestamp, data } = JSON.parse(body);
    deepEqual([type, data], ['lot.done', { ...END, state: 'done' }]);
    ok(!Number.isNaN(Date.parse(timestamp)));
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    equal(headers['content-type'], 'application/json');
    equal((await readOnly())?.deliveries[0]?.id, headers['webhook-id']);
    deepEqual(await readLog(), [['arrived', 204, 1]]);
  });

  it('is told of ends that it wants to hear of, and nothing of a lot that its owner cancelled', async () => {
    await make();
    await makeWebhook(t.app, ana, { url: receiver.url, events: ['lot.failed', 'lot.failed'] });
    for (const state of ['failed', 'partial', 'cancelled']) await endLot(state);
    await deliver();
    deepEqual(listTold().sort(), ['lot.done', 'lot.failed', 'lot.failed']);
  });

  it('is written to with the end of the lot or not at all', async () => {
    await make();
    const cut = t.app.change(async ({ tx, now }) => {
      await noteLotEnd(tx, t.app, { ...END, ownerId: ana.id, state: 'done', now });
      throw new Error('the lot did not end');
    });
    await rejects(cut, /did not end/);
    deepEqual(await readLog(), []);
  });

  it('is tried again after 5 s, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, under one id and each time signed anew', async () => {
    await make();
    receiver.answer = { status: 500 };
    await endLot();
    await deliver();
    for (const [at, pause] of PAUSES.entries()) {
      t.advance(pause - SECOND);
      await deliver();
      equal(receiver.heard.length, at + 1);
      t.advance(2 * SECOND);
      await deliver();
      equal(receiver.heard.length, at + 2);
    }
    t.advance(100 * HOUR);
    await deliver();
    equal(receiver.heard.length, MOST_TRIES);
    deepEqual(await readLog(), [['given-up', 500, MOST_TRIES]]);
    equal(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size, 1);
    equal(new Set(receiver.heard.map(({ headers }) => headers['webhook-signature'])).size, MOST_TRIES);
  });

  it('is put off after the last try: its owner is mailed once, what waited is given up, and later lots are not told', async () => {
    await make();
    receiver.answer = { status: 503 };
    await endLot();
    await tryToTheEnd();
    equal((await readOnly())?.state, 'off');
    deepEqual(
      (await readMails()).map(({ data }) => data),
      [{ status: 503 }],
    );
    const { text } = (await webhookPutOffMail(t.app, {
      data: { status: 503 },
    } as unknown as QueuedMail)) ?? { text: '' };
    match(text, /Am încercat de 10 ori[\s\S]*a răspuns cu 503[\s\S]*„Trimite unul de probă”/);
    const heard = receiver.heard.length;
    await endLot();
    await tryToTheEnd();
    equal(receiver.heard.length, heard);
    equal((await readMails()).length, 1);
  });

  it('ends at once when its program answers 410, and is on again when a message for trying arrives', async () => {
    const { webhook } = await make();
    await endLot();
    await endLot();
    receiver.answer = { status: 410 };
    await deliver();
    equal((await readOnly())?.state, 'gone');
    equal(receiver.heard.length, 1);
    deepEqual((await readLog()).map(([state]) => state).sort(), ['given-up', 'given-up']);
    const [mail] = await readMails();
    deepEqual(mail?.data, { status: 410 });
    receiver.answer = { status: 500 };
    await testWebhook(t.app, ana, webhook.id);
    await tryToTheEnd();
    equal((await readOnly())?.state, 'gone');
    equal(receiver.heard.length, 2);
    receiver.answer = { status: 200 };
    await testWebhook(t.app, ana, webhook.id);
    await deliver();
    equal(listTold().at(-1), 'webhook.test');
    equal((await readOnly())?.state, 'on');
  });

  it('is sent a message for trying once, whose failure puts nothing off', async () => {
    const { webhook } = await make();
    receiver.answer = { status: 500 };
    await testWebhook(t.app, ana, webhook.id);
    await tryToTheEnd();
    deepEqual(await readLog(), [['given-up', 500, 1]]);
    equal((await readOnly())?.state, 'on');
    deepEqual(await readMails(), []);
  });

  it('gets a message again under its own id when its owner sends it again', async () => {
    const { webhook } = await make();
    await endLot();
    await deliver();
    const [given] = (await readOnly())?.deliveries ?? [];
    const which = { webhookId: webhook.id, deliveryId: given?.id ?? '' };
    await replayDelivery(t.app, ana, which);
    deepEqual(await readLog(), [['waiting', null, 0]]);
    await deliver();
    deepEqual(
      receiver.heard.map(({ headers }) => headers['webhook-id']),
      [given?.id, given?.id],
    );
    deepEqual(await readLog(), [['arrived', 204, 1]]);
    const other = await t.newUser();
    const spare = await make();
    for (const [who, wrong] of [
      [other, which],
      [ana, { ...which, webhookId: spare.webhook.id }],
    ] as const)
      await rejects(replayDelivery(t.app, who, wrong), { code: 'http/not-found' });
    await rejects(testWebhook(t.app, other, webhook.id), { code: 'http/not-found' });
    await rejects(endWebhook(t.app, other, webhook.id), { code: 'http/not-found' });
  });

  it('waits while nothing answers, and says so', async () => {
    await make();
    receiver.answer = 'reset';
    await endLot();
    await deliver();
    deepEqual(await readLog(), [['waiting', null, 1]]);
  });

  it('sleeps while the plan brings no keys: no lot is told, what was written waits, and goes when it is back', async () => {
    const { webhook } = await make();
    await endLot();
    await setPlan('basic');
    await endLot();
    await deliver();
    equal((await readWebhooks(t.app, ana)).areAwake, false);
    deepEqual(await readLog(), [['waiting', null, 0]]);
    const [{ id } = { id: '' }] = (await readOnly())?.deliveries ?? [];
    await rejects(testWebhook(t.app, ana, webhook.id), { code: 'users/keys-need-plan' });
    await rejects(replayDelivery(t.app, ana, { webhookId: webhook.id, deliveryId: id }), {
      code: 'users/keys-need-plan',
    });
    await setPlan('pro');
    t.advance(HOUR + SECOND);
    await deliver();
    deepEqual(listTold(), ['lot.done']);
  });

  it('hears of its owner’s lots alone', async () => {
    await make();
    await endLot('done', await t.newUser());
    await deliver();
    deepEqual(listTold(), []);
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
    await endWebhook(t.app, ana, webhook.id);
    await rejects(makeWebhook(t.app, ana, { url: 'http://magazin.example/', events: ['lot.done'] }), {
      code: 'users/webhook-address',
    });
    await setPlan('free');
    await rejects(make(), { code: 'users/keys-need-plan' });
  });

  it('is not made, nor is a key, before the address of its owner is proven, who is mailed of each', async () => {
    const mails = async () => {
      const rows = await t.app.db
        .selectFrom('mails')
        .select('data')
        .where('user_id', '=', ana.id)
        .where('kind', '=', 'sign-in-changed')
        .orderBy('created_at')
        .execute();
      return rows.map(({ data }) => (data as { what: string }).what);
    };
    const users = t.app.db.updateTable('users').where('id', '=', ana.id);
    await users.set({ email_verified_at: null }).execute();
    const key = { name: 'Depozit', kind: 'read' } as const;
    await rejects(make(), { code: 'users/keys-unverified' });
    await rejects(makeApiKey(t.app, ana, key), { code: 'users/keys-unverified' });
    deepEqual(await mails(), []);
    await users.set({ email_verified_at: t.app.now() }).execute();
    await make();
    await makeApiKey(t.app, ana, key);
    deepEqual(await mails(), ['webhook-made', 'key-made']);
  });

  it('is not made, nor is a key, for an account that was suspended while it was asked for', async () => {
    await t.app.db.updateTable('users').set({ suspended_at: t.app.now() }).where('id', '=', ana.id).execute();
    await rejects(make(), { code: 'auth/suspended' });
    await rejects(makeApiKey(t.app, ana, { name: 'Depozit', kind: 'read' }), { code: 'auth/suspended' });
  });

  it('stands in its owner’s archive without what signs, and goes with the account', async () => {
    const { webhook } = await make();
    await endLot();
    const [row] = JSON.parse(await exportTable(t.app, 'webhooks', ana.id));
    deepEqual([row.id, row.url, 'sealed_secret' in row], [webhook.id, receiver.url, false]);
    const [sent] = JSON.parse(await exportTable(t.app, 'webhook_deliveries', ana.id));
    equal(sent.event, 'lot.done');
    await t.app.change(({ tx }) => eraseUser(tx, t.app, { userId: ana.id, email: 'om@fotolot.example' }));
    deepEqual(await readLog(), []);
    deepEqual((await readWebhooks(t.app, ana)).webhooks, []);
    await deliver();
    deepEqual(listTold(), []);
  });

  it('has its messages listed for 30 days', async () => {
    await make();
    await endLot();
    await deliverWebhooks(t.app);
    await deleteOldDeliveries(t.app.db, plusDays(t.app.now(), -1));
    equal((await readLog()).length, 1);
    await deleteOldDeliveries(t.app.db, plusDays(t.app.now(), 1));
    deepEqual(await readLog(), []);
  });
});
