import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { putIntoLot } from '#server/batches/edit/edit-batch.ts';
import { batchChanged, findBatch, updateBatch } from '#server/batches/store/batch-store.ts';
import { lockLotsWith, removeMembers } from '#server/batches/store/member-store.ts';

interface Move {
  readonly photoIds: readonly string[];
  readonly batchId: string;
  /** Out of all other lots; a running one goes on with what it froze. */
  readonly leave: boolean;
}

/** Puts photos into a lot, and takes them out of the others in the same breath. */
export async function movePhotos(app: App, user: User, { photoIds, batchId, leave }: Move): Promise<void> {
  await app.change(async (tx, changes) => {
    const lots = await lockLotsWith(tx, user.id, photoIds, batchId);
    if (!lots.includes(batchId)) throw new AppError('batches/not-found');
    const batch = await findBatch(tx, user.id, batchId);
    await putIntoLot(tx, changes, app, { user, batch, photoIds });
    for (const id of leave ? lots.filter((lot) => lot !== batchId) : []) {
      await removeMembers(tx, id, photoIds);
      await updateBatch(tx, id, {});
      batchChanged(changes, user.id, id);
    }
    changes.list(user.id, 'photos');
  });
}
