import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { User } from '#server/app.ts';
import { removePhotos } from '#server/batches/edit/edit-batch.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { type Claim, claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { purgeDue, purgeTrash } from '#server/batches/trash/purge-photos.ts';
import { restorePhotos, trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { listPhotos } from '#server/photos/photo-view.ts';
import { photoOwners } from '#server/photos/retention-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { buildResult } from '#testing/worker.ts';

const DAY = 86_400_000;

describe('retention: keepUntil = last upload or run + days in force', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  const inDays = (days: number) => new Date(t.app.now().getTime() + days * DAY);
  const setPlan = ({ id }: User, plan: string, days: number) =>
    t.app.db
      .updateTable('users')
      .set({ plan, subscription_expires_at: inDays(days) })
      .where('id', '=', id)
      .execute();
  const gallery = (user: User, trash = false) =>
    listPhotos(t.app, user.id, { trash, logos: false, cursor: null });
  /** Days left of each photo in the gallery, in whole days, soonest first; purged ones are gone. */
  const daysLeft = async (user: User) => {
    const { photos } = await gallery(user);
    return photos
      .map(({ keepUntil }) => Math.round((Date.parse(keepUntil ?? '') - t.app.now().getTime()) / DAY))
      .sort((a, b) => a - b);
  };
  /** The clock moves on and the daily job purges. */
  const cleanUpAfter = async (days: number) => {
    t.advance(days * DAY);
    const now = t.app.now();
    await purgeTrash(t.app, now);
    for (const userId of await photoOwners(t.app.db, '', 500)) await purgeDue(t.app, userId, now);
  };
  const photos = async (user: User, n: number) => {
    const batch = await t.newBatch(user, n);
    await t.app.db
      .updateTable('photos')
      .set({ last_used_at: t.app.now() })
      .where('id', 'in', batch.photoIds)
      .execute();
    return batch;
  };
  const start = (user: User, { batchId, photoIds }: { batchId: string; photoIds: string[] }, cost = 1) =>
    startBatch(t.app, user, { batchId, photoIds, cost, idempotencyKey: t.app.newId('key') });
  const workOff = async (n: number) => {
    for (let i = 0; i < n; i++) {
      const claim = (await claimPhoto(t.app)) as Claim;
      await finishPhoto(t.app, claim, { state: 'done', results: [buildResult(t.app, claim)] });
    }
  };
  const stored = async ({ id }: User) =>
    (await t.app.db.selectFrom('users').select('stored_bytes').where('id', '=', id).executeTakeFirstOrThrow())
      .stored_bytes;

  test('free keeps 7 days from the upload, then photo and place in the batch are gone', async () => {
    const user = await t.newUser();
    const { batchId } = await photos(user, 2);
    deepEqual(await daysLeft(user), [7, 7]);
    await cleanUpAfter(6.9);
    equal((await gallery(user)).total, 2);
    const { rev } = await readBatch(t.app, user.id, batchId);
    await cleanUpAfter(0.2);
    deepEqual(await daysLeft(user), []);
    const batch = await readBatch(t.app, user.id, batchId);
    deepEqual([batch.photoIds, batch.rev > rev], [[], true]);
  });

  test('the better plan keeps longer', async () => {
    const user = await t.newUser();
    await setPlan(user, 'pro', 365);
    await photos(user, 1);
    deepEqual(await daysLeft(user), [90]);
    await cleanUpAfter(89);
    deepEqual(await daysLeft(user), [1]);
    await cleanUpAfter(1.1);
    deepEqual(await daysLeft(user), []);
  });

  test('never before its batch’s window ends, whether it is still in the batch or not; its results stay as long', async () => {
    const user = await t.newUser();
    const batch = await photos(user, 2);
    t.advance(3 * DAY);
    await start(user, batch);
    await workOff(2);
    const results = async () =>
      (await t.app.db.selectFrom('results').select('id').where('owner_id', '=', user.id).execute()).length;
    await removePhotos(t.app, user, { batchId: batch.batchId, photoIds: batch.photoIds.slice(1) });
    deepEqual(await daysLeft(user), [30, 30]);
    await cleanUpAfter(29.9);
    deepEqual([await daysLeft(user), await results()], [[0, 0], 2]);
    equal((await stored(user)) > 0, true, 'results count against the storage');
    await cleanUpAfter(0.2);
    deepEqual([await daysLeft(user), await results(), await stored(user)], [[], 0, 0]);
  });

  test('a run counts as use: the days begin anew at its end', async () => {
    const user = await t.newUser();
    await setPlan(user, 'pro', 365);
    const batch = await photos(user, 1);
    t.advance(50 * DAY);
    await start(user, batch);
    deepEqual(await daysLeft(user), [40]);
    await workOff(1);
    deepEqual(await daysLeft(user), [90]);
  });

  test('photos of a queued or running run are pinned', async () => {
    const user = await t.newUser();
    const batch = await photos(user, 2);
    await start(user, batch);
    await cleanUpAfter(20);
    equal((await gallery(user)).total, 2);
    const { run } = await readBatch(t.app, user.id, batch.batchId);
    await cancelRun(t.app, user, { batchId: batch.batchId, runId: run?.id ?? '' });
    await cleanUpAfter(0);
    equal((await gallery(user)).total, 0, 'a run that took none of them keeps none of them');
  });

  test('when limits fall nothing goes sooner than 30 days later', async () => {
    const user = await t.newUser();
    await setPlan(user, 'dealer', 40);
    await photos(user, 1);
    await cleanUpAfter(0);
    await cleanUpAfter(39.4);
    deepEqual(await daysLeft(user), [326]);
    // The plan ends; the page says so before the daily cleanup has noted it.
    t.advance(DAY);
    deepEqual(await daysLeft(user), [30]);
    await cleanUpAfter(0);
    await cleanUpAfter(29.9);
    deepEqual(await daysLeft(user), [0]);
    await photos(user, 1);
    deepEqual(await daysLeft(user), [0, 7], 'what comes after the fall gains nothing');
    await cleanUpAfter(0.2);
    deepEqual(await daysLeft(user), [7]);
  });

  test('a server that was away when the limits fell takes nothing sooner either', async () => {
    const user = await t.newUser();
    await setPlan(user, 'basic', 28);
    await photos(user, 1);
    await cleanUpAfter(0);
    await cleanUpAfter(33);
    deepEqual(await daysLeft(user), [30]);
  });

  test('the trash keeps 30 days whatever keepUntil says, and what comes back begins anew', async () => {
    const user = await t.newUser();
    const { photoIds } = await photos(user, 2);
    await trashPhotos(t.app, user, photoIds);
    await cleanUpAfter(29.9);
    const { photos: inTrash } = await gallery(user, true);
    deepEqual(
      inTrash.map(({ keepUntil, keepWarning }) => [
        Date.parse(keepUntil ?? '') > t.app.now().getTime(),
        keepWarning,
      ]),
      [
        [true, null],
        [true, null],
      ],
    );
    await restorePhotos(t.app, user, photoIds.slice(0, 1));
    await cleanUpAfter(0.2);
    deepEqual(await daysLeft(user), [7]);
    equal((await gallery(user, true)).total, 0);
  });

  test('a badge 7 days before where 30 or more are in force, and 1 day before', async () => {
    const warningsOf = async (user: User) =>
      (await gallery(user)).photos.map(({ keepWarning }) => keepWarning);
    const [free, pro] = [await t.newUser(), await t.newUser()];
    await setPlan(pro, 'pro', 365);
    await photos(free, 1);
    await photos(pro, 1);
    deepEqual([await warningsOf(free), await warningsOf(pro)], [[null], [null]]);
    t.advance(6.5 * DAY);
    deepEqual([await warningsOf(free), await warningsOf(pro)], [[1], [null]]);
    t.advance(77 * DAY);
    deepEqual(await warningsOf(pro), [7]);
    t.advance(6 * DAY);
    deepEqual(await warningsOf(pro), [1]);
  });

  test('more than one page of due photos goes in one daily cleanup, others’ stay', async () => {
    const [user, other] = [await t.newUser(), await t.newUser()];
    await setPlan(other, 'dealer', 365);
    await photos(user, 130);
    await photos(other, 3);
    await cleanUpAfter(8);
    deepEqual([(await gallery(user)).total, (await gallery(other)).total], [0, 3]);
  });
});
