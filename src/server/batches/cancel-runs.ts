import type { App, Changes, Tx } from '#server/app.ts';
import { lockBatch } from '#server/batches/batch-store.ts';
import { endRunIfOver } from '#server/batches/end-run.ts';
import { RUNS_WAKE } from '#server/batches/process-photos.ts';
import { cancelPhotos, lockRun, openRuns } from '#server/batches/run-store.ts';

/** Everything of a user that waits or works is cancelled: what is done is settled, the rest is released. Needs the account's lock. */
export async function cancelRuns(tx: Tx, changes: Changes, app: App, userId: string): Promise<number> {
  const open = await openRuns(tx, userId);
  for (const { id, batch_id } of open) {
    const batch = await lockBatch(tx, userId, batch_id);
    const run = await lockRun(tx, id);
    if (!run || run.finished_at) continue;
    await cancelPhotos(tx, run.id);
    await endRunIfOver(tx, changes, app, { batch, run, wasCancelled: true });
  }
  if (open.length > 0) changes.afterCommit(() => app.live.wake(RUNS_WAKE));
  return open.length;
}
