import { type Selectable, sql } from 'kysely';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type RecipeRow = Selectable<DB['recipes']>;

/**
 * Returns own recipes and keeps the person's other saves waiting until the commit: limit and names are checked before anything is written.
 */
export async function lockRecipes(tx: Tx, ownerId: string): Promise<RecipeRow[]> {
  await sql`select pg_advisory_xact_lock(7117, hashtext(${ownerId}))`.execute(tx);
  return listOwnRecipes(tx, ownerId);
}

/** Returns own recipes by name. */
export async function listOwnRecipes(db: Db | Tx, ownerId: string): Promise<RecipeRow[]> {
  return db
    .selectFrom('recipes')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy(sql`lower(name)`)
    .execute();
}

export interface NewRecipe {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  readonly filePattern: string | null;
  readonly isDefault?: boolean | undefined;
}

export async function insertRecipe(tx: Tx, recipe: NewRecipe, now: Date): Promise<void> {
  await tx
    .insertInto('recipes')
    .values({
      id: recipe.id,
      owner_id: recipe.ownerId,
      name: recipe.name,
      recipe: JSON.stringify(recipe.recipe),
      outputs: JSON.stringify(recipe.outputs),
      file_pattern: recipe.filePattern,
      is_default: recipe.isDefault ?? false,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export interface RecipeEdit {
  readonly name?: string | undefined;
  readonly recipe?: Recipe | undefined;
  readonly outputs?: readonly OutputChoice[] | undefined;
  readonly filePattern?: string | null | undefined;
  readonly isDefault?: boolean | undefined;
}

/** Changes the given parts of a recipe; undefined ones stay. */
export async function updateRecipe(
  tx: Tx,
  id: string,
  { edit, now }: { edit: RecipeEdit; now: Date },
): Promise<void> {
  await tx
    .updateTable('recipes')
    .set({
      ...(edit.name !== undefined && { name: edit.name }),
      ...(edit.recipe && { recipe: JSON.stringify(edit.recipe) }),
      ...(edit.outputs && { outputs: JSON.stringify(edit.outputs) }),
      ...(edit.filePattern !== undefined && { file_pattern: edit.filePattern }),
      ...(edit.isDefault !== undefined && { is_default: edit.isDefault }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Takes the default from the person's recipes. */
export async function clearDefault(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .updateTable('recipes')
    .set({ is_default: false })
    .where('owner_id', '=', ownerId)
    .where('is_default', '=', true)
    .execute();
}

export async function findDefaultRecipe(db: Db | Tx, ownerId: string): Promise<RecipeRow | null> {
  const row = await db
    .selectFrom('recipes')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('is_default', '=', true)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns false where the person has no such recipe. */
export async function removeRecipe(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('recipes')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function eraseRecipes(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom('recipes').where('owner_id', '=', ownerId).execute();
  await tx.deleteFrom('brand_kits').where('user_id', '=', ownerId).execute();
  await tx.deleteFrom('shot_lists').where('user_id', '=', ownerId).execute();
}
