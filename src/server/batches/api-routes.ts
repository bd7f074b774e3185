import * as api from '#contract/api/v1.ts';
import type { Batch } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { partByOutputs, rulesOfChoices } from '#domain/batches/taken-photos.ts';
import { runCost } from '#domain/credits/cost.ts';
import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { sendResult } from '#server/batches/downloads/result-file.ts';
import { createBatch, editBatch } from '#server/batches/edit/edit-batch.ts';
import { LOTS_MADE, STARTS } from '#server/batches/paces.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { listBatches } from '#server/batches/store/batch-list-view.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { findResult } from '#server/batches/store/result-store.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { readIdempotencyKey } from '#server/http/idempotency-key.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { refuseUnknownPresets } from '#server/recipes/batch-outputs.ts';
import { presetsAt } from '#server/recipes/preset-store.ts';
import { readRecipe } from '#server/recipes/recipe-view.ts';

/** Routes of batches for programs: the use cases of the pages, and their limits. */
export function batchApiRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(api.apiListBatches, ({ user, query }) => listBatches(app, user.id, query)),
    implementRoute(api.apiReadBatch, ({ user, params }) => readForProgram(app, user, params.batchId)),
    implementRoute(api.apiMakeBatch, async ({ user, body }) => {
      await consumeRateLimit(app, `lots:${user.id}`, { limit: LOTS_MADE, code: 'http/too-many-requests' });
      return readForProgram(app, user, await makeBatch(app, user, body));
    }),
    implementRoute(api.apiStartBatch, async ({ user, params, body, request }) => {
      await consumeRateLimit(app, `start:${user.id}`, { limit: STARTS, code: 'http/too-many-requests' });
      await startBatch(app, user, { ...params, ...body, idempotencyKey: readIdempotencyKey(request) });
      return readForProgram(app, user, params.batchId);
    }),
    implementRoute(api.apiListResults, async ({ user, params }) => {
      const { photoIds, results } = await readBatch(app, user.id, params.batchId);
      const placeOf = new Map(photoIds.map((id, at) => [id, at]));
      const inOrder = Object.values(results).toSorted(
        (a, b) => (placeOf.get(a.photoId) ?? 0) - (placeOf.get(b.photoId) ?? 0),
      );
      return { results: inOrder };
    }),
    implementRoute(api.apiResultFile, async ({ user, params, reply }) => {
      const row = await findResult(app.db, user.id, params.resultId);
      if (!row) throw new AppError('photos/file-missing');
      return sendResult(app, { user, reply }, { row, isForGuest: true });
    }),
  ];
}

/** Makes a batch with the first settings, or with a saved recipe. Throws `recipes/not-found` and what createBatch and editBatch throw. */
async function makeBatch(
  app: App,
  user: User,
  { name, recipeId }: { name?: string | undefined; recipeId?: string | undefined },
): Promise<string> {
  if (recipeId === undefined) return createBatch(app, user, { name });
  const { recipe, outputs, filePattern } = await readRecipe(app, user.id, recipeId);
  // Before the batch is there: one that cannot be edited would stay empty.
  await refuseUnknownPresets(app.db, outputs, app.now());
  const batchId = await createBatch(app, user, { name, ...(filePattern !== null && { filePattern }) });
  await editBatch(app, user, { batchId, edit: { recipe, outputs } });
  return batchId;
}

async function readForProgram(app: App, user: User, batchId: string) {
  const batch = await readBatch(app, user.id, batchId);
  return { ...batch, start: quoteStart(batch, await presetsAt(app.db, app.now())) };
}

/** Returns what a start over all ready photos takes and costs; null where nothing can start. */
function quoteStart(
  { state, photoIds, photos, outputs, window }: Batch,
  presets: Parameters<typeof rulesOfChoices>[1],
): api.StartOffer | null {
  const ready = photoIds.filter((id) => photos[id]?.state === 'ready');
  const rules = rulesOfChoices(outputs, presets);
  const { taken } = partByOutputs(ready, { outputs: rules, coverId: ready[0] ?? null });
  if (taken.length === 0 || isRunning(state)) return null;
  return { photoIds: [...taken], cost: runCost(window, taken) };
}
