import { avatarKey, isOwnAvatar } from '#domain/users/avatar.ts';
import type { Theme } from '#domain/users/theme.ts';
import type { Db, Tx, Unit } from '#server/app.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

export interface ProfileRow {
  readonly displayName: string | null;
  readonly photoUrl: string | null;
}

export async function findPhotoUrl(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('photo_url').where('id', '=', userId).executeTakeFirst();
  return row?.photo_url ?? null;
}

/** Every change of the picture holds this lock. Null: no such user. */
export async function lockProfile(
  tx: Tx,
  userId: string,
): Promise<(ProfileRow & { readonly avatarKey: string | null }) | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'display_name', 'photo_url', 'avatar_version'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return { displayName: row.display_name, photoUrl: row.photo_url, avatarKey: getAvatarKey(row) };
}

export async function setDisplayName(unit: Unit, userId: string, displayName: string | null): Promise<void> {
  await unit.tx.updateTable('users').set({ display_name: displayName }).where('id', '=', userId).execute();
  await raiseUserRev(unit, userId);
}

export interface Choices {
  readonly theme?: Theme | undefined;
  readonly longRunMails?: boolean | undefined;
}

export async function setChoices(
  unit: Unit,
  userId: string,
  { theme, longRunMails }: Choices,
): Promise<void> {
  if (theme === undefined && longRunMails === undefined) return;
  await unit.tx
    .updateTable('users')
    .set({ ...(theme && { theme }), ...(longRunMails !== undefined && { long_run_mails: longRunMails }) })
    .where('id', '=', userId)
    .execute();
  await raiseUserRev(unit, userId);
}

export async function setPhotoUrl(
  unit: Unit,
  userId: string,
  photo: { readonly url: string | null; readonly avatarVersion: string | null; readonly now: Date },
): Promise<void> {
  await unit.tx
    .updateTable('users')
    .set({ photo_url: photo.url, avatar_version: photo.avatarVersion, photo_updated_at: photo.now })
    .where('id', '=', userId)
    .execute();
  await raiseUserRev(unit, userId);
}

/** Name and picture at once; the caller raises the document's revision. */
export async function fillProfile(
  tx: Tx,
  userId: string,
  profile: ProfileRow & { readonly now: Date },
): Promise<void> {
  const { displayName, photoUrl, now } = profile;
  await tx
    .updateTable('users')
    .set((eb) => ({
      display_name: displayName,
      photo_url: photoUrl,
      avatar_version: eb
        .case()
        .when('photo_url', 'is distinct from', photoUrl)
        .then(null)
        .else(eb.ref('avatar_version'))
        .end(),
      photo_updated_at: eb
        .case()
        .when('photo_url', 'is distinct from', photoUrl)
        .then(now)
        .else(eb.ref('photo_updated_at'))
        .end(),
    }))
    .where('id', '=', userId)
    .execute();
}

/** The file of the avatar that the user's document names; null: it names none of ours. */
export function getAvatarKey({ id, photo_url, avatar_version }: AvatarRow): string | null {
  return isOwnAvatar(id, photo_url) ? avatarKey(id, avatar_version) : null;
}

interface AvatarRow {
  readonly id: string;
  readonly photo_url: string | null;
  readonly avatar_version: string | null;
}

export async function findAvatarKey(db: Db | Tx, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'photo_url', 'avatar_version'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ? getAvatarKey(row) : null;
}

/** Files of some avatars. */
export async function someAvatars(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'photo_url', 'avatar_version'])
    .where('photo_url', 'like', '/avatars/%')
    .limit(most)
    .execute();
  return rows.flatMap((row) => getAvatarKey(row) ?? []);
}
