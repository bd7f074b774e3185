import { DEFAULT_PATTERN } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import { withCommaLetters } from '#domain/language/fold.ts';
import { cleanName } from '#domain/photos/limits.ts';
import { assetIds } from '#domain/recipes/assets.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { LONGEST_NAME } from '#domain/recipes/saved.ts';
import type { App, Tx, User } from '#server/app.ts';
import { findPhotos } from '#server/photos/photo-store.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import { refuseUnknownPresets } from '#server/recipes/batch-outputs.ts';
import { checkedPattern } from '#server/recipes/checked-pattern.ts';
import {
  clearDefault,
  insertRecipe,
  lockRecipes,
  type RecipeEdit,
  type RecipeRow,
  removeRecipe,
  updateRecipe,
} from '#server/recipes/recipe-store.ts';
import { keepUser } from '#server/users/user-store.ts';

interface Content {
  readonly name: string;
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  readonly filePattern?: string | null | undefined;
  readonly isDefault?: boolean | undefined;
}

/**
 * Saves a recipe and returns its id. Recipes above the limits in force stay, but no more can be saved. Throws recipes/too-many with the
 * limit, recipes/name-taken with the other recipe's id, recipes/invalid, photos/not-found, auth/session-required for a deleted account.
 */
export async function saveRecipe(app: App, user: User, content: Content): Promise<string> {
  const id = app.newId('rec');
  await app.change(async ({ tx, changes }) => {
    await keepUser(tx, user.id);
    const own = await lockRecipes(tx, user.id);
    const { savedRecipes } = await limitsInForce(tx, user.id, app.now());
    const name = unusedName(own, content.name, id);
    if (own.length >= savedRecipes) throw new AppError('recipes/too-many', { limit: savedRecipes });
    await refuseForeign(tx, app, { user, edit: content });
    if (content.isDefault) await clearDefault(tx, user.id);
    await insertRecipe(
      tx,
      { ...content, id, ownerId: user.id, name, filePattern: storedPattern(content.filePattern) ?? null },
      app.now(),
    );
    changes.list(user.id, 'recipes');
  });
  return id;
}

/** Throws recipes/not-found, recipes/name-taken with the other recipe's id, recipes/invalid, photos/not-found. */
export async function editRecipe(
  app: App,
  user: User,
  { id, edit }: { id: string; edit: RecipeEdit },
): Promise<void> {
  await app.change(async ({ tx, changes }) => {
    const own = await lockRecipes(tx, user.id);
    if (!own.some((recipe) => recipe.id === id)) throw new AppError('recipes/not-found');
    const name = edit.name === undefined ? undefined : unusedName(own, edit.name, id);
    await refuseForeign(tx, app, { user, edit });
    if (edit.isDefault) await clearDefault(tx, user.id);
    await updateRecipe(tx, id, {
      edit: { ...edit, name, filePattern: storedPattern(edit.filePattern) },
      now: app.now(),
    });
    changes.list(user.id, 'recipes');
  });
}

/** Throws recipes/not-found. */
export async function deleteRecipe(app: App, user: User, id: string): Promise<void> {
  await app.change(async ({ tx, changes }) => {
    if (!(await removeRecipe(tx, user.id, id))) throw new AppError('recipes/not-found');
    changes.list(user.id, 'recipes');
  });
}

/** Returns null for the product's own pattern: batches then keep theirs. */
function storedPattern(wanted: string | null | undefined): string | null | undefined {
  if (wanted === null || wanted === undefined) return wanted;
  const pattern = checkedPattern(wanted);
  return pattern === DEFAULT_PATTERN ? null : pattern;
}

function unusedName(own: readonly RecipeRow[], wanted: string, id: string): string {
  const name = cleanName(withCommaLetters(wanted).replaceAll('/', '-'), '').slice(0, LONGEST_NAME).trim();
  if (name === '') throw new AppError('recipes/invalid');
  const taken = own.find((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase());
  if (taken) throw new AppError('recipes/name-taken', { recipeId: taken.id });
  return name;
}

async function refuseForeign(
  tx: Tx,
  app: App,
  { user, edit: { recipe, outputs } }: { user: User; edit: RecipeEdit },
): Promise<void> {
  if (outputs) await refuseUnknownPresets(tx, outputs, app.now());
  const wanted = recipe ? assetIds(recipe) : [];
  const own = await findPhotos(tx, user.id, wanted);
  if (own.filter(({ state }) => state === 'ready').length < wanted.length)
    throw new AppError('photos/not-found');
}
