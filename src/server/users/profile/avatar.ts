import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { AppError } from '#domain/errors.ts';
import { AVATAR_MAX_BYTES, avatarKey, avatarUrl, avatarVersion, isOwnAvatar } from '#domain/users/avatar.ts';
import type { App, Unit, User } from '#server/app.ts';
import { type IncomingPicture, receivePicture } from '#server/http/files/receive-picture.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { findPhotoUrl, lockProfile, setPhotoUrl } from '#server/users/profile/profile-store.ts';
import { isSessionOpen } from '#server/users/sign-in/session-store.ts';

/** Pictures of one user that are fetched or made. */
export const PICTURES = { hits: 20, seconds: 3600 };

/** The bytes of any accepted photo become the user's avatar. */
export async function uploadAvatar(app: App, user: User, photo: IncomingPicture): Promise<void> {
  await consumeRateLimit(app, `avatar:${user.id}`, { limit: PICTURES, code: 'http/too-many-requests' });
  const source = app.files.temporaryPath();
  try {
    await receivePicture(photo, source, AVATAR_MAX_BYTES);
    // Signed out while the last bytes came.
    if (!(await isSessionOpen(app, user))) throw new AppError('auth/session-required');
    await storeAvatar(app, user.id, { source });
  } finally {
    await app.files.discard(source);
  }
}

/**
 * Makes the photo at `source` the user's avatar; refuses with `photos/…` what is no photo. With `replaces` only as long as that is
 * still the user's photoURL.
 */
export async function storeAvatar(
  app: App,
  userId: string,
  { source, replaces }: { source: string; replaces?: string },
): Promise<void> {
  const path = app.files.temporaryPath();
  try {
    const { sha256 } = await app.imaging.avatar({ source, path });
    const version = app.newId('avt').slice('avt_'.length);
    const key = avatarKey(userId, version);
    // Durable before the row names it, and under a key of its own: no row is locked while a store takes it.
    await app.files.keep(path, key);
    const isWanted = await app.change(async (unit) => {
      const profile = await lockProfile(unit.tx, userId);
      if (!profile || (replaces !== undefined && profile.photoUrl !== replaces)) return false;
      const url = avatarUrl(userId, avatarVersion(sha256));
      await setPhotoUrl(unit, userId, { url, avatarVersion: version, now: app.now() });
      removeAfterwards(unit, app, profile.avatarKey);
      return true;
    });
    if (!isWanted) await app.files.remove([key]);
  } finally {
    await app.files.discard(path);
  }
}

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
  if (url === null || isOwnAvatar(userId, url) || !app.signIn?.isOwnPicture(url)) return;
  const failed = (error: unknown) => {
    const reason = error instanceof AppError ? error.code : (error as Error).name;
    app.log.warn({ userId, reason }, 'the provider’s picture was not kept');
  };
  const picture = await app.signIn.fetchPicture(url).catch(failed);
  if (!picture) return;
  const source = app.files.temporaryPath();
  try {
    await writeFile(source, picture);
    await storeAvatar(app, userId, { source, replaces: url });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    failed(error);
  } finally {
    await app.files.discard(source);
  }
}

/** The file goes once the transaction is committed in which the user document let go of it; the daily cleanup finds what a crash left. */
export function removeAfterwards(
  { changes }: Unit,
  { files }: Pick<App, 'files'>,
  avatarKey: string | null,
): void {
  if (avatarKey !== null) changes.afterCommit(() => files.remove([avatarKey]));
}
