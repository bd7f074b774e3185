import type { App, Changes, Tx } from '#server/app.ts';
import { openRunsOf } from '#server/batches/retention/erase-store.ts';
import { endRunIfOver } from '#server/batches/runs/end-run.ts';
import { RUNS_WAKE } from '#server/batches/runs/process-photos.ts';
import { lockBatch } from '#server/batches/store/batch-store.ts';
import { cancelPhotos, lockRun } from '#server/batches/store/run-store.ts';

/** Cancels every run of an account. Returns how many. Needs the account's lock. */
export async function cancelAllRuns(tx: Tx, changes: Changes, app: App, ownerId: string): Promise<number> {
  const open = await openRunsOf(tx, ownerId);
  for (const { id, batch_id } of open) {
    const batch = await lockBatch(tx, ownerId, batch_id);
    const run = await lockRun(tx, id);
    if (!run || run.finished_at) continue;
    await cancelPhotos(tx, id);
    await endRunIfOver(tx, changes, app, { batch, run, wasCancelled: true });
  }
  changes.afterCommit(() => app.live.wake(RUNS_WAKE));
  return open.length;
}
