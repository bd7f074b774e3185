import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { lockBatch, patchBatch } from '#server/batches/store/batch-store.ts';
import { lockRun, noteTold } from '#server/batches/store/run-store.ts';

/** A page has shown how a run ended: no mail, and no other page need tell it. */
export async function seeEnd(
  app: App,
  user: User,
  { batchId, runId }: { batchId: string; runId: string },
): Promise<void> {
  await app.change(async (tx, changes) => {
    const batch = await lockBatch(tx, user.id, batchId);
    const run = await lockRun(tx, runId);
    if (!run || run.batch_id !== batch.id) throw new AppError('batches/not-found');
    if (await noteTold(tx, run.id)) await patchBatch(tx, changes, batch, { run: { unseen: false } });
  });
}
