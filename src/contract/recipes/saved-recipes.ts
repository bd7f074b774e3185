import * as z from 'zod/mini';
import { outputChoice, outputChoices, recipe } from '#contract/recipes/recipes.ts';
import { defineRoute } from '#contract/route.ts';
import { instant, nothing, recipeId } from '#contract/wire.ts';
import { LONGEST_PATTERN } from '#domain/batches/file-names.ts';
import { LONGEST_NAME } from '#domain/recipes/saved.ts';

const filePattern = z.nullable(z.string().check(z.maxLength(LONGEST_PATTERN)));
const name = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME));

export const savedRecipe = z.object({
  id: recipeId,
  name: z.string(),
  recipe,
  outputs: z.array(outputChoice),
  /** Null: a batch that takes it keeps its own. */
  filePattern: z.nullable(z.string()),
  /** A logo or another own picture in it is gone; the recipe works without. */
  incomplete: z.boolean(),
  /** New batches begin with it. */
  isDefault: z.boolean(),
  updatedAt: instant,
});
export type SavedRecipe = z.infer<typeof savedRecipe>;

export const listRecipes = defineRoute({
  method: 'GET',
  path: '/api/recipes',
  access: 'user',
  summary: 'Own saved recipes by name, and how many the limits in force allow',
  out: z.object({ recipes: z.array(savedRecipe), limit: z.int() }),
});

export const saveRecipe = defineRoute({
  method: 'POST',
  path: '/api/recipes',
  access: 'user',
  summary: 'Saves a recipe with its outputs under a new name',
  body: z.strictObject({
    name,
    recipe,
    outputs: outputChoices,
    filePattern: z.optional(filePattern),
    /** True moves it from the former default. */
    isDefault: z.optional(z.boolean()),
  }),
  out: savedRecipe,
});

export const editRecipe = defineRoute({
  method: 'PATCH',
  path: '/api/recipes/{recipeId}',
  access: 'user',
  summary: 'Renames a saved recipe or gives it another content; lots that took it keep what they have',
  params: z.object({ recipeId }),
  body: z.strictObject({
    name: z.optional(name),
    recipe: z.optional(recipe),
    outputs: z.optional(outputChoices),
    filePattern: z.optional(filePattern),
    /** True moves it from the former default. */
    isDefault: z.optional(z.boolean()),
  }),
  out: savedRecipe,
});

export const deleteRecipe = defineRoute({
  method: 'DELETE',
  path: '/api/recipes/{recipeId}',
  access: 'user',
  summary: 'Deletes a saved recipe',
  params: z.object({ recipeId }),
  out: nothing,
});
