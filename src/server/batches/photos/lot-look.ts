import { computeFraming } from '#domain/recipes/framing.ts';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import { keepObjectWhole } from '#domain/recipes/look/keep-whole.ts';
import { buildLotLook, getFramedObject, type LotLook } from '#domain/recipes/look/lot-look.ts';
import { NO_OVERRIDES, recipeFor } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { Db, Tx } from '#server/app.ts';
import type { Member } from '#server/batches/store/member-store.ts';
import { isUsable, loadCutoutLookup } from '#server/photos/cutout-store.ts';

/**
 * Returns how the batch's objects stand on another background, measured over all its photos, so that a photo run alone stands as the
 * others; null where all keep their background. Photos without a cut-out yet and photos cropped by hand don't count.
 */
export async function readLotLook(
  db: Db | Tx,
  { recipe: batchRecipe, members }: { recipe: Recipe; members: readonly Member[] },
): Promise<LotLook | null> {
  const replaced = members.flatMap((photo) => {
    const overrides = photo.exception ?? NO_OVERRIDES;
    const recipe = recipeFor(batchRecipe, overrides);
    return recipe.background.kind === 'keep' ? [] : [{ photo, overrides, recipe }];
  });
  if (replaced.length === 0) return null;
  const cutouts = await loadCutoutLookup(
    db,
    replaced.map(({ photo }) => photo),
  );
  return buildLotLook(
    replaced.flatMap(({ photo, overrides, recipe }) => {
      const { width, height, analysis } = photo;
      const cutout = cutouts(photo);
      if (!cutout?.subject || !isUsable(cutout) || overrides.crop !== null) return [];
      if (width === null || height === null) return [];
      const subject = getBoxCorners(cutout.subject);
      const wishes = { exception: overrides, tilt: analysis?.tilt ?? null, subject };
      const level = computeFraming({ width, height }, recipe, wishes);
      const framing = recipe.background.kind === 'scene' ? keepObjectWhole(level, subject) : level;
      return [getFramedObject(framing, subject)];
    }),
  );
}
