import type { App, User } from '#server/app.ts';
import { findBatch, getPhotoOrder, insertBatch, updateBatch } from '#server/batches/store/batch-store.ts';
import { shownMembers } from '#server/batches/store/batch-view.ts';
import { copyMembers, listMembers } from '#server/batches/store/member-store.ts';

const LONGEST = 80;
const COPY = ' (copie)';

/**
 * Copies a batch with its photos, order, recipe, outputs, file names and overrides, but no results and no window. Returns the new batch's
 * id. Throws `batches/not-found`.
 */
export async function duplicateBatch(app: App, user: User, batchId: string): Promise<string> {
  const id = app.newId('lot');
  await app.change(async (unit) => {
    const { tx } = unit;
    const batch = await findBatch(tx, user.id, batchId);
    const members = shownMembers(await listMembers(tx, batchId, getPhotoOrder(batch)));
    const name = [...batch.name].slice(0, LONGEST - COPY.length).join('');
    await insertBatch(unit, {
      id,
      ownerId: user.id,
      name: `${name}${COPY}`,
      recipe: batch.recipe,
      outputs: batch.outputs,
    });
    await copyMembers(tx, id, members);
    await updateBatch(tx, id, {
      filePattern: batch.file_pattern,
      orderedByHand: batch.ordered_by_hand,
      photoOrder: batch.photo_order,
      shotList: batch.shot_list,
    });
  });
  return id;
}
