import { assetIds } from '#domain/recipes/assets.ts';
import { applyBrandKit } from '#domain/recipes/brand-kit.ts';
import { DEFAULT_OUTPUTS, type OutputChoice } from '#domain/recipes/outputs.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { withoutLost } from '#domain/recipes/saved.ts';
import type { Tx } from '#server/app.ts';
import { findPhotos } from '#server/photos/photo-store.ts';
import { findBrand } from '#server/recipes/brand-store.ts';
import { findDefaultRecipe } from '#server/recipes/recipe-store.ts';

/** Returns the settings of a new batch: the own default recipe or the product's, with the seller's own logo, text and plate cover. */
export async function firstSettings(
  tx: Tx,
  ownerId: string,
): Promise<{ recipe: Recipe; outputs: readonly OutputChoice[]; filePattern?: string }> {
  const own = await findDefaultRecipe(tx, ownerId);
  const wanted = applyBrandKit(own?.recipe ?? DEFAULT_RECIPE, await findBrand(tx, ownerId));
  const pictures = await findPhotos(tx, ownerId, assetIds(wanted));
  const there = new Set(
    pictures.filter(({ state, trashed_at }) => state === 'ready' && trashed_at === null).map(({ id }) => id),
  );
  const outputs = own && own.outputs.length > 0 ? own.outputs : DEFAULT_OUTPUTS;
  return {
    recipe: withoutLost(wanted, (id) => there.has(id)),
    outputs,
    ...(own?.file_pattern && { filePattern: own.file_pattern }),
  };
}
