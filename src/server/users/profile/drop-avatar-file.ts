import { avatarKey, isAvatarOf } from '#domain/users/avatar.ts';
import type { App } from '#server/app.ts';
import { lockProfile } from '#server/users/profile/profile-store.ts';

/** Removes a stored avatar that the user document does not name. Called after the change that let go of it, and by the sweep. */
export async function dropAvatarFile(app: Pick<App, 'change' | 'files'>, userId: string): Promise<boolean> {
  return app.change(async (tx) => {
    const profile = await lockProfile(tx, userId);
    if (isAvatarOf(userId, profile?.photoUrl ?? null)) return false;
    await app.files.remove(avatarKey(userId));
    return true;
  });
}
