import { deepEqual } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { User } from '#server/app.ts';
import { readUsage } from '#server/batches/gallery/usage-view.ts';
import { type Claim, claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { buildResult } from '#testing/worker.ts';

const SUNDAY = new Date('2026-11-22T12:00:00Z');
const FAILED = { state: 'failed', error: { code: 'photos/corrupt', details: {} } } as const;

describe('what one has used', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());
  const usageOf = async (user: User) => (await readUsage({ db: t.app.db, now: () => SUNDAY }, user.id)).days;

  /** A batch of `good` photos and one that fails, its run ended at the given instant. */
  async function process(user: User, good: number, at: string): Promise<void> {
    const { batchId, photoIds } = await t.newBatch(user, good + 1);
    await startBatch(t.app, user, { batchId, photoIds, cost: 1, idempotencyKey: t.app.newId('key') });
    for (const [nth] of photoIds.entries()) {
      const claim = (await claimPhoto(t.app)) as Claim;
      const done = { state: 'done', results: [buildResult(t.app, claim)] } as const;
      await finishPhoto(t.app, claim, nth === 0 ? FAILED : done);
    }
    const ended = t.app.db.updateTable('runs').set({ finished_at: new Date(at) });
    await ended.where('batch_id', '=', batchId).execute();
  }

  it('are the photos that came out and the credits they took, on the day of Bucharest on which the batch was ready', async () => {
    const user = await t.newUser();
    await process(user, 2, '2026-11-20T21:59:00Z');
    await process(user, 1, '2026-11-20T22:01:00Z');
    await process(user, 3, '2026-11-21T20:00:00Z');
    deepEqual(await usageOf(user), [
      { day: '2026-11-20', photos: 2, credits: 1 },
      { day: '2026-11-21', photos: 4, credits: 2 },
    ]);
    deepEqual(await usageOf(await t.newUser()), []);
  });

  it('goes back to the Monday of eleven weeks ago; photos under unlimited credits took none', async () => {
    const user = await t.newUser();
    const account = t.app.db.updateTable('credit_accounts').set({ unlimited_until: new Date('9999-01-01') });
    await account.where('user_id', '=', user.id).execute();
    await process(user, 1, '2026-08-30T20:59:00Z');
    await process(user, 2, '2026-08-30T21:01:00Z');
    deepEqual(await usageOf(user), [{ day: '2026-08-31', photos: 2, credits: 0 }]);
  });
});
