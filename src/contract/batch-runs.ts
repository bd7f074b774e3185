import * as z from 'zod/mini';
import { batchPatched } from '#contract/batch-patch.ts';
import { batch, filePattern, one } from '#contract/batches.ts';
import { outputChoices, recipe } from '#contract/recipes/recipes.ts';
import { defineRoute } from '#contract/route.ts';
import { batchId, nothing, photoId, runId } from '#contract/wire.ts';
import { COVERS_AT_START } from '#domain/recipes/plates.ts';

/** Keys that a sender gave its uploads. */
const uploadKeys = z.array(z.string().check(z.regex(/^[\w-]{8,100}$/))).check(z.maxLength(300));

export const wantStart = defineRoute({
  method: 'PUT',
  path: '/api/batches/{batchId}/wanted-start',
  access: 'user',
  summary: 'Starts a run over all photos once they have arrived, at no more than the cost that was shown',
  params: one,
  body: z.strictObject({
    /** Uploads of the sender that have not arrived. */
    uploadKeys,
    /** Newest run that the sender knew, null for none: once there is another, the wanted run has begun. Missing: not checked. */
    afterRun: z.optional(z.nullable(runId)),
    cost: z.int().check(z.minimum(0), z.maximum(1000)),
    /** Plates to cover besides confirmed ones, among those found by then; missing: the earlier answer stays. */
    coverPlates: z.optional(z.enum(COVERS_AT_START)),
    /** Photos whose found plates the person marked as wrong: no start covers these. Missing: none, or the earlier answer. */
    wrongPlatesOn: z.optional(z.array(photoId).check(z.maxLength(300))),
  }),
  out: batch,
});

export const dropWantedStart = defineRoute({
  method: 'DELETE',
  path: '/api/batches/{batchId}/wanted-start',
  access: 'user',
  summary: 'The lot does not start by itself any more; why it did not start has been read',
  params: one,
  out: batch,
});

export const forgetUploads = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/wanted-start/without',
  access: 'user',
  summary: 'Uploads that will not come: a wanted start waits for them no longer',
  params: one,
  body: z.strictObject({ uploadKeys }),
  out: nothing,
});

export const acknowledgeRun = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/runs/{runId}/seen',
  access: 'user',
  summary: 'A page has shown how the run ended; no mail tells it any more',
  params: z.object({ batchId, runId }),
  out: nothing,
});

export const splitBatch = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/split',
  access: 'user',
  edits: true,
  summary:
    'Moves photos into new lots with the same recipe and outputs, one for each list. Not once it has run',
  params: one,
  body: z.strictObject({
    lots: z
      .array(z.array(photoId).check(z.minLength(1), z.maxLength(300)))
      .check(z.minLength(1), z.maxLength(30)),
  }),
  out: z.object({ batchIds: z.array(batchId) }),
});

/** Most lots that a pile is divided into: each has a photo at least, and a pile holds 300. */
const MOST_LOTS = 300;

export const dividePile = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/divide',
  access: 'user',
  edits: true,
  summary:
    'Makes one lot of each list, the first of which stays this lot; all have its recipe and outputs. Not once it has run',
  params: one,
  body: z.strictObject({
    lots: z
      .array(
        z.strictObject({
          name: z.string().check(z.maxLength(80)),
          photoIds: z.array(photoId).check(z.minLength(1), z.maxLength(300)),
        }),
      )
      .check(z.minLength(2), z.maxLength(MOST_LOTS)),
  }),
  /** `pileId`: the lot whose view shows them; that of the first pile where a lot of one is divided again. */
  out: z.object({ pileId: batchId, batchIds: z.array(batchId) }),
});

export const editPile = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/lots',
  access: 'user',
  edits: true,
  summary:
    'Recipe, outputs or file names of many lots that were made out of this one, in one transaction; they belong to the next runs',
  params: one,
  body: z.strictObject({
    batchIds: z.array(batchId).check(z.minLength(1), z.maxLength(MOST_LOTS)),
    recipe: z.optional(recipe),
    outputs: z.optional(outputChoices),
    filePattern: z.optional(filePattern),
  }),
  out: z.object({ edits: z.array(batchPatched) }),
});

export const gatherPile = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/gather',
  access: 'user',
  edits: true,
  summary:
    'Puts the photos of the lots that were made out of this one back into it, but for those of lots that ran',
  params: one,
  body: z.strictObject({ name: z.string().check(z.maxLength(80)) }),
  out: z.object({ batchIds: z.array(batchId) }),
});

export const startPile = defineRoute({
  method: 'POST',
  path: '/api/starts',
  access: 'user',
  edits: true,
  once: true,
  summary:
    'Starts many lots, each by itself with its own hold, in the order given. Answers which were refused and why',
  body: z.strictObject({
    lots: z
      .array(
        z.strictObject({
          batchId,
          photoIds: z.array(photoId).check(z.minLength(1), z.maxLength(300)),
          /** Price that was shown, in credits. */
          cost: z.int().check(z.minimum(0), z.maximum(1000)),
          coverPlates: z.optional(z.enum(COVERS_AT_START)),
        }),
      )
      .check(z.minLength(1), z.maxLength(MOST_LOTS)),
  }),
  /** One for each lot in the order asked; null where it started. */
  out: z.object({ refusals: z.array(z.nullable(z.object({ code: z.string(), message: z.string() }))) }),
});

export const LONGEST_REPORT = 1000;

export const reportProblem = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/problem',
  access: 'user',
  summary: 'Writes to the operator that something did not come out well, with the id of the lot',
  params: one,
  body: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(LONGEST_REPORT)) }),
  out: nothing,
});
