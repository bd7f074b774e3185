import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { User } from '#server/app.ts';
import { removePhotos } from '#server/batches/edit/edit-batch.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { type Claim, claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { lockCreditAccount, spendableCredits } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { buildResult } from '#testing/worker.ts';

const DAY = 86_400_000;
const FAILED = { state: 'failed', error: { code: 'photos/corrupt', details: {} } } as const;

let t: TestApp;
describe('the start of a lot', () => {
  before(async () => {
    t = await testApp();
  });
  after(async () => {
    await t.app.db.deleteFrom('results').execute();
    const broken = await findViolations(t.app, { orphanGraceMs: 0, deep: false });
    // Photos of these tests have rows but no files and no results: only the books are looked at.
    const books = broken.filter(({ rule }) => !/file|results/.test(rule));
    await t.close();
    deepEqual(books, []);
  });

  const balance = (user: User) => spendableCredits(t.app.db, user.id, t.app.now());
  type Start = { photoIds: string[]; cost: number; key?: string };
  const start = (user: User, batchId: string, { photoIds, cost, key = t.app.newId('key') }: Start) =>
    startBatch(t.app, user, { batchId, photoIds, cost, idempotencyKey: key });
  const costIs = (cost: number) => ({ code: 'credits/cost-changed', details: { cost } });

  async function give(user: User, amount: number, expiresAt: Date | null = null): Promise<void> {
    await t.app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, t.app.now());
      const id = t.app.newId('grt');
      await grantCredits(tx, {
        id,
        userId: user.id,
        source: 'gift',
        amount,
        expiresAt,
        ref: id,
        actor: 'test',
      });
    });
  }

  /** Plays the worker: the plan of the run allows, one photo after another. */
  async function work(
    user: User,
    finished: number,
    fails: (nth: number) => boolean = () => false,
  ): Promise<void> {
    for (let nth = 0; nth < finished; nth++) {
      const claim = (await claimPhoto(t.app)) as Claim;
      equal(claim.ownerId, user.id);
      const outcome = fails(nth)
        ? FAILED
        : ({ state: 'done', results: [buildResult(t.app, claim)] } as const);
      equal(await finishPhoto(t.app, claim, outcome), true);
    }
  }

  async function settledOf(user: User, batchId: string): Promise<[string, number, number | null]> {
    const { run } = await readBatch(t.app, user.id, batchId);
    return [run?.state ?? '', run?.cost ?? -1, run?.settled ?? null];
  }

  describe('1 credit = up to 20 photos of one batch', () => {
    test('14 of 14 done: 1', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 14);
      await start(user, batchId, { photoIds, cost: 1 });
      equal(await balance(user), 2);
      await work(user, 14);
      deepEqual(await settledOf(user, batchId), ['done', 1, 1]);
      equal(await balance(user), 2);
    });

    test('25 with 6 failed: hold 2, settle 1', async () => {
      const user = await t.newUser();
      const { batchId } = await t.newBatch(user, 0);
      await t.app.db.updateTable('users').set({ plan: 'dealer' }).where('id', '=', user.id).execute();
      const photoIds = await t.addReadyPhotos(user, batchId, 25);
      await start(user, batchId, { photoIds, cost: 2 });
      equal(await balance(user), 1);
      await work(user, 25, (nth) => nth < 6);
      deepEqual(await settledOf(user, batchId), ['partial', 2, 1]);
      equal(await balance(user), 2);
    });

    test('14 done then 10 added: 1 more', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 14);
      await start(user, batchId, { photoIds, cost: 1 });
      await work(user, 14);
      const added = await t.addReadyPhotos(user, batchId, 10);
      await start(user, batchId, { photoIds: added, cost: 1 });
      await work(user, 10);
      deepEqual(await settledOf(user, batchId), ['done', 1, 1]);
      equal(await balance(user), 1);
    });

    test('20 of 20 exchanged: 1', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 20);
      await start(user, batchId, { photoIds, cost: 1 });
      await work(user, 20);
      await removePhotos(t.app, user, { batchId, photoIds });
      const exchanged = await t.addReadyPhotos(user, batchId, 20);
      await start(user, batchId, { photoIds: exchanged, cost: 1 });
      await work(user, 20);
      deepEqual(await settledOf(user, batchId), ['done', 1, 1]);
    });

    for (const [done, settled] of [
      [20, 1],
      [21, 2],
    ] as const) {
      test(`40 cancelled after ${done} done: ${settled}`, async () => {
        const user = await t.newUser();
        await t.app.db.updateTable('users').set({ plan: 'dealer' }).where('id', '=', user.id).execute();
        const { batchId, photoIds } = await t.newBatch(user, 40);
        await start(user, batchId, { photoIds, cost: 2 });
        await work(user, done);
        const late = (await claimPhoto(t.app)) as Claim;
        const { run } = await readBatch(t.app, user.id, batchId);
        await cancelRun(t.app, user, { batchId, runId: run?.id ?? '' });
        deepEqual(await settledOf(user, batchId), ['cancelled', 2, settled]);
        equal(
          await finishPhoto(t.app, late, { state: 'done', results: [buildResult(t.app, late)] }),
          false,
          'late results are discarded',
        );
        equal(await balance(user), 3 - settled);
      });
    }

    test('a run with no result is free', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 3);
      await start(user, batchId, { photoIds, cost: 1 });
      await work(user, 3, () => true);
      deepEqual(await settledOf(user, batchId), ['failed', 1, 0]);
      equal(await balance(user), 3);
    });
  });

  describe('the open window of a batch', () => {
    test('the same photos again are free for 30 days, then cost anew', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 14);
      await start(user, batchId, { photoIds, cost: 1 });
      await work(user, 14);
      t.advance(29 * DAY);
      await start(user, batchId, { photoIds, cost: 0 });
      await work(user, 14);
      deepEqual(await settledOf(user, batchId), ['done', 0, 0]);
      t.advance(2 * DAY);
      await rejects(start(user, batchId, { photoIds, cost: 0 }), costIs(1));
      await start(user, batchId, { photoIds, cost: 1 });
      await work(user, 14);
      equal(await balance(user), 1);
    });

    test('photos of the window stay in it when taken out, thrown away or done for free: the next 20 count them all', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 14);
      await start(user, batchId, { photoIds, cost: 1 });
      await work(user, 14);
      await removePhotos(t.app, user, { batchId, photoIds: photoIds.slice(0, 5) });
      await trashPhotos(t.app, user, photoIds.slice(5, 8));
      const added = await t.addReadyPhotos(user, batchId, 6);
      await start(user, batchId, { photoIds: added, cost: 0 });
      await work(user, 6);
      deepEqual(await settledOf(user, batchId), ['done', 0, 0]);
      const one = await t.addReadyPhotos(user, batchId, 1);
      await rejects(start(user, batchId, { photoIds: one, cost: 0 }), costIs(1));
      await start(user, batchId, { photoIds: one, cost: 1 });
      await work(user, 1);
      deepEqual(await settledOf(user, batchId), ['done', 1, 1]);
    });

    test('the 30 days count from the last settlement above 0: a free run does not move them, a paid one does', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 20);
      const endsAt = async () => (await readBatch(t.app, user.id, batchId)).window.endsAt ?? '';
      await start(user, batchId, { photoIds, cost: 1 });
      await work(user, 20);
      const first = await endsAt();
      t.advance(10 * DAY);
      await start(user, batchId, { photoIds: photoIds.slice(0, 3), cost: 0 });
      await work(user, 3);
      equal(await endsAt(), first);
      await start(user, batchId, { photoIds: await t.addReadyPhotos(user, batchId, 1), cost: 1 });
      await work(user, 1);
      equal(Math.round((Date.parse(await endsAt()) - Date.parse(first)) / DAY), 10);
    });

    test('without a credit left the photos of the window run alone, free; with others among them they do not', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 20);
      await start(user, batchId, { photoIds, cost: 1 });
      await work(user, 20);
      for (const _ of [1, 2]) {
        const other = await t.newBatch(user, 1);
        await start(user, other.batchId, { photoIds: other.photoIds, cost: 1 });
        await work(user, 1);
      }
      const [one = ''] = await t.addReadyPhotos(user, batchId, 1);
      await rejects(start(user, batchId, { photoIds: [one], cost: 1 }), { code: 'credits/not-enough' });
      await start(user, batchId, { photoIds, cost: 0 });
      await work(user, 20);
      deepEqual(await settledOf(user, batchId), ['done', 0, 0]);
    });

    test('at most 10 free runs per batch and day', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 1);
      await start(user, batchId, { photoIds, cost: 1 });
      await work(user, 1);
      for (let n = 0; n < 10; n++) {
        await start(user, batchId, { photoIds, cost: 0 });
        await work(user, 1);
      }
      await rejects(start(user, batchId, { photoIds, cost: 0 }), { code: 'batches/too-many-free-runs' });
      t.advance(DAY);
      await start(user, batchId, { photoIds, cost: 0 });
      await work(user, 1);
    });
  });

  describe('a start', () => {
    test('with too few credits leaves no run and no hold', async () => {
      const user = await t.newUser();
      const first = await t.newBatch(user, 1);
      for (let n = 0; n < 3; n++) {
        const { batchId, photoIds } = await t.newBatch(user, 1);
        await start(user, batchId, { photoIds, cost: 1 });
        await work(user, 1);
      }
      await rejects(start(user, first.batchId, { photoIds: first.photoIds, cost: 1 }), {
        code: 'credits/not-enough',
        details: { cost: 1, balance: 0 },
      });
      const { run, state } = await readBatch(t.app, user.id, first.batchId);
      deepEqual([run, state], [null, 'draft']);
    });

    test('twice with one key is one run; the key with another body is refused', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 2);
      const once = { photoIds, cost: 1, key: 'aceeasi-cheie' };
      await Promise.all(Array.from({ length: 8 }, () => start(user, batchId, once)));
      equal((await readBatch(t.app, user.id, batchId)).run?.number, 1);
      equal(await balance(user), 2);
      const other = { ...once, photoIds: photoIds.slice(1) };
      await rejects(start(user, batchId, other), { code: 'http/idempotency-mismatch' });
      await work(user, 2);
    });

    test('from many tabs at once never spends more than there is', async () => {
      const user = await t.newUser();
      const batches = await Promise.all(Array.from({ length: 12 }, () => t.newBatch(user, 1)));
      const started = await Promise.allSettled(
        batches.map((batch) => start(user, batch.batchId, { photoIds: batch.photoIds, cost: 1 })),
      );
      equal(started.filter(({ status }) => status === 'fulfilled').length, 3);
      equal(await balance(user), 0);
      await work(user, 3);
      equal(await balance(user), 0);
    });

    test('keeps to the plan: 20 photos a batch and 2 outputs on free', async () => {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, 21);
      await rejects(start(user, batchId, { photoIds, cost: 2 }), {
        code: 'batches/too-many-photos',
        details: { limit: 20 },
      });
    });
  });

  test('held credits outlive their expiry: what comes back lives 7 days more, once', async () => {
    const user = await t.newUser();
    await give(user, 1, new Date(t.app.now().getTime() + DAY));
    const { batchId, photoIds } = await t.newBatch(user, 1);
    await start(user, batchId, { photoIds, cost: 1 });
    equal(await balance(user), 3);
    t.advance(2 * DAY);
    await work(user, 1, () => true);
    equal(await balance(user), 4);
    t.advance(8 * DAY);
    equal(await balance(user), 3);
  });
});
