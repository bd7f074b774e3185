import { AppError } from '#domain/errors.ts';
import { AVATAR_MAX_BYTES } from '#domain/users/avatar.ts';
import type { App, User } from '#server/app.ts';
import { type IncomingPicture, receivePicture } from '#server/http/files/receive-picture.ts';
import { countHit } from '#server/http/limits/limits.ts';
import { storeAvatar } from '#server/users/profile/store-avatar.ts';
import { isSessionOpen } from '#server/users/sign-in/session-store.ts';

/** Pictures of one user that are fetched or made. */
export const PICTURES = { hits: 20, seconds: 3600 };

/** The bytes of any accepted photo become the user's avatar. */
export async function uploadAvatar(app: App, user: User, photo: IncomingPicture): Promise<void> {
  await countHit(app, `avatar:${user.id}`, PICTURES, 'http/too-many-requests');
  const source = app.files.temporaryPath();
  try {
    await receivePicture(photo, source, AVATAR_MAX_BYTES);
    // Signed out while the last bytes came.
    if (!(await isSessionOpen(app, user))) throw new AppError('auth/session-required');
    await storeAvatar(app, user.id, source);
  } finally {
    await app.files.discard(source);
  }
}
