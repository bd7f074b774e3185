import type { FastifyReply } from 'fastify';
import * as runs from '#contract/batch-runs.ts';
import * as contract from '#contract/batches.ts';
import * as photos from '#contract/photos.ts';
import * as testImages from '#contract/recipes/test-images.ts';
import * as tries from '#contract/recipes/try-photo.ts';
import { AppError } from '#domain/errors.ts';
import { MEDIA_TYPES } from '#domain/recipes/outputs.ts';
import type { App } from '#server/app.ts';
import { sendZip } from '#server/batches/downloads/note-download.ts';
import { sendResult } from '#server/batches/downloads/result-file.ts';
import { zipBatch } from '#server/batches/downloads/zip-downloads.ts';
import { duplicateBatch } from '#server/batches/edit/duplicate-batch.ts';
import {
  addPhotos,
  createBatch,
  deleteBatch,
  editBatch,
  removePhotos,
} from '#server/batches/edit/edit-batch.ts';
import { splitBatch } from '#server/batches/edit/split-batch.ts';
import { LOTS_MADE, STARTS } from '#server/batches/paces.ts';
import { approveCutouts, confirmPlates, takeBackApprovals } from '#server/batches/photos/edit-photo.ts';
import { approveCutout, makeCutout } from '#server/batches/photos/make-cutout.ts';
import { sketchObject } from '#server/batches/photos/sketch-object.ts';
import { dividePile } from '#server/batches/piles/divide-pile.ts';
import { editPile } from '#server/batches/piles/edit-pile.ts';
import { gatherPile } from '#server/batches/piles/gather-pile.ts';
import { startPile } from '#server/batches/piles/start-pile.ts';
import { cutTestImage, readTestImageMask } from '#server/batches/previews/cut-test-image.ts';
import { previewPhoto } from '#server/batches/previews/preview-photo.ts';
import { visitorTries } from '#server/batches/previews/try-photo.ts';
import { takeTestImage, tryRecipe } from '#server/batches/previews/try-recipe.ts';
import { reportProblem } from '#server/batches/report-problem.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { acknowledgeRun } from '#server/batches/runs/end-run.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { dropWantedStart, waitNoLonger, wantStart } from '#server/batches/runs/want-start.ts';
import { listBatches } from '#server/batches/store/batch-list-view.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { filesOfResults, findResult } from '#server/batches/store/result-store.ts';
import { purgeThrown } from '#server/batches/trash/purge-photos.ts';
import { restorePhotos, trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { takePicture } from '#server/batches/uploads/take-picture.ts';
import { toIncomingPicture } from '#server/http/files/receive-picture.ts';
import { sendFile, sendSmallCopy } from '#server/http/files/send-file.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { readIdempotencyKey } from '#server/http/idempotency-key.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { hasBody } from '#server/http/limits/slow-bodies.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';
import { asCutout } from '#server/photos/cutout-view.ts';
import { thumbnailKey } from '#server/photos/file-keys.ts';

const REPORTS = { hits: 10, seconds: 86_400 };
/** A dragged slider asks about ten times a second, both stages together. */
const previews = tokenBuckets({ burst: 300, perSecond: 10 });
const testImagePreviews = tokenBuckets({ burst: 300, perSecond: 10 });
const testImageCutouts = tokenBuckets({ burst: 60, perSecond: 0.5 });
/** A corner moved by the arrow keys is saved a few times a second. */
const plateEdits = tokenBuckets({ burst: 120, perSecond: 3 });
/** One per brush stroke; every drawing is kept for a day. */
const CUTOUTS = { hits: 3000, seconds: 86_400 };
const cutouts = tokenBuckets({ burst: 60, perSecond: 1 });
/** Every open page on every device says it. */
const ends = tokenBuckets({ burst: 60, perSecond: 1 });

export function batchRoutes(app: App): RouteHandler[] {
  return [
    ...ownBatchRoutes(app),
    ...runRoutes(app),
    ...resultRoutes(app),
    ...cutoutRoutes(app),
    ...testImageRoutes(app),
    ...tryRoutes(app),
  ];
}

function ownBatchRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.createBatch, async ({ user, body }) => {
      await consumeRateLimit(app, `lots:${user.id}`, { limit: LOTS_MADE, code: 'http/too-many-requests' });
      return readBatch(app, user.id, await createBatch(app, user, body));
    }),
    implementRoute(contract.listBatches, ({ user, query }) => listBatches(app, user.id, query)),
    implementRoute(contract.readBatch, ({ user, params }) => readBatch(app, user.id, params.batchId)),
    implementRoute(contract.editBatch, ({ user, params, body }) =>
      editBatch(app, user, { batchId: params.batchId, edit: body }),
    ),
    implementRoute(contract.addPhotos, async ({ user, params, body }) => {
      await addPhotos(app, user, { batchId: params.batchId, photoIds: body.photoIds });
      return readBatch(app, user.id, params.batchId);
    }),
    implementRoute(contract.removePhotos, async ({ user, params, body }) => {
      await removePhotos(app, user, { batchId: params.batchId, photoIds: body.photoIds });
      return readBatch(app, user.id, params.batchId);
    }),
    implementRoute(contract.duplicateBatch, async ({ user, params }) => {
      await consumeRateLimit(app, `lots:${user.id}`, { limit: LOTS_MADE, code: 'http/too-many-requests' });
      return readBatch(app, user.id, await duplicateBatch(app, user, params.batchId));
    }),
    implementRoute(runs.splitBatch, async ({ user, params, body }) => {
      await consumeRateLimit(app, `lots:${user.id}`, { limit: LOTS_MADE, code: 'http/too-many-requests' });
      return { batchIds: await splitBatch(app, user, { ...params, lots: body.lots }) };
    }),
    implementRoute(runs.dividePile, async ({ user, params, body }) => {
      await consumeRateLimit(app, `lots:${user.id}`, { limit: LOTS_MADE, code: 'http/too-many-requests' });
      return dividePile(app, user, { ...params, lots: body.lots });
    }),
    implementRoute(runs.editPile, async ({ user, params, body }) => ({
      edits: await editPile(app, user, { ...params, ...body }),
    })),
    implementRoute(runs.gatherPile, async ({ user, params, body }) => ({
      batchIds: await gatherPile(app, user, { ...params, name: body.name }),
    })),
    implementRoute(contract.deleteBatch, async ({ user, params }) => {
      await deleteBatch(app, user, params.batchId);
      return {};
    }),
    implementRoute(photos.takePicture, async ({ user, query, request }) => ({
      photoId: await takePicture(app, user, {
        picture: toIncomingPicture(request),
        name: query.name ?? '',
        isLogo: query.as === 'logo',
      }),
    })),
    implementRoute(photos.trashPhotos, async ({ user, body }) => ({
      photoIds: await trashPhotos(app, user, body.photoIds),
    })),
    implementRoute(photos.purgePhotos, async ({ user, body }) => ({
      photoIds: await purgeThrown(app, user, body.photoIds),
    })),
    implementRoute(photos.confirmPlates, async ({ user, body }) => {
      plateEdits.take(user.id);
      return { photoIds: await confirmPlates(app, user, body.photos) };
    }),
    implementRoute(photos.approveCutouts, async ({ user, body }) => ({
      photoIds: await approveCutouts(app, user, body.photos),
    })),
    implementRoute(photos.takeBackApprovals, async ({ user, body }) => ({
      photoIds: await takeBackApprovals(app, user, body.photos),
    })),
    implementRoute(photos.restorePhotos, async ({ user, body }) => ({
      photoIds: await restorePhotos(app, user, body.photoIds),
    })),
  ];
}

function runRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.startBatch, async ({ user, params, body, request }) => {
      await consumeRateLimit(app, `start:${user.id}`, { limit: STARTS, code: 'http/too-many-requests' });
      await startBatch(app, user, { ...params, ...body, idempotencyKey: readIdempotencyKey(request) });
      return readBatch(app, user.id, params.batchId);
    }),
    implementRoute(runs.startPile, async ({ user, body, request }) => {
      await consumeRateLimit(app, `start:${user.id}`, { limit: STARTS, code: 'http/too-many-requests' });
      return {
        refusals: await startPile(app, user, { ...body, idempotencyKey: readIdempotencyKey(request) }),
      };
    }),
    implementRoute(runs.wantStart, async ({ user, params, body }) => {
      await consumeRateLimit(app, `start:${user.id}`, { limit: STARTS, code: 'http/too-many-requests' });
      await wantStart(app, user, { ...params, ...body });
      return readBatch(app, user.id, params.batchId);
    }),
    implementRoute(runs.dropWantedStart, async ({ user, params }) => {
      await dropWantedStart(app, user, params.batchId);
      return readBatch(app, user.id, params.batchId);
    }),
    implementRoute(runs.forgetUploads, async ({ user, params, body }) => {
      await waitNoLonger(app, user, { ...params, ...body });
      return {};
    }),
    implementRoute(contract.cancelRun, async ({ user, params }) => {
      await cancelRun(app, user, params);
      return readBatch(app, user.id, params.batchId);
    }),
    implementRoute(runs.acknowledgeRun, async ({ user, params }) => {
      ends.take(user.id);
      await acknowledgeRun(app, user, params);
      return {};
    }),
    implementRoute(runs.reportProblem, async ({ user, params, body }) => {
      await consumeRateLimit(app, `reports:${user.id}`, { limit: REPORTS, code: 'http/too-many-requests' });
      await reportProblem(app, user, { batchId: params.batchId, text: body.text });
      return {};
    }),
    implementRoute(contract.previewPhoto, async ({ user, params, body, reply }) => {
      previews.take(user.id);
      return sendPreview(reply, await previewPhoto(app, user, { batchId: params.batchId, input: body }));
    }),
  ];
}

function cutoutRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(photos.makeCutout, async ({ user, params, body }) => {
      cutouts.take(user.id);
      await consumeRateLimit(app, `cutouts:${user.id}`, { limit: CUTOUTS, code: 'http/too-many-requests' });
      const cutout = await makeCutout(app, user, { photoId: params.photoId, hints: body });
      return { cutout: cutout && asCutout(cutout) };
    }),
    implementRoute(photos.photoSketch, async ({ user, params, reply }) => {
      cutouts.take(user.id);
      const sketch = await sketchObject(app, user, params.photoId);
      reply.header('cache-control', 'no-store');
      if (sketch === null) return reply.status(204).send();
      return reply.header('content-type', 'image/png').send(Buffer.from(sketch));
    }),
    implementRoute(photos.approveCutout, async ({ user, params, body }) => ({
      cutout: asCutout(await approveCutout(app, user, { photoId: params.photoId, cutoutId: body.cutoutId })),
    })),
  ];
}

function resultRoutes(app: App): RouteHandler[] {
  // A page asks for dozens of them at once.
  const find = createBatchLoader((ids: readonly string[]) => filesOfResults(app.db, ids));
  return [
    implementRoute(contract.resultFile, async ({ user, params, query, reply }) => {
      const row = await findResult(app.db, user.id, params.resultId);
      if (!row) throw new AppError('photos/file-missing');
      if (query.download === '1') return sendResult(app, { user, reply }, { row });
      return sendFile(app, { user, reply }, { key: row.file_key, mediaType: MEDIA_TYPES[row.format] });
    }),
    implementRoute(contract.resultThumbnail, async ({ user, params, reply }) => {
      const row = await find(params.resultId);
      if (row?.owner_id !== user.id) throw new AppError('photos/file-missing');
      if (await sendSmallCopy(app, reply, { key: thumbnailKey(row.id) })) return;
      return sendFile(app, { user, reply }, { key: row.file_key, mediaType: MEDIA_TYPES[row.format] });
    }),
    implementRoute(contract.batchZip, async ({ user, params, reply }) => {
      await sendZip(app, { user, reply }, () => zipBatch(app, user, params.batchId));
    }),
  ];
}

/** The one route of photos without an account. */
function tryRoutes(app: App): RouteHandler[] {
  const tryPhoto = visitorTries(app);
  return [
    implementRoute(tries.tryPhoto, async ({ request }) => {
      if (!hasBody(request.raw)) throw new AppError('photos/empty');
      return tryPhoto(request.ip, toIncomingPicture(request));
    }),
  ];
}

/** No job and no credits: trying a recipe stores none of a person's pictures. */
function testImageRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(testImages.sendTestImage, ({ user, request }) =>
      takeTestImage(app, user, toIncomingPicture(request)),
    ),
    implementRoute(testImages.previewTestImage, async ({ user, params, body, reply }) => {
      testImagePreviews.take(user.id);
      return sendPreview(reply, await tryRecipe(app, user, { imageId: params.testImageId, edits: body }));
    }),
    implementRoute(testImages.cutTestImage, async ({ user, params, body }) => {
      testImageCutouts.take(user.id);
      return { cutout: await cutTestImage(app, user, { imageId: params.testImageId, hints: body }) };
    }),
    implementRoute(testImages.testImageMask, async ({ user, params, reply }) => {
      const mask = await readTestImageMask(app, user, {
        imageId: params.testImageId,
        cutoutId: params.cutoutId,
      });
      return reply.header('content-type', 'image/png').header('cache-control', 'no-store').send(mask);
    }),
  ];
}

function sendPreview(reply: FastifyReply, bytes: Uint8Array | null) {
  if (!bytes) return reply.status(204).send();
  return reply
    .header('content-type', bytes[0] === 0xff ? 'image/jpeg' : 'image/webp')
    .header('cache-control', 'no-store')
    .send(Buffer.from(bytes));
}
