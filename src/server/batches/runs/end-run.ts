import { finalState, RUN_PHOTO_STATES, type RunPhotoState } from '#domain/batches/states.ts';
import { type CreditWindow, computeSettlement, windowEnd } from '#domain/credits/cost.ts';
import { AppError } from '#domain/errors.ts';
import type { App, Tx, Unit, User } from '#server/app.ts';
import {
  type BatchRow,
  batchChanged,
  isWindowOpen,
  lockBatch,
  moveWindow,
  patchBatch,
  updateBatch,
} from '#server/batches/store/batch-store.ts';
import { deleteResultsNotTaken } from '#server/batches/store/result-store.ts';
import {
  assetsOfRun,
  closeRun,
  hasOpenPhotos,
  lockRun,
  markNotified,
  type RunRow,
  runPhotos,
} from '#server/batches/store/run-store.ts';
import { settleHold } from '#server/credits/hold-store.ts';
import { markUsed } from '#server/photos/photo-store.ts';
import { letGoOfFiles } from '#server/photos/remove-files.ts';
import { raiseUserRev } from '#server/users/user-store.ts';
import { noteLotEnd } from '#server/webhooks/note-lot-end.ts';

/**
 * Ends a run once no photo waits or is in work: settles finished photos, releases the rest of the hold, moves the window. Returns false
 * while photos are open. Needs the locks of account, batch and run.
 */
export async function endRunIfOver(
  unit: Unit,
  app: App,
  rows: { batch: BatchRow; run: RunRow; wasCancelled: boolean },
): Promise<boolean> {
  const { tx, changes } = unit;
  const { batch, run } = rows;
  if (await hasOpenPhotos(tx, run.id)) return false;
  const photos = await runPhotos(tx, run.id);
  const now = app.now();
  const done = photos.filter(({ state }) => state === 'done').map(({ photo_id }) => photo_id);
  const window: CreditWindow = { photoIds: run.window_photo_ids, credits: run.window_credits };
  const settled = computeSettlement(window, done, run.cost);
  if (run.cost > 0 && !run.unlimited) await settleHold(tx, run.owner_id, { ref: run.id, settled, now });
  await moveBatchWindow(tx, { batch, run, done, settled, now });
  const counts = Object.fromEntries(
    RUN_PHOTO_STATES.map((state) => [state, photos.filter((photo) => photo.state === state).length]),
  ) as Record<RunPhotoState, number>;
  const state = finalState(counts, rows.wasCancelled);
  const used = photos.filter(({ state }) => state !== 'cancelled').map(({ photo_id }) => photo_id);
  await markUsed(tx, [...used, ...(await assetsOfRun(tx, run.id))], now);
  await closeRun(tx, run, { state, settled, now });
  if (done.length > 0) await letGoOfFiles(unit, app, await deleteResultsNotTaken(tx, run));
  await updateBatch(tx, batch.id, { state });
  const end = { ownerId: run.owner_id, batchId: batch.id, runId: run.id, state, now };
  await noteLotEnd(tx, app, { ...end, done: counts.done, failed: counts.failed });
  batchChanged(changes, run.owner_id, batch.id);
  await raiseUserRev(unit, run.owner_id);
  return true;
}

/** A settlement above 0 opens or extends the window; a free run only adds its photos to an open one. */
async function moveBatchWindow(
  tx: Tx,
  end: { batch: BatchRow; run: RunRow; done: string[]; settled: number; now: Date },
): Promise<void> {
  const { batch, run, done, settled, now } = end;
  const wasOpen = run.window_credits > 0;
  if (settled === 0 && !(wasOpen && isWindowOpen(batch, now))) return;
  await moveWindow(tx, batch.id, {
    donePhotoIds: done,
    credits: run.window_credits + settled,
    endsAt: windowEnd(settled, batch.window_ends_at, now),
    limits: run.limits,
    isNew: !wasOpen,
  });
}

/** Notes that a page has shown how a run ended: no mail and no other page need say it. Throws `batches/not-found`. */
export async function acknowledgeRun(
  app: App,
  user: User,
  { batchId, runId }: { batchId: string; runId: string },
): Promise<void> {
  await app.change(async (unit) => {
    const { tx } = unit;
    const batch = await lockBatch(tx, user.id, batchId);
    const run = await lockRun(tx, runId);
    if (!run || run.batch_id !== batch.id) throw new AppError('batches/not-found');
    if (await markNotified(tx, run.id)) await patchBatch(unit, batch, { run: { unseen: false } });
  });
}
