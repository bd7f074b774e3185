import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { DAY_MS } from '#domain/days.ts';
import type { SoldPlan } from '#domain/plans/purchase.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { User } from '#server/app.ts';
import { claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { lockCreditAccount, setUnlimited } from '#server/credits/account-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { brokenRules, planShop } from '#testing/shop/plan-shop.ts';
import { buildResult } from '#testing/worker.ts';

interface Batch {
  readonly batchId: string;
  readonly photoIds: string[];
}

describe('starts under plans', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  afterEach(async () => deepEqual(await brokenRules(t), []));
  after(() => t.close());

  const buy = async (user: User, plan: SoldPlan) => {
    const shop = planShop(t);
    await shop.pay(await shop.order(user, plan));
  };
  const start = (user: User, batch: Batch, cost: number) =>
    startBatch(t.app, user, { ...batch, cost, idempotencyKey: t.app.newId('key') });
  const credits = async ({ id }: User) => (await readUserDocument(t.app, id)).credits.totalCredits;
  /** Plays the worker until nothing waits. */
  const workAll = async () => {
    for (let claim = await claimPhoto(t.app); claim; claim = await claimPhoto(t.app))
      equal(await finishPhoto(t.app, claim, { state: 'done', results: [buildResult(t.app, claim)] }), true);
  };

  test('a due period starts in the transaction of the next hold: a late job makes no user wait and lets none overspend', async () => {
    const user = await t.newUser();
    for (const _ of [1, 2]) await buy(user, 'basic');
    t.advance(31 * DAY_MS);
    equal(await credits(user), 23);
    const batch = await t.newBatch(user, 1);
    await start(user, batch, 1);
    equal(await credits(user), 42);
    t.advance(30 * DAY_MS);
    await rejects(start(user, await t.newBatch(user, 61), 4), { code: 'batches/too-many-photos' });
    await workAll();
    for (let left = await credits(user); left > 0; left--) await start(user, await t.newBatch(user, 1), 1);
    await workAll();
    await rejects(start(user, await t.newBatch(user, 1), 1), { code: 'credits/not-enough' });
  });

  test('200 parallel starts for the last credits, with a period due at the same time, sell exactly what is there', async () => {
    const user = await t.newUser();
    for (const _ of [1, 2]) await buy(user, 'basic');
    t.advance(31 * DAY_MS);
    const batches: Batch[] = [];
    for (let n = 0; n < 200; n++) batches.push(await t.newBatch(user, 1));
    const answers = await Promise.allSettled(batches.map((batch) => start(user, batch, 1)));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    for (const { reason } of refused) equal(reason.code, 'credits/not-enough');
    equal(answers.length - refused.length, 3 + 20 + 20);
    equal(await credits(user), 0);
    await workAll();
  });

  test('photos of one user processed at once: 1 on free and basic, 2 on pro, 4 on dealer', async () => {
    const together = async (plan: SoldPlan | null) => {
      const user = await t.newUser();
      if (plan) await buy(user, plan);
      await start(user, await t.newBatch(user, 6), 1);
      const claims = [];
      for (let claim = await claimPhoto(t.app); claim; claim = await claimPhoto(t.app)) claims.push(claim);
      for (const claim of claims)
        await finishPhoto(t.app, claim, { state: 'done', results: [buildResult(t.app, claim)] });
      await workAll();
      return claims.length;
    };
    const concurrency = [];
    for (const plan of [null, 'basic', 'pro', 'dealer'] as const) concurrency.push(await together(plan));
    deepEqual(concurrency, [1, 1, 2, 4]);
  });

  test('unlimited is a span over the balance: a run keeps the mode it started in and counts as if paid', async () => {
    const user = await t.newUser();
    const unlimited = (until: 'for-ever' | null) =>
      t.app.change(async ({ tx }) => {
        await lockCreditAccount(tx, user.id, t.app.now());
        await setUnlimited(tx, user.id, until);
      });
    const [before, within] = [await t.newBatch(user, 1), await t.newBatch(user, 20)];
    await start(user, before, 1);
    await unlimited('for-ever');
    equal(await credits(user), -1);
    await start(user, within, 1);
    await unlimited(null);
    await workAll();
    equal(await credits(user), 2);
    await start(user, within, 0);
    await workAll();
    equal(await credits(user), 2);
  });

  test('a batch with an open window keeps at least the limits it started with, better ones apply at once', async () => {
    const user = await t.newUser();
    await buy(user, 'basic');
    t.advance(10 * DAY_MS);
    const batch = await t.newBatch(user, 21);
    await start(user, batch, 2);
    await workAll();
    t.advance(25 * DAY_MS);
    equal((await readUserDocument(t.app, user.id)).limits.photosPerLot, 20);
    const other = await t.newBatch(user, 21);
    await rejects(start(user, other, 2), { code: 'batches/too-many-photos', details: { limit: 20 } });
    await start(user, batch, 0);
    await workAll();
    const grown = [...batch.photoIds, ...(await t.addReadyPhotos(user, batch.batchId, 40))];
    await rejects(start(user, { ...batch, photoIds: grown }, 2), {
      code: 'batches/too-many-photos',
      details: { limit: 60 },
    });
    await buy(user, 'pro');
    await start(user, { ...batch, photoIds: grown }, 2);
    await workAll();
    t.advance(31 * DAY_MS);
    await rejects(start(user, { ...batch, photoIds: grown }, 4), { details: { limit: 20 } });
  });
});
