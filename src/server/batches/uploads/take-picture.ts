import { stat } from 'node:fs/promises';
import { AppError, isErrorCode } from '#domain/errors.ts';
import { MAX_PHOTO_BYTES, photoName } from '#domain/photos/limits.ts';
import type { App, User } from '#server/app.ts';
import { preparePhoto } from '#server/batches/uploads/prepare-photo.ts';
import { beginUpload, completeUpload } from '#server/batches/uploads/receive-upload.ts';
import { type IncomingPicture, receivePicture } from '#server/http/files/receive-picture.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { createKeyedQueue, FEW_WAITING } from '#server/http/limits/turns.ts';
import { findPhoto } from '#server/photos/photo-store.ts';

const PICTURES = { hits: 60, seconds: 3600 };

/** The process for logos is everybody's: of each person one is drawn at a time. */
const inTurn = createKeyedQueue(FEW_WAITING);

/** „sigla.jpg” as what it has become. */
function asPng(name: string): string {
  return `${photoName(name).replace(/\.[a-z0-9]{1,5}$/i, '')}.png`;
}

/** One request from bytes to a photo that a recipe can use. It counts against the storage like any other. */
export async function takePicture(
  app: App,
  user: User,
  { picture, name, isLogo }: { picture: IncomingPicture; name: string; isLogo: boolean },
): Promise<string> {
  await consumeRateLimit(app, `pictures:${user.id}`, { limit: PICTURES, code: 'http/too-many-requests' });
  const [path, drawn] = [app.files.temporaryPath(), app.files.temporaryPath()];
  const photoId = app.newId('img');
  try {
    await receivePicture(picture, path, MAX_PHOTO_BYTES);
    const isDrawn = isLogo && (await inTurn(user.id, () => app.imaging.logo({ source: path, path: drawn })));
    const file = isDrawn ? { path: drawn, name: asPng(name) } : { path, name };
    const { size: bytes } = await stat(file.path);
    const upload = { ownerId: user.id, bytes, name: file.name, isLogo, batchId: null, takenAt: null };
    await beginUpload(app, { photoId, ...upload });
    await completeUpload(app, photoId, (key) => app.files.adopt(file.path, key));
  } finally {
    await app.files.discard(path);
    await app.files.discard(drawn);
  }
  // A person waits: not queued behind a batch's photos. The job stays, for a crash in between.
  await preparePhoto(app, { photoId });
  const { state, duplicate_of, refusal } = await findPhoto(app.db, user.id, photoId);
  if (state === 'ready') return photoId;
  if (duplicate_of !== null) return duplicate_of;
  const code = refusal?.code ?? '';
  throw new AppError(isErrorCode(code) ? code : 'photos/corrupt', refusal?.details ?? {});
}
