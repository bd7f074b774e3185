import { NO_EXCEPTION, recipeFor } from '#domain/recipes/exception.ts';
import { needsObject } from '#domain/recipes/recipe.ts';
import type { App, Tx } from '#server/app.ts';
import { CUT_OUT } from '#server/batches/photos/make-cutout.ts';
import type { BatchRow } from '#server/batches/store/batch-store.ts';
import type { Member } from '#server/batches/store/member-store.ts';

/** Photos whose recipe, the lot's or their own, goes by the object are cut out before the run, in lot order. */
export async function wantCutouts(
  tx: Tx,
  app: App,
  { recipe }: Pick<BatchRow, 'recipe'>,
  members: readonly Member[],
): Promise<void> {
  const wanted = members.filter(
    ({ state, cutout_id, cutout_failed, exception }) =>
      state === 'ready' &&
      cutout_id === null &&
      !cutout_failed &&
      needsObject(recipeFor(recipe, exception ?? NO_EXCEPTION)),
  );
  for (const { id, owner_id } of wanted)
    await app.queue.send(tx, CUT_OUT, { photoId: id }, { inTurnOf: owner_id });
}
