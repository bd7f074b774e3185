import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { readQueueNow } from '#server/admin/queue-now-view.ts';
import type { User } from '#server/app.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { type Claim, claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { lockBatch } from '#server/batches/store/batch-store.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { pollUntil } from '#testing/server.ts';
import { brokenRules, planShop } from '#testing/shop/plan-shop.ts';
import { buildResult } from '#testing/worker.ts';

const PROCESSES = 4;

describe('fair use of the image processes', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  afterEach(async () => deepEqual(await brokenRules(t), []));
  after(() => t.close());

  const start = async (user: User, photos: number, cost: number) => {
    const batch = await t.newBatch(user, photos);
    await startBatch(t.app, user, { ...batch, cost, idempotencyKey: t.app.newId('key') });
  };
  const finish = async (claim: Claim) =>
    equal(await finishPhoto(t.app, claim, { state: 'done', results: [buildResult(t.app, claim)] }), true);
  const dealer = async () => {
    const user = await t.newUser();
    const shop = planShop(t);
    await shop.pay(await shop.order(user, 'dealer'));
    return user;
  };
  const workOff = async (working: Claim[]) => {
    for (const claim of working) await finish(claim);
    for (let claim = await claimPhoto(t.app); claim; claim = await claimPhoto(t.app)) await finish(claim);
  };

  test('a newcomer’s batch of 5 that starts behind a batch of 300 ends long before it', async () => {
    const big = await dealer();
    await start(big, 300, 15);
    const working: Claim[] = [];
    for (let n = 0; n < PROCESSES; n++) working.push((await claimPhoto(t.app)) as Claim);
    const newcomer = await t.newUser();
    await start(newcomer, 5, 1);
    const doneBefore = { big: 0, newcomer: 0 };
    while (doneBefore.newcomer < 5) {
      const claim = working.shift() as Claim;
      await finish(claim);
      doneBefore[claim.ownerId === newcomer.id ? 'newcomer' : 'big'] += 1;
      working.push((await claimPhoto(t.app)) as Claim);
    }
    // A free account has one photo at a time in work, the dealer has the other three processes.
    ok(doneBefore.big <= 20, `${doneBefore.big} photos of the big lot went first`);
    await workOff(working);
  });

  test('a further worker is asked for only where it has work: of a dealer’s 300 photos alone 4, and none once those are in work', async () => {
    const big = await dealer();
    await start(big, 300, 15);
    const claimable = async () => (await readQueueNow(t.app.db)).claimable;
    const { waiting, claimableSince } = await readQueueNow(t.app.db);
    deepEqual([waiting, await claimable(), claimableSince instanceof Date], [300, 4, true]);
    const working = [(await claimPhoto(t.app)) as Claim];
    equal(await claimable(), 3);
    // A free account has one at a time, in however many batches.
    const newcomer = await t.newUser();
    for (const photos of [5, 2]) await start(newcomer, photos, 1);
    equal(await claimable(), 3 + 1);
    for (let left = 4; left > 0; left--) working.push((await claimPhoto(t.app)) as Claim);
    const { claimableSince: since, ...none } = await readQueueNow(t.app.db);
    deepEqual([none.claimable, since, none.working], [0, null, 5]);
    // The next worker may take up the photos of a dead one.
    await sql`update run_photos set lease_until = now() - interval '1 second' where lease_token = ${working.pop()?.token}`.execute(
      t.app.db,
    );
    equal(await claimable(), 1);
    await workOff(working);
  });

  test('of runs with different limits as many are claimable as are claimed', async () => {
    const user = await t.newUser();
    await start(user, 3, 1);
    const shop = planShop(t);
    await shop.pay(await shop.order(user, 'dealer'));
    for (const photos of [1, 1]) await start(user, photos, 1);
    const { claimable } = await readQueueNow(t.app.db);
    const claims: Claim[] = [];
    for (let claim = await claimPhoto(t.app); claim; claim = await claimPhoto(t.app)) claims.push(claim);
    deepEqual([claimable, claims.length], [3, 3]);
    await workOff(claims);
  });

  test('while others wait no user has more than half of the processes', async () => {
    const [one, other] = [await dealer(), await dealer()];
    await start(one, 20, 1);
    const working: Claim[] = [];
    for (let n = 0; n < PROCESSES; n++) working.push((await claimPhoto(t.app)) as Claim);
    await start(other, 20, 1);
    for (let n = 0; n < 8; n++) {
      await finish(working.shift() as Claim);
      working.push((await claimPhoto(t.app)) as Claim);
    }
    equal(working.filter(({ ownerId }) => ownerId === one.id).length, PROCESSES / 2);
    await workOff(working);
  });

  test('a batch with many changes keeps no other’s photos waiting', async () => {
    const [busy, other] = [await dealer(), await dealer()];
    await start(busy, 2, 1);
    await start(other, 2, 1);
    const { batch_id } = await t.app.db
      .selectFrom('runs')
      .select('batch_id')
      .where('owner_id', '=', busy.id)
      .executeTakeFirstOrThrow();
    const letGo = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = t.app.change(async ({ tx }) => {
      await lockBatch(tx, busy.id, batch_id);
      held.resolve();
      await letGo.promise;
    });
    await held.promise;
    const waiting = claimPhoto(t.app);
    await pollUntil(waitingForBatches, (n) => n === 1);
    const claim = (await claimPhoto(t.app)) as Claim;
    equal(claim.ownerId, other.id);
    letGo.resolve();
    await holding;
    await workOff([claim, (await waiting) as Claim]);
  });

  test('the lots of a pile are worked on in the order they were started, with other people in between', async () => {
    const [shop, other] = [await dealer(), await dealer()];
    for (let n = 0; n < 4; n++) await start(shop, 3, 1);
    await start(other, 6, 1);
    const working: Claim[] = [];
    const taken: Claim[] = [];
    for (let claim = await claimPhoto(t.app); claim; claim = await claimPhoto(t.app)) {
      taken.push(claim);
      working.push(claim);
      if (working.length === 2) await finish(working.shift() as Claim);
    }
    await workOff(working);
    const owners = taken.map(({ ownerId }) => (ownerId === shop.id ? 's' : 'o')).join('');
    // They take turns from the first photo on, though the shop has four lots that wait.
    equal(owners.slice(0, 12).match(/s/g)?.length, 6, owners);
    const lots = taken.filter(({ ownerId }) => ownerId === shop.id).map(({ runId }) => runId);
    const inTurn = await t.app.db
      .selectFrom('runs')
      .select('id')
      .where('owner_id', '=', shop.id)
      .orderBy('created_at')
      .execute();
    deepEqual(
      lots,
      inTurn.flatMap(({ id }) => [id, id, id]),
    );
  });

  test('many lots of one photo have no more turns than one lot of many', async () => {
    const [shop, other] = [await dealer(), await dealer()];
    for (let n = 0; n < 4; n++) await start(shop, 1, 1);
    await start(other, 4, 1);
    let owners = '';
    for (let claim = await claimPhoto(t.app); claim; claim = await claimPhoto(t.app)) {
      owners += claim.ownerId === shop.id ? 's' : 'o';
      await finish(claim);
    }
    equal(owners, 'sosososo');
  });

  test('a run that is cancelled while one of its photos is claimed gives out none', async () => {
    const user = await dealer();
    await start(user, 3, 1);
    const run = await t.app.db
      .selectFrom('runs')
      .select(['id', 'batch_id'])
      .where('owner_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const held = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    const holding = t.app.change(async ({ tx }) => {
      await lockBatch(tx, user.id, run.batch_id);
      held.resolve();
      await letGo.promise;
    });
    await held.promise;
    // It has the account's lock and waits for the batch; behind it the claim, which has its photo, waits for the batch too.
    const cancelled = cancelRun(t.app, user, { batchId: run.batch_id, runId: run.id });
    await pollUntil(waitingForBatches, (n) => n === 1);
    const claimed = claimPhoto(t.app);
    await pollUntil(waitingForBatches, (n) => n === 2);
    letGo.resolve();
    await Promise.all([holding, cancelled]);
    equal(await claimed, null);
    const { state } = await readBatch(t.app, user.id, run.batch_id);
    equal(state, 'cancelled');
  });

  const waitingForBatches = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and (query like '%batches%' or query like '%show_claim%')`.execute(
      t.app.db,
    );
    return rows[0]?.n ?? 0;
  };
});
