import { stat } from 'node:fs/promises';
import { AppError, isErrorCode } from '#domain/errors.ts';
import { MAX_PHOTO_BYTES } from '#domain/photos/limits.ts';
import type { App, User } from '#server/app.ts';
import { preparePhoto } from '#server/batches/uploads/prepare-photo.ts';
import { beginUpload, completeUpload } from '#server/batches/uploads/receive-upload.ts';
import { type IncomingPicture, receivePicture } from '#server/http/files/receive-picture.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { findPhoto } from '#server/photos/photo-store.ts';

const PICTURES = { hits: 60, seconds: 3600 };

/** One request from bytes to a photo that a recipe can use. It counts against the storage like any other. */
export async function takePicture(
  app: App,
  user: User,
  { picture, name }: { picture: IncomingPicture; name: string },
): Promise<string> {
  await consumeRateLimit(app, `pictures:${user.id}`, { limit: PICTURES, code: 'http/too-many-requests' });
  const path = app.files.temporaryPath();
  const photoId = app.newId('img');
  try {
    await receivePicture(picture, path, MAX_PHOTO_BYTES);
    const { size: bytes } = await stat(path);
    await beginUpload(app, { photoId, ownerId: user.id, bytes, name, batchId: null, takenAt: null });
    await completeUpload(app, photoId, (key) => app.files.adopt(path, key));
  } finally {
    await app.files.discard(path);
  }
  // A person waits: not queued behind a batch's photos. The job stays, for a crash in between.
  await preparePhoto(app, { photoId });
  const { state, duplicate_of, refusal } = await findPhoto(app.db, user.id, photoId);
  if (state === 'ready') return photoId;
  if (duplicate_of !== null) return duplicate_of;
  const code = refusal?.code ?? '';
  throw new AppError(isErrorCode(code) ? code : 'photos/corrupt', refusal?.details ?? {});
}
