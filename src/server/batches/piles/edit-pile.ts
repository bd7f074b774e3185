import type { BatchPatched } from '#contract/batch-patch.ts';
import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { editLocked } from '#server/batches/edit/edit-batch.ts';
import type { Edit } from '#server/batches/edit/edit-patch.ts';
import { lockPile } from '#server/batches/piles/pile-store.ts';

interface PileEdit extends Pick<Edit, 'recipe' | 'outputs' | 'filePattern'> {
  readonly batchId: string;
  /** The lots that it is for. */
  readonly batchIds: readonly string[];
}

/**
 * Edits lots of a pile in one transaction: either all have the recipe or none. Returns what the live stream tells of each. Throws
 * `batches/not-found` for one that is not of the pile, and as `editBatch`.
 */
export async function editPile(
  app: App,
  user: User,
  { batchId, batchIds, ...edit }: PileEdit,
): Promise<BatchPatched[]> {
  return app.change(async (unit) => {
    const asked = new Set(batchIds);
    const lots = (await lockPile(unit.tx, user.id, batchId)).filter(({ id }) => asked.has(id));
    if (lots.length < asked.size) throw new AppError('batches/not-found');
    const patches: BatchPatched[] = [];
    for (const batch of lots) patches.push(await editLocked(unit, app, { user, batch, edit }));
    return patches;
  });
}
