import { isAvatarOf } from '#domain/users/avatar.ts';
import { cleanDisplayName } from '#domain/users/display-name.ts';
import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { App, Tx } from '#server/app.ts';
import { KEEP_AVATAR } from '#server/users/profile/keep-avatar.ts';
import { fillProfile, lockProfile } from '#server/users/profile/profile-store.ts';

/** After each sign-in: the provider's name where there is none, its picture where there is no own one. */
export async function syncFromProvider(
  tx: Tx,
  app: App,
  userId: string,
  { name, pictureUrl }: ProviderIdentity,
): Promise<void> {
  const profile = await lockProfile(tx, userId);
  if (!profile) return;
  const displayName = profile.displayName ?? cleanDisplayName(name ?? '');
  const isWanted =
    pictureUrl !== null &&
    !isAvatarOf(userId, profile.photoUrl) &&
    (app.signIn?.isOwnPicture(pictureUrl) ?? false);
  const photoUrl = isWanted ? pictureUrl : profile.photoUrl;
  await fillProfile(tx, userId, { displayName, photoUrl, now: app.now() });
  if (isWanted) await app.queue.send(tx, KEEP_AVATAR, { userId });
}
