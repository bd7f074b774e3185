import { AppError } from '#domain/errors.ts';
import { recipeFor } from '#domain/recipes/photo-overrides.ts';
import { needsObject } from '#domain/recipes/recipe.ts';
import { severalAtOnce } from '#domain/several-at-once.ts';
import type { PreparedPhoto } from '#imaging/messages.ts';
import type { App, Tx } from '#server/app.ts';
import { CUT_OUT } from '#server/batches/photos/make-cutout.ts';
import { lockPhotoBatches, photoChanged } from '#server/batches/photos/photo-changed.ts';
import { startSoonIfArrived } from '#server/batches/runs/start-when-arrived.ts';
import { findBatch } from '#server/batches/store/batch-store.ts';
import { readOverrides, replaceMember } from '#server/batches/store/member-store.ts';
import { PREPARE_PHOTO } from '#server/batches/uploads/receive-upload.ts';
import { originalKey, photoKeys, proxyKey, thumbnailKey } from '#server/photos/file-keys.ts';
import { isOutage } from '#server/photos/outage.ts';
import {
  findCopy,
  findPhotoOwner,
  findPhotoState,
  isNoLongerInUse,
  longPreparing,
  markNotPrepared,
  markReady,
  markUsed,
  type PhotoRow,
} from '#server/photos/photo-store.ts';
import { letGoOfFiles } from '#server/photos/remove-files.ts';

/** Longer than a job and its retries take. */
const PATIENCE_MS = 10 * 60_000;

/** Preparations in this process: a request that waits for its own picture begins beside the job. */
const underWay = new Map<string, Promise<void>>();

/**
 * Job: makes an uploaded file a photo, a refusal or a copy of an existing photo. May run twice; a call during another shares it, since a
 * second reading would miss the removed file of a refused photo. Throws when storage or database is away.
 */
export function preparePhoto(app: App, { photoId }: { photoId: string }): Promise<void> {
  const known = underWay.get(photoId);
  if (known) return known;
  const begun = readUpload(app, photoId).finally(() => underWay.delete(photoId));
  underWay.set(photoId, begun);
  return begun;
}

async function readUpload(app: App, photoId: string): Promise<void> {
  if ((await findPhotoState(app.db, photoId)) !== 'preparing') return;
  const thumbnailPath = app.files.temporaryPath();
  const proxyPath = app.files.temporaryPath();
  try {
    await using original = await app.files.borrow(originalKey(photoId));
    const prepared = await app.imaging.prepare({ source: original.path, thumbnailPath, proxyPath });
    const made = [
      { path: thumbnailPath, key: thumbnailKey(photoId) },
      { path: proxyPath, key: proxyKey(photoId) },
    ];
    await severalAtOnce(made, made.length, ({ path, key }) => app.files.keep(path, key));
    await settlePhoto(app, photoId, (tx) => becomePhoto(tx, photoId, { prepared, now: app.now() }));
  } catch (error) {
    if (!(error instanceof AppError) || (await isOutage(app, error, [originalKey(photoId)]))) throw error;
    const refusal = { code: error.code, details: { ...error.details } };
    await settlePhoto(app, photoId, (tx) => markNotPrepared(tx, photoId, { state: 'refused', refusal }));
  } finally {
    await app.files.discard(thumbnailPath);
    await app.files.discard(proxyPath);
  }
}

/** Job, every minute: queues photos again whose retries an outage used up, so that none stays „preparing” for ever. */
export async function prepareAgain(app: App): Promise<void> {
  const waiting = await longPreparing(app.db, new Date(app.now().getTime() - PATIENCE_MS));
  if (waiting.length === 0) return;
  const unfinished = new Set((await app.queue.unfinished(PREPARE_PHOTO)).map(({ photoId }) => photoId));
  const left = waiting.filter(({ id }) => !unfinished.has(id));
  await app.change(async ({ tx }) => {
    for (const { id, owner_id } of left)
      await app.queue.send(tx, { ...PREPARE_PHOTO, inTurnOf: owner_id }, { photoId: id });
  });
}

async function becomePhoto(
  tx: Tx,
  photoId: string,
  { prepared, now }: { prepared: PreparedPhoto; now: Date },
): Promise<PhotoRow | undefined> {
  const ownerId = await findPhotoOwner(tx, photoId);
  if (ownerId === null) return undefined;
  const copyOf = await findCopy(tx, photoId, { ownerId, sha256: prepared.sha256 });
  if (!copyOf) return markReady(tx, photoId, prepared);
  await markUsed(tx, [copyOf], now);
  await replaceMember(tx, photoId, copyOf);
  return markNotPrepared(tx, photoId, { state: 'duplicate', of: copyOf });
}

/** Queues the cut-out if any batch of the photo needs its object. */
async function enqueueCutoutFor(
  tx: Tx,
  app: App,
  { photo, batches }: { photo: PhotoRow; batches: readonly { id: string; owner_id: string }[] },
) {
  for (const ownedBatch of batches) {
    const batch = await findBatch(tx, ownedBatch.owner_id, ownedBatch.id);
    const overrides = await readOverrides(tx, ownedBatch.id, photo.id);
    if (!needsObject(recipeFor(batch.recipe, overrides))) continue;
    return app.queue.send(tx, { ...CUT_OUT, inTurnOf: photo.owner_id }, { photoId: photo.id });
  }
}

async function settlePhoto(
  app: App,
  photoId: string,
  become: (tx: Tx) => Promise<PhotoRow | undefined>,
): Promise<void> {
  await app.change(async (unit) => {
    const { tx } = unit;
    const batches = await lockPhotoBatches(tx, photoId);
    const photo = await become(tx);
    // The photo is gone: its files go as well.
    if (!photo && (await isNoLongerInUse(tx, photoId))) await letGoOfFiles(unit, app, photoKeys(photoId));
    if (!photo) return;
    await photoChanged(unit, batches, photo);
    await startSoonIfArrived(
      tx,
      app,
      batches.map(({ id }) => id),
    );
    if (photo.state === 'ready') return enqueueCutoutFor(tx, app, { photo, batches });
    await letGoOfFiles(unit, app, photoKeys(photoId));
  });
}
