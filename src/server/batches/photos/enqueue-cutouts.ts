import { NO_OVERRIDES, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { needsObject } from '#domain/recipes/recipe.ts';
import type { App, Tx } from '#server/app.ts';
import { CUT_OUT } from '#server/batches/photos/make-cutout.ts';
import type { BatchRow } from '#server/batches/store/batch-store.ts';
import type { Member } from '#server/batches/store/member-store.ts';

/** Queues cut-outs before the run, in batch order, for photos whose recipe (the batch's or their own) needs the object. */
export async function enqueueCutouts(
  tx: Tx,
  app: App,
  { recipe, members }: Pick<BatchRow, 'recipe'> & { readonly members: readonly Member[] },
): Promise<void> {
  const wanted = members.filter(
    ({ state, cutout_id, cutout_failed, exception: overrides }) =>
      state === 'ready' &&
      cutout_id === null &&
      !cutout_failed &&
      needsObject(recipeFor(recipe, overrides ?? NO_OVERRIDES)),
  );
  for (const { id, owner_id } of wanted)
    await app.queue.send(tx, { ...CUT_OUT, inTurnOf: owner_id }, { photoId: id });
}
