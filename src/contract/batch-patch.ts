import * as z from 'zod/mini';
import { outputChoice, photoOverrides, recipe } from '#contract/recipes/recipes.ts';
import { shotList } from '#contract/shots/shot-lists.ts';
import { photoId } from '#contract/wire.ts';
import { PHOTO_ORDERS } from '#domain/batches/order.ts';

/** Order of the photos (photos without a time go by name), and whether there is an order by hand. */
export const photosOrder = z.object({ by: z.enum(PHOTO_ORDERS), hasHand: z.boolean() });

/** Changes of an edit. Exceptions by photo: null for one that follows the batch's recipe again. Results: those whose file name changed. */
const batchPatch = z.object({
  name: z.optional(z.string()),
  recipe: z.optional(recipe),
  outputs: z.optional(z.array(outputChoice)),
  filePattern: z.optional(z.string()),
  photoIds: z.optional(z.array(photoId)),
  order: z.optional(photosOrder),
  exceptions: z.optional(z.record(z.string(), z.nullable(photoOverrides))),
  shotList: z.optional(z.nullable(shotList)),
  results: z.optional(z.record(z.string(), z.object({ fileName: z.string() }))),
});
export type BatchPatch = z.infer<typeof batchPatch>;

/** The live stream's event for the same change, from rev − 1 to rev. */
export const batchPatched = z.object({
  type: z.literal('patch'),
  key: z.string(),
  rev: z.int(),
  patch: batchPatch,
});
export type BatchPatched = z.infer<typeof batchPatched>;
