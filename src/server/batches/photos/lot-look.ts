import { computeFraming } from '#domain/recipes/framing.ts';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import { buildLotLook, getFramedObject, type LotLook } from '#domain/recipes/look/lot-look.ts';
import { NO_OVERRIDES, recipeFor } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { Db, Tx } from '#server/app.ts';
import type { Member } from '#server/batches/store/member-store.ts';
import { isUsable, loadCutoutLookup } from '#server/photos/cutout-store.ts';

/**
 * How the batch's objects stand on another ground, of all its photos, so that one that is run by itself stands as the others. Null where all
 * keep their own. Photos whose cut-out is still to be made are not asked; those cropped by hand stand as they were cropped.
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
      return [getFramedObject(computeFraming({ width, height }, recipe, wishes), subject)];
    }),
  );
}
