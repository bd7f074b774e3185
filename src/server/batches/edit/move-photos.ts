import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { putIntoBatch } from '#server/batches/edit/edit-batch.ts';
import { batchChanged, findBatch, updateBatch } from '#server/batches/store/batch-store.ts';
import { lockBatchesWith, removeMembers } from '#server/batches/store/member-store.ts';

interface Move {
  readonly photoIds: readonly string[];
  readonly batchId: string;
  /** Take the photos out of all other batches; a running run keeps what it froze. */
  readonly leave: boolean;
}

/**
 * Puts photos into a batch and, with `leave`, takes them out of the others, in one transaction. Throws `batches/not-found`,
 * `photos/not-found`, `batches/too-many-photos`.
 */
export async function movePhotos(app: App, user: User, { photoIds, batchId, leave }: Move): Promise<void> {
  await app.change(async (unit) => {
    const { tx, changes } = unit;
    const batches = await lockBatchesWith(tx, user.id, { photoIds, batchId });
    if (!batches.includes(batchId)) throw new AppError('batches/not-found');
    const batch = await findBatch(tx, user.id, batchId);
    await putIntoBatch(unit, app, { user, batch, photoIds });
    for (const id of leave ? batches.filter((otherBatchId) => otherBatchId !== batchId) : []) {
      await removeMembers(tx, id, photoIds);
      await updateBatch(tx, id, {});
      batchChanged(changes, user.id, id);
    }
    changes.list(user.id, 'photos');
  });
}
