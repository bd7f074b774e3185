import { AppError } from '#domain/errors.ts';
import type { App, Unit, User } from '#server/app.ts';
import { listOpenRuns } from '#server/batches/retention/erase-store.ts';
import { endRunIfOver } from '#server/batches/runs/end-run.ts';
import { RUNS_WAKE } from '#server/batches/runs/process-photos.ts';
import { lockBatch } from '#server/batches/store/batch-store.ts';
import { cancelPhotos, lockRun } from '#server/batches/store/run-store.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';

/** Takes effect in its own transaction: what is done is settled, results that come later are discarded. */
export async function cancelRun(
  app: App,
  user: User,
  input: { batchId: string; runId: string },
): Promise<void> {
  await app.change(async (unit) => {
    const { tx, changes, now } = unit;
    await lockCreditAccount(tx, user.id, now);
    const batch = await lockBatch(tx, user.id, input.batchId);
    const run = await lockRun(tx, input.runId);
    if (!run || run.batch_id !== batch.id) throw new AppError('batches/not-found');
    if (run.finished_at) throw new AppError('batches/not-running');
    await cancelPhotos(tx, run.id);
    await endRunIfOver(unit, app, { batch, run, wasCancelled: true });
    changes.afterCommit(() => app.live.wake(RUNS_WAKE));
  });
}

/** Cancels every run of an account. Returns how many. Needs the account's lock. */
export async function cancelAllRuns(unit: Unit, app: App, ownerId: string): Promise<number> {
  const { tx, changes } = unit;
  const open = await listOpenRuns(tx, ownerId);
  for (const { id, batch_id } of open) {
    const batch = await lockBatch(tx, ownerId, batch_id);
    const run = await lockRun(tx, id);
    if (!run || run.finished_at) continue;
    await cancelPhotos(tx, id);
    await endRunIfOver(unit, app, { batch, run, wasCancelled: true });
  }
  changes.afterCommit(() => app.live.wake(RUNS_WAKE));
  return open.length;
}
