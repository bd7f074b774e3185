import type { SavedRecipe } from '#contract/recipes/saved-recipes.ts';
import { AppError } from '#domain/errors.ts';
import { assetIds } from '#domain/recipes/assets.ts';
import { withoutLost } from '#domain/recipes/saved.ts';
import type { App } from '#server/app.ts';
import { findPhotos } from '#server/photos/photo-store.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import { listOwnRecipes, type RecipeRow } from '#server/recipes/recipe-store.ts';

export async function listRecipes(
  app: App,
  ownerId: string,
): Promise<{ recipes: SavedRecipe[]; limit: number }> {
  const rows = await listOwnRecipes(app.db, ownerId);
  const { savedRecipes } = await limitsInForce(app.db, ownerId, app.now());
  const wanted = [...new Set(rows.flatMap(({ recipe }) => assetIds(recipe)))];
  const there = new Set(
    (await findPhotos(app.db, ownerId, wanted))
      .filter(({ state, trashed_at }) => state === 'ready' && trashed_at === null)
      .map(({ id }) => id),
  );
  return { recipes: rows.map((row) => asSaved(row, there)), limit: savedRecipes };
}

function asSaved(row: RecipeRow, there: ReadonlySet<string>): SavedRecipe {
  return {
    id: row.id,
    name: row.name,
    recipe: withoutLost(row.recipe, (id) => there.has(id)),
    outputs: row.outputs,
    filePattern: row.file_pattern,
    isDefault: row.is_default,
    incomplete: assetIds(row.recipe).some((id) => !there.has(id)),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function readRecipe(app: App, ownerId: string, id: string): Promise<SavedRecipe> {
  const { recipes } = await listRecipes(app, ownerId);
  const found = recipes.find((recipe) => recipe.id === id);
  if (!found) throw new AppError('recipes/not-found');
  return found;
}
