import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { AppError } from '#domain/errors.ts';
import { isAvatarOf } from '#domain/users/avatar.ts';
import type { App } from '#server/app.ts';
import { findPhotoUrl } from '#server/users/profile/profile-store.ts';
import { storeAvatar } from '#server/users/profile/store-avatar.ts';

/** Sent in the transaction that stores a provider's address as photoURL. */
export const KEEP_AVATAR = {
  name: 'keep-avatar',
  payload: z.object({ userId: z.string().min(1) }),
} as const;

/**
 * Job: a photo already in the product's storage is kept. Otherwise the provider's is fetched, resized and stored as the user's
 * avatar; if the download fails or brings no photo, the provider's address stays stored.
 */
export async function keepAvatar(app: App, { userId }: { userId: string }): Promise<void> {
  const url = await findPhotoUrl(app.db, userId);
  if (url === null || isAvatarOf(userId, url) || !app.signIn?.isOwnPicture(url)) return;
  const failed = (error: unknown) => {
    const reason = error instanceof AppError ? error.code : (error as Error).name;
    app.log.warn({ userId, reason }, 'the provider’s picture was not kept');
  };
  const picture = await app.signIn.fetchPicture(url).catch(failed);
  if (!picture) return;
  const source = app.files.temporaryPath();
  try {
    await writeFile(source, picture);
    await storeAvatar(app, userId, source, url);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    failed(error);
  } finally {
    await app.files.discard(source);
  }
}
