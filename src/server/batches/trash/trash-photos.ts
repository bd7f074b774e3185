import type { App, Unit, User } from '#server/app.ts';
import { endRunIfOver } from '#server/batches/runs/end-run.ts';
import { batchChanged, lockBatch, updateBatch } from '#server/batches/store/batch-store.ts';
import { batchesWith } from '#server/batches/store/member-store.ts';
import { cancelPhotos, lockRun, runsWaitingFor } from '#server/batches/store/run-store.ts';
import { giveUpThrownUploads } from '#server/batches/uploads/give-up-uploads.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { setTrashed } from '#server/photos/photo-store.ts';
import { phoneUploadsAmong } from '#server/photos/upload-store.ts';

/** Moves photos to the trash for 30 days; returns their ids. A waiting photo leaves its run unpaid; one in work is finished first. */
export async function trashPhotos(app: App, user: User, photoIds: readonly string[]): Promise<string[]> {
  return app.change(async (unit) => {
    const { tx, changes, now } = unit;
    await lockCreditAccount(tx, user.id, now);
    const batches = await markBatchesChanged(unit, user, photoIds);
    const moved = await setTrashed(tx, user.id, { ids: photoIds, at: app.now(), now: app.now() });
    for (const { id, batch_id } of await runsWaitingFor(tx, moved)) {
      if (!batches.has(batch_id)) continue;
      const batch = await lockBatch(tx, user.id, batch_id);
      const run = await lockRun(tx, id);
      if (!run || run.finished_at) continue;
      await cancelPhotos(tx, id, { from: ['waiting'], only: moved });
      await endRunIfOver(unit, app, { batch, run, wasCancelled: false });
    }
    // A phone's announcement may never be followed by its bytes, and its storage would stay taken.
    await giveUpThrownUploads(unit, app, await phoneUploadsAmong(tx, moved));
    if (moved.length > 0) changes.list(user.id, 'photos');
    return moved;
  });
}

/** Takes photos out of the trash; returns their ids. */
export async function restorePhotos(app: App, user: User, photoIds: readonly string[]): Promise<string[]> {
  return app.change(async (unit) => {
    const { tx, changes } = unit;
    await markBatchesChanged(unit, user, photoIds);
    const moved = await setTrashed(tx, user.id, { ids: photoIds, at: null, now: app.now() });
    if (moved.length > 0) changes.list(user.id, 'photos');
    return moved;
  });
}

/** Locks the user's batches with these photos, tells them, and returns their ids. */
async function markBatchesChanged(
  { tx, changes }: Unit,
  user: User,
  photoIds: readonly string[],
): Promise<Set<string>> {
  const batches = (await batchesWith(tx, photoIds)).filter(({ owner_id }) => owner_id === user.id);
  for (const { id } of batches) {
    await updateBatch(tx, id, {});
    batchChanged(changes, user.id, id);
  }
  return new Set(batches.map(({ id }) => id));
}
