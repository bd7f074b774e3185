import * as z from 'zod';
import { MOST_IN_BATCH } from '#domain/batches/states.ts';
import { AppError } from '#domain/errors.ts';
import { isCaptureTime } from '#domain/photos/capture-time.ts';
import {
  cleanFolder,
  LEAST_AVAILABLE_FOR_UPLOADS,
  MAX_PHOTO_BYTES,
  MOST_UNFINISHED,
  MOST_UNFINISHED_BY_PHONE,
  photoName,
} from '#domain/photos/limits.ts';
import type { ShotKind } from '#domain/shots/shots.ts';
import type { Uploads } from '#server/adapters/files/port.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import { takePlace } from '#server/batches/phones/phone-link-store.ts';
import { lockPhotoBatches, photoChanged } from '#server/batches/photos/photo-changed.ts';
import { type BatchRow, lockBatch } from '#server/batches/store/batch-store.ts';
import { addMembers, countMembers, keepGroundOfParts } from '#server/batches/store/member-store.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';
import { hasRoom } from '#server/photos/room.ts';
import {
  announcedBytes,
  countUnfinished,
  countUnfinishedByLink,
  findBegun,
  insertUpload,
  isUploading,
  markUploaded,
} from '#server/photos/upload-store.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';

export interface UploadStart {
  readonly photoId: string;
  readonly ownerId: string;
  readonly bytes: number;
  readonly name: string;
  readonly batchId: string | null;
  readonly takenAt: string | null;
  /** Folder that it was picked from. */
  readonly folder?: string | null;
  /** Guided shot that it is. */
  readonly shot?: string | null;
  readonly shotKind?: ShotKind | null;
  /** Key that the sender gave this upload. */
  readonly key?: string;
  readonly isLogo?: boolean;
  /** Link by which a phone adds it. */
  readonly phoneLink?: string;
}

export const PREPARE_PHOTO = {
  name: 'prepare-photo',
  payload: z.object({ photoId: z.string().min(1) }),
} as const;

/**
 * Creates the photo's row at the first byte, in its batch; returns the photo's id, the same one for a repeated key. Throws `photos/empty`,
 * `photos/too-large-file`, `photos/disk-low`, `photos/storage-full`, `photos/too-many-uploads`, `batches/not-found`,
 * `batches/too-many-photos`, `batches/phone-link-over`, `http/bad-request` when the key came with another size.
 */
export async function beginUpload(app: App, upload: UploadStart): Promise<string> {
  if (upload.bytes === 0) throw new AppError('photos/empty');
  if (upload.bytes > MAX_PHOTO_BYTES) throw new AppError('photos/too-large-file', { limit: MAX_PHOTO_BYTES });
  if (!(await hasRoom(app, LEAST_AVAILABLE_FOR_UPLOADS))) throw new AppError('photos/disk-low');
  return app.change(async (unit) => {
    const { tx } = unit;
    const begun = upload.key ? await findBegun(tx, upload.ownerId, upload.key) : undefined;
    if (begun && begun.bytes !== upload.bytes) throw new AppError('http/bad-request');
    if (begun) return begun.id;
    const batch = upload.batchId ? await lockBatch(tx, upload.ownerId, upload.batchId) : null;
    if (upload.phoneLink) await takePlace(tx, upload.phoneLink, app.now());
    const { storageBytes } = await limitsInForce(tx, upload.ownerId, app.now());
    const photo = await insertUpload(tx, {
      id: upload.photoId,
      ownerId: upload.ownerId,
      name: photoName(upload.name),
      bytes: upload.bytes,
      takenAt: upload.takenAt && isCaptureTime(upload.takenAt) ? upload.takenAt : null,
      folder: cleanFolder(upload.folder ?? ''),
      shot: upload.shot ?? null,
      shotKind: upload.shotKind ?? null,
      key: upload.key ?? null,
      isLogo: upload.isLogo ?? false,
      phoneLink: upload.phoneLink ?? null,
      storageBytes,
    });
    await refuseTooMany(tx, upload);
    if (batch) await joinBatch(unit, batch, photo);
    return photo.id;
  });
}

/** Counted after the insert: taking the storage has locked the owner, so two uploads can't both be the last one. */
async function refuseTooMany(tx: Tx, { ownerId, phoneLink }: UploadStart): Promise<void> {
  if ((await countUnfinished(tx, ownerId)) > MOST_UNFINISHED)
    throw new AppError('photos/too-many-uploads', { limit: MOST_UNFINISHED });
  if (phoneLink && (await countUnfinishedByLink(tx, phoneLink)) > MOST_UNFINISHED_BY_PHONE)
    throw new AppError('photos/too-many-uploads', { limit: MOST_UNFINISHED_BY_PHONE });
}

async function joinBatch(unit: Unit, batch: BatchRow, photo: PhotoRow): Promise<void> {
  const { tx } = unit;
  if ((await countMembers(tx, batch.id)) >= MOST_IN_BATCH)
    throw new AppError('batches/too-many-photos', { limit: MOST_IN_BATCH });
  await addMembers(tx, batch.id, [photo.id]);
  await keepGroundOfParts(tx, batch.id, [photo.id]);
  await photoChanged(unit, [batch], photo);
}

/**
 * Ends an upload whose bytes are all here: `store` keeps them under the original's key, then the photo is queued for preparation. May run
 * twice. Errors of `store` pass through.
 */
export async function completeUpload(
  app: App,
  photoId: string,
  store: (key: string) => Promise<void>,
): Promise<void> {
  // A late repetition would store the file again under a photo that was refused and removed.
  if (!(await isUploading(app.db, photoId))) return;
  try {
    await store(originalKey(photoId));
  } catch (error) {
    // Another request completed it at the same time and has moved the file.
    if (await isUploading(app.db, photoId)) throw error;
    return;
  }
  await app.change(async (unit) => {
    const { tx } = unit;
    const batches = await lockPhotoBatches(tx, photoId);
    const photo = await markUploaded(tx, photoId, app.now());
    if (!photo) return;
    await app.queue.send(tx, { ...PREPARE_PHOTO, inTurnOf: photo.owner_id }, { photoId });
    await photoChanged(unit, batches, photo);
  });
}

/**
 * Ends an upload received by the upload server and removes it there, so that no bytes stay once their storage is given back; else the daily
 * cleanup does. Throws when fewer bytes came than announced.
 */
export async function completeReceived(app: App, photoId: string, uploads: Uploads): Promise<void> {
  await completeUpload(app, photoId, async (key) => {
    const [bytes, announced] = [await uploads.sizeOf(photoId), await announcedBytes(app.db, photoId)];
    if (bytes !== announced)
      throw new Error(`the upload ${photoId} has ${bytes} bytes instead of ${announced}`);
    await uploads.adopt(photoId, key);
  });
  try {
    await uploads.remove(photoId);
  } catch (error) {
    app.log.error({ error, photoId }, 'a finished upload stays where it was received');
  }
}

/** Ends an upload whose last byte came but whose end was not recorded. */
export async function completeIfWhole(app: App, photo: PhotoRow, uploads: Uploads): Promise<void> {
  if (photo.state !== 'uploading') return;
  if ((await uploads.sizeOf(photo.id)) === photo.bytes) await completeReceived(app, photo.id, uploads);
}
