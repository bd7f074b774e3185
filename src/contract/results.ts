import * as z from 'zod/mini';
import { quad } from '#contract/recipes/recipes.ts';
import { photoId, resultId, runId } from '#contract/wire.ts';
import { FILE_WARNINGS } from '#domain/recipes/outputs.ts';

/** One delivered file: /api/results/{id}/file (`?download=1` as an attachment under `fileName`). */
export const result = z.object({
  id: resultId,
  photoId,
  /** The run that made it. */
  runId: z.optional(runId),
  outputKey: z.string(),
  suffix: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  mediaType: z.string(),
  fileName: z.string(),
  warnings: z.array(z.enum(FILE_WARNINGS)),
  /** Measured on the file itself; null for files of older versions. */
  facts: z.nullable(
    z.object({
      whiteEdge: z.number(),
      fill: z.nullable(z.number()),
      photoSide: z.optional(z.number()),
      margin: z.optional(z.number()),
      marked: z.boolean(),
      replaced: z.boolean(),
      isClear: z.optional(z.literal(true)),
      kept: z.optional(z.literal('cut')),
      object: z.optional(
        z.object({
          pieces: z.readonly(z.array(z.object({ share: z.number(), length: z.number() }))),
          box: z.number(),
          cut: z.optional(z.boolean()),
          whole: z.optional(z.boolean()),
        }),
      ),
      /** Covered plates; missing in files of older versions. */
      covers: z.optional(z.readonly(z.array(quad))),
      /** Those of them that the file does not show at all; missing: none. */
      gone: z.optional(z.readonly(z.array(quad))),
      metadata: z.boolean(),
    }),
  ),
});
export type Result = z.infer<typeof result>;
