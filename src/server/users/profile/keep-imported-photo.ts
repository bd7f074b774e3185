import * as z from 'zod';
import { AppError } from '#domain/errors.ts';
import { isPictureFrom } from '#domain/users/picture-origins.ts';
import type { App } from '#server/app.ts';
import { storeAvatar } from '#server/users/profile/avatar.ts';
import { findPhotoUrl } from '#server/users/profile/profile-store.ts';

/** Enqueued in the transaction that imports an account whose photo is in the hosted storage. */
export const KEEP_IMPORTED_PHOTO = {
  name: 'keep-imported-photo',
  payload: z.object({ userId: z.string().min(1) }),
} as const;

/**
 * Job: fetches an imported account's photo from the hosted product's storage and stores it like an uploaded avatar. A photo that is gone or
 * unreadable keeps its address; other errors are thrown, so that the job is tried again.
 */
export async function keepImportedPhoto(app: App, { userId }: { userId: string }): Promise<void> {
  const url = await findPhotoUrl(app.db, userId);
  if (url === null || !isPictureFrom(app.hostedStorage.origins, url)) return;
  const refused = (reason: string) => app.log.warn({ userId, reason }, 'an imported photo was not kept');
  const source = app.files.temporaryPath();
  try {
    const reason = await app.hostedStorage.fetchPhoto(url, source);
    if (reason !== null) return refused(reason);
    await storeAvatar(app, userId, { source, replaces: url });
  } catch (error) {
    const isNoPhoto = error instanceof AppError && error.code.startsWith('photos/');
    if (!isNoPhoto) throw error;
    refused(error.code);
  } finally {
    await app.files.discard(source);
  }
}
