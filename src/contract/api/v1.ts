import * as z from 'zod/mini';
import * as webhooks from '#contract/api/webhooks.ts';
import * as batches from '#contract/batches.ts';
import { creditGrant } from '#contract/credits.ts';
import { photo } from '#contract/photos.ts';
import { savedRecipe } from '#contract/recipes/saved-recipes.ts';
import { result } from '#contract/results.ts';
import { defineRoute } from '#contract/route.ts';
import { batchId, instant, nothing, photoId, recipeId, resultId, runId } from '#contract/wire.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { MEDIA_TYPES } from '#domain/recipes/outputs.ts';
import { LOT_EVENTS, TEST_EVENT } from '#domain/users/webhooks.ts';

/**
 * What programs use by a key: a part of the contract that stays. Fields are those of the pages' routes; a reply is cut to its schema, so
 * that new fields of the pages reach no program unasked. Nothing here is renamed, taken out or given another meaning; fields may be added.
 */
export const API = '/api/v1';
export const API_UPLOADS_PATH = `${API}/uploads`;
export const API_DESCRIPTION_PATH = `${API}/openapi.json`;
export const API_DOCS_PATH = '/api/docs';

/** Schemas by the names that the description gives them. */
export const apiSchemas = z.registry<{ id: string }>();

function nameSchema<S extends z.ZodMiniType>(id: string, schema: S): S {
  apiSchemas.add(schema, { id });
  return schema;
}

const apiPhoto = nameSchema(
  'Photo',
  z.pick(photo, { id: true, name: true, state: true, bytes: true, refusal: true, duplicateOf: true }),
);

const apiRun = nameSchema(
  'Run',
  z.pick(batches.run, {
    id: true,
    number: true,
    state: true,
    cost: true,
    settled: true,
    unlimited: true,
    photoIds: true,
    photos: true,
    createdAt: true,
    startedAt: true,
    finishedAt: true,
  }),
);

/** What a start takes now: ready photos that an output takes, and their cost. */
const startOffer = nameSchema('StartOffer', z.object({ photoIds: z.array(photoId), cost: z.int() }));
export type StartOffer = z.infer<typeof startOffer>;

const apiBatch = nameSchema(
  'Batch',
  z.object({
    ...z.pick(batches.batch, { id: true, number: true, name: true, state: true, photoIds: true }).shape,
    photos: z.record(z.string(), apiPhoto),
    run: z.nullable(apiRun),
    /** Null: nothing can start. */
    start: z.nullable(startOffer),
    createdAt: batches.batch.shape.createdAt,
  }),
);

const apiListedBatch = nameSchema(
  'ListedBatch',
  z.pick(batches.listedBatch, {
    id: true,
    number: true,
    name: true,
    state: true,
    photoCount: true,
    done: true,
    total: true,
    resultCount: true,
    isDownloaded: true,
    freeUntil: true,
    createdAt: true,
  }),
);

const apiResult = nameSchema(
  'Result',
  z.pick(result, {
    id: true,
    photoId: true,
    outputKey: true,
    width: true,
    height: true,
    bytes: true,
    mediaType: true,
    fileName: true,
    warnings: true,
  }),
);

const apiRecipe = nameSchema(
  'Recipe',
  z.pick(savedRecipe, { id: true, name: true, isDefault: true, incomplete: true, updatedAt: true }),
);

export const apiListBatches = defineRoute({
  method: 'GET',
  path: `${API}/batches`,
  access: 'key',
  operation: { id: 'listBatches', tag: 'batches' },
  summary: 'Loturile tale, cele mai noi întâi, câte 60',
  query: z.pick(batches.listBatches.query, { q: true, group: true, before: true }),
  out: nameSchema(
    'BatchPage',
    /** `next`: `before` of the next page; null on the last one. */
    z.object({ batches: z.array(apiListedBatch), next: z.nullable(z.string()) }),
  ),
});

export const apiMakeBatch = defineRoute({
  method: 'POST',
  path: `${API}/batches`,
  access: 'key',
  operation: { id: 'makeBatch', tag: 'batches' },
  summary: 'Face un lot, cu rețeta ta de început sau cu una salvată',
  body: nameSchema(
    'NewBatch',
    z.strictObject({
      name: batches.createBatch.body.shape.name,
      /** A saved recipe with its outputs; missing: the one that new batches begin with. */
      recipeId: z.optional(recipeId),
    }),
  ),
  out: apiBatch,
});

export const apiReadBatch = defineRoute({
  method: 'GET',
  path: `${API}/batches/{batchId}`,
  access: 'key',
  operation: { id: 'readBatch', tag: 'batches' },
  summary: 'Un lot: fotografiile, ultima procesare și cât costă pornirea',
  params: batches.one,
  out: apiBatch,
});

export const apiStartBatch = defineRoute({
  method: 'POST',
  path: `${API}/batches/{batchId}/start`,
  access: 'key',
  operation: { id: 'startBatch', tag: 'batches' },
  summary:
    'Pornește procesarea fotografiilor date, la costul citit din lot. Același Idempotency-Key nu pornește de două ori',
  once: true,
  params: batches.one,
  body: nameSchema(
    'Start',
    z.strictObject({
      photoIds: batches.startBatch.body.shape.photoIds,
      cost: batches.startBatch.body.shape.cost,
      coverPlates: batches.startBatch.body.shape.coverPlates,
    }),
  ),
  out: apiBatch,
});

export const apiListResults = defineRoute({
  method: 'GET',
  path: `${API}/batches/{batchId}/results`,
  access: 'key',
  operation: { id: 'listResults', tag: 'results' },
  summary: 'Fișierele gata ale unui lot, în ordinea fotografiilor',
  params: batches.one,
  out: nameSchema('ResultList', z.object({ results: z.array(apiResult) })),
});

export const apiResultFile = defineRoute({
  method: 'GET',
  path: `${API}/results/{resultId}/file`,
  access: 'key',
  operation: { id: 'downloadResult', tag: 'results' },
  summary: 'Un fișier gata; cu Range continuă o descărcare întreruptă',
  params: z.object({ resultId }),
  sends: Object.values(MEDIA_TYPES),
});

export const apiListRecipes = defineRoute({
  method: 'GET',
  path: `${API}/recipes`,
  access: 'key',
  operation: { id: 'listRecipes', tag: 'recipes' },
  summary: 'Rețetele tale salvate, după nume',
  out: nameSchema('RecipeList', z.object({ recipes: z.array(apiRecipe) })),
});

export const apiReadCredits = defineRoute({
  method: 'GET',
  path: `${API}/credits`,
  access: 'key',
  operation: { id: 'readCredits', tag: 'credits' },
  summary: 'Creditele pe care le poți folosi acum, cu termenele lor',
  out: nameSchema(
    'Credits',
    z.object({
      /** −1 means unlimited. */
      totalCredits: z.int(),
      grants: z.array(nameSchema('Grant', z.object(creditGrant.shape))),
    }),
  ),
});

const apiWebhook = nameSchema(
  'Webhook',
  z.pick(webhooks.webhook, { id: true, url: true, events: true, state: true, createdAt: true }),
);

export const apiListWebhooks = defineRoute({
  method: 'GET',
  path: `${API}/webhooks`,
  access: 'key',
  operation: { id: 'listWebhooks', tag: 'webhooks' },
  summary: 'Adresele la care anunțăm cum s-au terminat loturile',
  out: nameSchema('WebhookList', z.object({ webhooks: z.array(apiWebhook) })),
});

export const apiMakeWebhook = defineRoute({
  method: 'POST',
  path: `${API}/webhooks`,
  access: 'key',
  operation: { id: 'makeWebhook', tag: 'webhooks' },
  event: 'webhook-made',
  summary: 'Adaugă o adresă; secretul cu care semnăm anunțurile se spune doar acum',
  body: nameSchema('NewWebhook', webhooks.newWebhook),
  out: nameSchema('MadeWebhook', z.object({ secret: z.string(), webhook: apiWebhook })),
});

export const apiEndWebhook = defineRoute({
  method: 'DELETE',
  path: `${API}/webhooks/{webhookId}`,
  access: 'key',
  operation: { id: 'endWebhook', tag: 'webhooks' },
  event: 'webhook-ended',
  summary: 'Șterge o adresă, cu anunțurile ei',
  params: webhooks.oneWebhook,
  out: nameSchema('Nothing', nothing),
});

/** The message that says how a lot ended; its `type` is one of the events that the webhook is told. */
export const lotEnded = nameSchema(
  'LotEnded',
  z.object({
    type: z.enum(LOT_EVENTS),
    timestamp: instant,
    data: z.object({
      batchId,
      runId,
      state: z.enum(['done', 'partial', 'failed']),
      /** Photos that came out, and that did not. */
      done: z.int(),
      failed: z.int(),
    }),
  }),
);
export type LotEnded = z.infer<typeof lotEnded>;

/** The message that its owner asked for. */
export const testMessage = nameSchema(
  'TestMessage',
  z.object({
    type: z.literal(TEST_EVENT),
    timestamp: instant,
    data: z.object({ webhookId: webhooks.oneWebhook.shape.webhookId }),
  }),
);
export type TestMessage = z.infer<typeof testMessage>;

/** Refusals that programs meet; others may be added. */
export const API_ERROR_CODES = [
  'auth/key-required',
  'auth/key-asleep',
  'auth/key-reads',
  'auth/suspended',
  'http/bad-request',
  'http/not-found',
  'http/wrong-host',
  'http/too-slow',
  'http/too-large',
  'http/encoded-body',
  'http/idempotency-mismatch',
  'http/too-many-requests',
  'http/too-many-downloads',
  'http/busy',
  'http/unavailable',
  'http/storage-full',
  'http/internal',
  'photos/not-found',
  'photos/empty',
  'photos/too-large-file',
  'photos/storage-full',
  'photos/disk-low',
  'photos/too-many-uploads',
  'photos/upload-busy',
  'photos/file-missing',
  'recipes/not-found',
  'recipes/invalid',
  'recipes/picture-gone',
  'recipes/preset-withdrawn',
  'batches/not-found',
  'batches/disk-low',
  'batches/empty',
  'batches/no-outputs',
  'batches/none-taken',
  'batches/too-many-photos',
  'batches/too-many-outputs',
  'batches/too-many-free-runs',
  'batches/photo-not-in-lot',
  'batches/photos-not-ready',
  'batches/already-running',
  'credits/cost-changed',
  'credits/not-enough',
  'users/webhook-address',
  'users/too-many-webhooks',
] as const satisfies readonly ErrorCode[];
