import * as z from 'zod/mini';
import { batchPatched, photosOrder } from '#contract/batch-patch.ts';
import { photo } from '#contract/photos.ts';
import { outputChoice, outputChoices, photoOverrides, recipe } from '#contract/recipes/recipes.ts';
import { result } from '#contract/results.ts';
import { defineRoute } from '#contract/route.ts';
import { shotList } from '#contract/shots/shot-lists.ts';
import { batchId, instant, nothing, photoId, resultId, runId } from '#contract/wire.ts';
import { LONGEST_PATTERN } from '#domain/batches/file-names.ts';
import { PHOTO_ORDERS } from '#domain/batches/order.ts';
import { BATCH_GROUPS, BATCH_STATES, RUN_PHOTO_STATES } from '#domain/batches/states.ts';
import { COVERS_AT_START } from '#domain/recipes/plates.ts';

/** An error code and its Romanian sentence. */
const reason = z.object({ code: z.string(), message: z.string() });

const runPhoto = z.object({
  state: z.enum(RUN_PHOTO_STATES),
  /** Why it failed. */
  error: z.nullable(reason),
});

/** The batch's newest run. `photoIds` in batch order; `photos` by id. */
export const run = z.object({
  id: runId,
  number: z.int(),
  state: z.enum(['queued', 'running', 'done', 'partial', 'cancelled', 'failed']),
  cost: z.int(),
  settled: z.nullable(z.int()),
  unlimited: z.boolean(),
  photoIds: z.array(photoId),
  photos: z.record(z.string(), runPhoto),
  createdAt: instant,
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
  /** It took minutes, is over, and no page has shown so yet. */
  unseen: z.boolean(),
});
export type Run = z.infer<typeof run>;

/** The batch, live under the key `batches/{id}`. */
export const batch = z.object({
  id: batchId,
  /** Counted per user, shown as LOT 0148. */
  number: z.int(),
  rev: z.int(),
  name: z.string(),
  state: z.enum(BATCH_STATES),
  recipe,
  outputs: z.array(outputChoice),
  /** Name pattern of delivered files: `{lot}_{nr:02}`. */
  filePattern: z.string(),
  /** Batch order, cover first. */
  photoIds: z.array(photoId),
  order: z.optional(photosOrder),
  photos: z.record(z.string(), photo),
  /** Differences from the batch's recipe, by photo; photos without any are missing. */
  exceptions: z.record(z.string(), photoOverrides),
  /** What it is photographed from; null or missing: no list was chosen. */
  shotList: z.optional(z.nullable(shotList)),
  run: z.nullable(run),
  /** The start requested before all photos had arrived: its highest cost, and why it did not run. */
  wantedStart: z.nullable(
    z.object({
      cost: z.int(),
      refusal: z.nullable(reason),
      /** Plates to cover besides confirmed ones; missing: none. */
      coverPlates: z.optional(z.enum(COVERS_AT_START)),
    }),
  ),
  /** Delivered files by id, newest of each photo and output. */
  results: z.record(z.string(), result),
  /** Labels of the outputs that have results. */
  outputLabels: z.record(z.string(), z.string()),
  /** The open window: photos already paid for, credits settled, its end. */
  window: z.object({ photoIds: z.array(photoId), credits: z.int(), endsAt: z.nullable(instant) }),
  /** Photos that a batch may hold: the better of the limit at the window's start and the one in force. */
  photosPerLot: z.int(),
  outputsPerRun: z.int(),
  createdAt: instant,
});
export type Batch = z.infer<typeof batch>;

/** A batch as lists show it. */
export const listedBatch = z.object({
  id: batchId,
  number: z.int(),
  name: z.string(),
  state: z.enum(BATCH_STATES),
  photoCount: z.int(),
  coverIds: z.array(photoId),
  done: z.int(),
  total: z.int(),
  /** Delivered files, which are deleted with the batch. */
  resultCount: z.int(),
  /** Every delivered file was downloaded, by itself or in a ZIP. */
  isDownloaded: z.boolean(),
  /** Until when the batch is processed again for free, or null. */
  freeUntil: z.nullable(instant),
  createdAt: instant,
});
export type ListedBatch = z.infer<typeof listedBatch>;

export const one = z.object({ batchId });
const name = z.string().check(z.maxLength(80));
export const filePattern = z.string().check(z.maxLength(LONGEST_PATTERN));

export const createBatch = defineRoute({
  method: 'POST',
  path: '/api/batches',
  access: 'user',
  summary: 'A new lot, empty or of own photos',
  body: z.strictObject({
    name: z.optional(name),
    photoIds: z.optional(z.array(photoId).check(z.maxLength(300))),
    /** Missing: the pattern of its first recipe. */
    filePattern: z.optional(filePattern),
    shotList: z.optional(shotList),
  }),
  out: batch,
});

export const listBatches = defineRoute({
  method: 'GET',
  path: '/api/batches',
  access: 'user',
  summary: 'Own lots, newest first, 60 a page',
  query: z.object({
    /** Words of the batch's name or number; diacritics and capitals do not matter. */
    q: z.optional(z.string().check(z.maxLength(100))),
    group: z.optional(z.enum(BATCH_GROUPS)),
    /** Only the lots that were made out of this one, and itself. */
    pile: z.optional(batchId),
    /** Number of the last batch of the page before. */
    before: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  }),
  out: z.object({ batches: z.array(listedBatch), next: z.nullable(z.string()) }),
});

export const readBatch = defineRoute({
  method: 'GET',
  path: '/api/batches/{batchId}',
  access: 'user',
  summary: 'One lot with its photos, newest run and results',
  params: one,
  out: batch,
});

export const editBatch = defineRoute({
  method: 'PATCH',
  path: '/api/batches/{batchId}',
  access: 'user',
  summary:
    'Name, recipe, outputs, file names, order or what single photos do differently; they belong to the next run',
  params: one,
  body: z.strictObject({
    name: z.optional(name),
    recipe: z.optional(recipe),
    outputs: z.optional(outputChoices),
    filePattern: z.optional(filePattern),
    photoIds: z.optional(z.array(photoId).check(z.maxLength(300))),
    order: z.optional(z.enum(PHOTO_ORDERS)),
    /** By photo; null returns it to the batch's recipe. Photos that aren't named keep theirs. */
    exceptions: z.optional(z.record(photoId, z.nullable(photoOverrides))),
    /** Null: it is photographed without a list from now on. */
    shotList: z.optional(z.nullable(shotList)),
  }),
  out: batchPatched,
});

export const addPhotos = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/photos',
  access: 'user',
  edits: true,
  summary: 'Adds own photos to the lot',
  params: one,
  body: z.strictObject({ photoIds: z.array(photoId).check(z.minLength(1), z.maxLength(300)) }),
  out: batch,
});

export const removePhotos = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/photos/remove',
  access: 'user',
  edits: true,
  summary: 'Takes photos out of the lot; they stay in the gallery',
  params: one,
  body: z.strictObject({ photoIds: z.array(photoId).check(z.minLength(1), z.maxLength(300)) }),
  out: batch,
});

export const startBatch = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/start',
  access: 'user',
  once: true,
  summary: 'Starts a run over the given photos at the cost the button showed',
  params: one,
  body: z.strictObject({
    photoIds: z.array(photoId).check(z.minLength(1), z.maxLength(300)),
    cost: z.int().check(z.minimum(0), z.maximum(1000)),
    /** Answer to the question about found plates: `found` confirms them in the start's own transaction. */
    coverPlates: z.optional(z.enum(COVERS_AT_START)),
    /** Photos whose found plates the person marked as wrong: no start covers these. Missing: none. */
    wrongPlatesOn: z.optional(z.array(photoId).check(z.maxLength(300))),
  }),
  out: batch,
});

export const cancelRun = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/runs/{runId}/cancel',
  access: 'user',
  summary: 'Ends the run; what is done stays and is settled, the rest comes back',
  params: z.object({ batchId, runId }),
  out: batch,
});

export const previewPhoto = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/preview',
  access: 'user',
  summary: 'JPEG of one photo through the engine of the run at screen size',
  params: one,
  body: z.strictObject({
    photoId,
    recipe,
    /** This photo's differences from the recipe, saved or not yet. */
    exception: z.optional(z.nullable(photoOverrides)),
    output: z.nullable(outputChoice),
    side: z.int().check(z.minimum(320), z.maximum(1024)),
    stage: z.enum(['before', 'after']),
    /** Render as if everything that waits on the photo were approved: its cut-out and its plates. */
    approved: z.optional(z.boolean()),
  }),
});

export const batchZip = defineRoute({
  method: 'GET',
  path: '/api/batches/{batchId}/zip',
  access: 'user',
  summary: 'All results: a folder per output, photos in lot order; exact length',
  params: one,
});

export const resultFile = defineRoute({
  method: 'GET',
  path: '/api/results/{resultId}/file',
  access: 'user',
  summary: 'One delivered file',
  params: z.object({ resultId }),
  query: z.object({ download: z.optional(z.enum(['0', '1'])) }),
});

export const resultThumbnail = defineRoute({
  method: 'GET',
  path: '/api/results/{resultId}/thumbnail',
  access: 'user',
  summary:
    'A delivered file at most 400 px wide and high, for lists (WebP); the file itself where it has no small copy',
  params: z.object({ resultId }),
});

export const duplicateBatch = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/duplicate',
  access: 'user',
  summary: 'A new lot with the same photos, recipe, outputs and exceptions, without results',
  params: one,
  out: batch,
});

export const deleteBatch = defineRoute({
  method: 'DELETE',
  path: '/api/batches/{batchId}',
  access: 'user',
  summary: 'Deletes the lot and its results; its photos stay in the gallery. Not while it runs',
  params: one,
  out: nothing,
});
