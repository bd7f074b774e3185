import * as z from 'zod/mini';
import { outputChoice, photoOverrides, recipe } from '#contract/recipes/recipes.ts';
import { photoId } from '#contract/wire.ts';
import { PHOTO_ORDERS } from '#domain/batches/order.ts';

/** How photos stand (by time goes by name where one has none), and whether there is an order made by hand. */
export const photosOrder = z.object({ by: z.enum(PHOTO_ORDERS), hasHand: z.boolean() });

/** What an edit changed: exceptions by photo, null for one that follows the batch's recipe again; results whose files are called otherwise. */
const batchPatch = z.object({
  name: z.optional(z.string()),
  recipe: z.optional(recipe),
  outputs: z.optional(z.array(outputChoice)),
  filePattern: z.optional(z.string()),
  photoIds: z.optional(z.array(photoId)),
  order: z.optional(photosOrder),
  exceptions: z.optional(z.record(z.string(), z.nullable(photoOverrides))),
  results: z.optional(z.record(z.string(), z.object({ fileName: z.string() }))),
});
export type BatchPatch = z.infer<typeof batchPatch>;

/** The very event that the live stream carries of the same change: it leads from rev − 1 to rev. */
export const batchPatched = z.object({
  type: z.literal('patch'),
  key: z.string(),
  rev: z.int(),
  patch: batchPatch,
});
export type BatchPatched = z.infer<typeof batchPatched>;
