import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { LOT_EVENTS } from '#domain/users/webhooks.ts';
import type { WebhookCall } from '#server/adapters/webhooks/port.ts';
import type { App, User } from '#server/app.ts';
import { deliverWebhooks } from '#server/webhooks/deliver-webhooks.ts';
import { noteLotEnd } from '#server/webhooks/note-lot-end.ts';
import { makeWebhook, readWebhooks } from '#server/webhooks/webhooks.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { countDraws } from '#testing/draws.ts';

const HOUR = 3_600_000;
const LOTS = countDraws({ local: 5, ci: 30, soak: 1000 });

/** What becomes of a try: an answer, or the end of the process before or after the program was told. */
const fates = fc.array(fc.constantFrom(200, 204, 302, 410, 500, null, 'killed before', 'killed after'), {
  minLength: 1,
  maxLength: 40,
});
const steps = fc.array(fc.integer({ min: 1, max: 12 * 3600 }), { minLength: 1, maxLength: 8 });

class Killed extends Error {}

describe('messages to programs when anything goes wrong', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  const endLot = (owner: User) =>
    t.app.change(({ tx, now }) =>
      noteLotEnd(tx, t.app, {
        ...{ batchId: t.app.newId('lot'), runId: t.app.newId('run') },
        ...{ ownerId: owner.id, state: 'done', done: 1, failed: 0, now },
      }),
    );

  const isAnyWaiting = async () =>
    (await t.app.db.selectFrom('webhook_deliveries').select('id').where('due_at', 'is not', null).execute())
      .length > 0;

  it('each arrive at least once or are given up in sight of their owner, all signed and none by two processes at once', async () => {
    await fc.assert(
      fc.asyncProperty(fates, steps, async (drawn, pauses) => {
        await t.app.db.deleteFrom('webhook_deliveries').execute();
        const ana = await t.newUser();
        await t.app.db
          .updateTable('users')
          .set({ plan: 'pro', email_verified_at: t.app.now() })
          .where('id', '=', ana.id)
          .execute();
        const { secret } = await makeWebhook(t.app, ana, {
          url: 'https://magazin.example/',
          events: [...LOT_EVENTS],
        });
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        const [told, underWay] = [new Map<string, number>(), new Set<string>()];
        let at = 0;
        const send = async ({ headers, body }: WebhookCall) => {
          const { 'webhook-id': id = '', 'webhook-timestamp': sent, 'webhook-signature': said } = headers;
          const own = createHmac('sha256', key).update(`${id}.${sent}.${body}`).digest('base64');
          equal(said, `v1,${own}`);
          const fate = drawn[at++ % drawn.length];
          if (fate === 'killed before') throw new Killed();
          ok(!underWay.has(id), 'two processes sent one message at once');
          underWay.add(id);
          await new Promise(setImmediate);
          underWay.delete(id);
          told.set(id, (told.get(id) ?? 0) + 1);
          if (fate === 'killed after') throw new Killed();
          return typeof fate === 'number' ? fate : null;
        };
        const app: App = { ...t.app, webhooks: { ...t.app.webhooks, send } };
        const work = () =>
          deliverWebhooks(app).catch((error) => {
            if (!(error instanceof Killed)) throw error;
          });
        for (const seconds of pauses) {
          await endLot(ana);
          await Promise.all([work(), work()]);
          t.advance(seconds * 1000);
        }
        // As long as any message may be tried, with a death at each try.
        for (let hours = 0; hours < 400 && (await isAnyWaiting()); hours += 1) {
          await Promise.all([work(), work()]);
          t.advance(HOUR);
        }
        const { webhooks } = await readWebhooks(app, ana);
        const deliveries = webhooks.flatMap((webhook) => webhook.deliveries);
        deepEqual(
          deliveries.filter(({ state }) => state === 'waiting'),
          [],
        );
        for (const { id, state } of deliveries)
          ok(state === 'given-up' || (told.get(id) ?? 0) > 0, `${id} ${state}`);
      }),
      { numRuns: LOTS },
    );
  });

  it('go no more than once to a program that answers, from however many processes', async () => {
    const owners: User[] = [];
    for (let at = 0; at < 6; at += 1) owners.push(await t.newUser());
    const told: string[] = [];
    const send = async ({ headers }: WebhookCall) => {
      told.push(headers['webhook-id'] ?? '');
      await new Promise(setImmediate);
      return 200;
    };
    const app: App = { ...t.app, webhooks: { ...t.app.webhooks, send } };
    for (const owner of owners) {
      await t.app.db
        .updateTable('users')
        .set({ plan: 'pro', email_verified_at: t.app.now() })
        .where('id', '=', owner.id)
        .execute();
      await makeWebhook(app, owner, { url: 'https://magazin.example/', events: ['lot.done'] });
      for (let lot = 0; lot < 4; lot += 1) await endLot(owner);
    }
    await Promise.all(Array.from({ length: 4 }, () => deliverWebhooks(app)));
    await deliverWebhooks(app);
    equal(told.length, 24);
    equal(new Set(told).size, 24);
  });
});
