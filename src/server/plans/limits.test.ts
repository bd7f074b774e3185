import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Updateable } from 'kysely';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import { givePlan } from '#server/admin/users/give-plan.ts';
import type { User } from '#server/app.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { claimPhoto } from '#server/batches/runs/claim-store.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { expireDueGrants, grantCredits } from '#server/credits/grant-store.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';

const DAY = 86_400_000;

describe('limits in force = the best of: active plan; pro during a trial; basic while bought credits are left; free', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  const inDays = (days: number) => new Date(t.app.now().getTime() + days * DAY);
  const photosPerBatch = async ({ id }: User) =>
    (await limitsInForce(t.app.db, id, t.app.now())).photosPerLot;
  const store = ({ id }: User, fields: Updateable<DB['users']>) =>
    t.app.db.updateTable('users').set(fields).where('id', '=', id).execute();
  const userWith = async (fields: Updateable<DB['users']>) => {
    const user = await t.newUser();
    await store(user, fields);
    return user;
  };
  const buy = (user: User, amount: number, expiresAt: Date | null) =>
    t.app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, t.app.now());
      const id = t.app.newId('grt');
      const grant = {
        id,
        userId: user.id,
        source: 'bought',
        amount,
        expiresAt,
        ref: id,
        actor: 'test',
      } as const;
      await grantCredits(tx, grant);
    });

  test('free has the limits of free, and so has an unknown plan', async () => {
    equal(await photosPerBatch(await t.newUser()), 20);
    equal(await photosPerBatch(await userWith({ plan: 'platinum' })), 20);
  });

  test('an active plan counts until its expiry, wherever that is stored', async () => {
    equal(await photosPerBatch(await userWith({ plan: 'dealer' })), 300);
    for (const field of ['subscription_expires_at', 'legacy_plan_expires_at'] as const) {
      equal(await photosPerBatch(await userWith({ plan: 'dealer', [field]: inDays(1) })), 300, field);
      equal(await photosPerBatch(await userWith({ plan: 'dealer', [field]: inDays(-1) })), 20, field);
    }
    const renewed = { legacy_plan_expires_at: inDays(-1), subscription_expires_at: inDays(1) };
    equal(await photosPerBatch(await userWith({ plan: 'dealer', ...renewed })), 300);
  });

  test('a trial gives the limits of pro until it expires, wherever that is stored', async () => {
    for (const field of ['trial_expires_at', 'legacy_trial_expires_at'] as const) {
      equal(await photosPerBatch(await userWith({ [field]: inDays(7) })), 150, field);
      equal(await photosPerBatch(await userWith({ [field]: inDays(-1) })), 20, field);
      equal(await photosPerBatch(await userWith({ plan: 'dealer', [field]: inDays(7) })), 300, field);
    }
  });

  test('each limit is the better one: test keeps photos 7 days, a trial beside it 90', async () => {
    const user = await userWith({ plan: 'test', trial_expires_at: inDays(7) });
    const limits = await limitsInForce(t.app.db, user.id, t.app.now());
    deepEqual([limits.photosPerLot, limits.retentionDays, limits.photosAtOnce], [300, 90, 2]);
  });

  test('bought credits give the limits of basic while they are left, held ones too', async () => {
    const user = await t.newUser();
    const isSaidToHave = async () => (await readUserDocument(t.app, user.id)).hasBoughtCredits;
    equal(await isSaidToHave(), false);
    await buy(user, 1, inDays(30));
    equal(await isSaidToHave(), true);
    equal(await photosPerBatch(user), 60);
    const { batchId, photoIds } = await t.newBatch(user, 1);
    const start = { batchId, photoIds, cost: 1, idempotencyKey: 'o-data' };
    await startBatch(t.app, user, start);
    equal(await photosPerBatch(user), 60);
    const run = await t.app.db
      .selectFrom('runs')
      .select('id')
      .where('batch_id', '=', batchId)
      .executeTakeFirstOrThrow();
    await cancelRun(t.app, user, { batchId, runId: run.id });
    equal(await photosPerBatch(user), 60);
    equal(await claimPhoto(t.app), null);
  });

  test('bought credits that are due or spent give nothing any more', async () => {
    const user = await t.newUser();
    await buy(user, 5, inDays(-1));
    equal(await photosPerBatch(user), 20);
    await t.app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, t.app.now());
      await expireDueGrants(tx, user.id, t.app.now());
    });
    equal(await photosPerBatch(user), 20);
  });

  test('a write sets the current fields, clears the legacy ones and raises the revision', async () => {
    const user = await userWith({
      plan: 'pro',
      legacy_plan_activated_at: inDays(-40),
      legacy_plan_renew_at: inDays(-10),
      legacy_plan_expires_at: inDays(-10),
      legacy_plan_cancel_at_period_end: true,
    });
    const old = await readUserDocument(t.app, user.id);
    equal(isActive(readSubscription(old), t.app.now()), false);
    equal(await givePlan(t.app, { email: old.email, plan: 'dealer', credits: 0 }), 'given');
    const now = await readUserDocument(t.app, user.id);
    const { planActivatedAt, planRenewAt, planExpiresAt, planCancelAtPeriodEnd } = now;
    deepEqual([planActivatedAt, planRenewAt, planExpiresAt, planCancelAtPeriodEnd], [null, null, null, null]);
    deepEqual([now.plan, now.subscription?.status, now.subscription?.expiresAt], ['dealer', 'active', null]);
    equal(isActive(readSubscription(now), t.app.now()), true);
    equal(now.rev, old.rev + 1);
    equal(await photosPerBatch(user), 300);
  });
});
