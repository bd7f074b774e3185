import type { LotLook } from '#domain/recipes/look/lot-look.ts';
import { isOnOtherGround, measureLotLook } from '#domain/recipes/look/place-photo.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { Db, Tx } from '#server/app.ts';
import type { Member } from '#server/batches/store/member-store.ts';
import { isUsable, loadCutoutLookup } from '#server/photos/cutout-store.ts';

/** Returns how the batch's objects stand on another background; null where all keep their own. */
export async function readLotLook(
  db: Db | Tx,
  { recipe, members }: { recipe: Recipe; members: readonly Member[] },
): Promise<LotLook | null> {
  const replaced = members.filter(({ exception }) => isOnOtherGround(recipe, exception ?? NO_OVERRIDES));
  const cutouts = await loadCutoutLookup(db, replaced);
  return measureLotLook(
    recipe,
    replaced.map((photo) => {
      const { width, height, analysis, exception } = photo;
      const cutout = cutouts(photo);
      const subject = cutout !== null && isUsable(cutout) ? cutout.subject : null;
      return { width, height, overrides: exception ?? NO_OVERRIDES, tilt: analysis?.tilt ?? null, subject };
    }),
  );
}
