import { AppError } from '#domain/errors.ts';
import { isOwnAvatar } from '#domain/users/avatar.ts';
import { cleanDisplayName } from '#domain/users/display-name.ts';
import type { App, Unit, User } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { KEEP_AVATAR, PICTURES, removeAfterwards } from '#server/users/profile/avatar.ts';
import {
  type Choices,
  lockProfile,
  setChoices,
  setDisplayName,
  setPhotoUrl,
} from '#server/users/profile/profile-store.ts';

interface ProfileChange extends Choices {
  readonly displayName?: string | null | undefined;
  readonly photoURL?: string | null | undefined;
}

/** Merges what a person may change of the own user document; what is absent stays. */
export async function updateProfile(app: App, user: User, change: ProfileChange): Promise<void> {
  const { displayName, photoURL } = change;
  if (typeof photoURL === 'string' && app.signIn?.isOwnPicture(photoURL))
    await consumeRateLimit(app, `avatar:${user.id}`, { limit: PICTURES, code: 'http/too-many-requests' });
  await app.change(async (unit) => {
    const profile = await lockProfile(unit.tx, user.id);
    if (!profile) throw new AppError('users/not-found');
    if (displayName !== undefined) await setDisplayName(unit, user.id, cleanDisplayName(displayName ?? ''));
    await setChoices(unit, user.id, change);
    if (photoURL !== undefined) await choosePhoto(unit, { app, user, profile, to: photoURL });
  });
}

interface Choice {
  readonly app: App;
  readonly user: User;
  readonly profile: { readonly photoUrl: string | null; readonly avatarKey: string | null };
  readonly to: string | null;
}

/** Only no picture, the own avatar as it is, or one at the provider, which is then kept here. */
async function choosePhoto(unit: Unit, { app, user, profile, to }: Choice): Promise<void> {
  const { tx } = unit;
  const { photoUrl: from, avatarKey: avatar } = profile;
  const isProviders = to !== null && (app.signIn?.isOwnPicture(to) ?? false);
  const isOwn = to === from && isOwnAvatar(user.id, to);
  if (to !== null && !isProviders && !isOwn) throw new AppError('users/photo-not-allowed');
  if (to === from) return;
  await setPhotoUrl(unit, user.id, { url: to, avatarVersion: null, now: app.now() });
  if (isProviders) await app.queue.send(tx, KEEP_AVATAR, { userId: user.id });
  removeAfterwards(unit, app, avatar);
}
