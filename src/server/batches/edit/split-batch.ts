import { splitName } from '#domain/batches/lot-name.ts';
import { isRunning } from '#domain/batches/states.ts';
import { AppError } from '#domain/errors.ts';
import type { App, Unit, User } from '#server/app.ts';
import { findStarted } from '#server/batches/piles/pile-store.ts';
import {
  type BatchRow,
  batchChanged,
  getPhotoOrder,
  insertBatch,
  lockBatch,
  updateBatch,
} from '#server/batches/store/batch-store.ts';
import { copyMembers, listMembers, type Member, removeMembers } from '#server/batches/store/member-store.ts';

interface Split {
  readonly batchId: string;
  /** Photo ids of each new batch. */
  readonly lots: readonly (readonly string[])[];
}

/**
 * Moves photos into new batches with the same recipe, outputs, file names and overrides; returns the new ids. A batch that has run keeps its
 * photos: their files would go out of sight, and their free redo with them. Throws `batches/not-found`, `batches/already-running`,
 * `batches/has-run`, `batches/photo-not-in-lot`.
 */
export async function splitBatch(app: App, user: User, { batchId, lots }: Split): Promise<string[]> {
  return app.change(async (unit) => {
    const { tx, changes } = unit;
    const batch = await lockBatch(tx, user.id, batchId);
    if (isRunning(batch.state)) throw new AppError('batches/already-running');
    if ((await findStarted(tx, [batchId])).size > 0) throw new AppError('batches/has-run');
    const byId = new Map(
      (await listMembers(tx, batchId, getPhotoOrder(batch))).map((member) => [member.id, member]),
    );
    const moved = new Set<string>();
    const made: string[] = [];
    for (const [index, photoIds] of lots.entries()) {
      const members = photoIds.flatMap((id) => byId.get(id) ?? []);
      // A photo moved meanwhile or named twice: the second of two tabs is refused, so the split is done once.
      if (members.length < photoIds.length || photoIds.some((id) => moved.has(id)))
        throw new AppError('batches/photo-not-in-lot');
      for (const id of photoIds) moved.add(id);
      made.push(await makeLotFrom(unit, app, { batch, members, name: splitName(batch.name, index + 2) }));
    }
    await removeMembers(tx, batchId, [...moved]);
    await updateBatch(tx, batchId, {});
    batchChanged(changes, user.id, batchId);
    changes.list(user.id, 'photos');
    return made;
  });
}

/** Makes a lot of some of a batch's photos with its settings; the photos are still in the batch, too. Returns the new id. */
export async function makeLotFrom(
  unit: Unit,
  app: App,
  { batch, members, name }: { batch: BatchRow; members: readonly Member[]; name: string },
): Promise<string> {
  const { tx } = unit;
  const id = app.newId('lot');
  await insertBatch(unit, {
    id,
    ownerId: batch.owner_id,
    name,
    recipe: batch.recipe,
    outputs: batch.outputs,
  });
  await copyMembers(tx, id, members);
  await updateBatch(tx, id, {
    filePattern: batch.file_pattern,
    orderedByHand: batch.ordered_by_hand,
    photoOrder: batch.photo_order,
  });
  return id;
}
