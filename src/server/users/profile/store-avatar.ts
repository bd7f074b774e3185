import { avatarKey, avatarUrl, avatarVersion } from '#domain/users/avatar.ts';
import type { App } from '#server/app.ts';
import { lockProfile, setPhotoUrl } from '#server/users/profile/profile-store.ts';

/**
 * Makes the photo at `source` the user's avatar; refuses with `photos/…` what is no photo. With `replaces` only as long as that is
 * still the user's photoURL.
 */
export async function storeAvatar(
  app: App,
  userId: string,
  source: string,
  replaces?: string,
): Promise<void> {
  const path = app.files.temporaryPath();
  try {
    const { sha256 } = await app.imaging.avatar({ source, path });
    await app.change(async (tx, changes) => {
      const profile = await lockProfile(tx, userId);
      if (!profile || (replaces !== undefined && profile.photoUrl !== replaces)) return;
      // Durable before the row names it; the lock keeps two uploads at once from leaving one's file under the other's name.
      await app.files.keep(path, avatarKey(userId));
      const url = avatarUrl(userId, avatarVersion(sha256));
      await setPhotoUrl(tx, changes, userId, { url, now: app.now() });
    });
  } finally {
    await app.files.discard(path);
  }
}
