import { SENT_DAYS } from '#domain/adverts/public-picture.ts';
import { plusDays } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { buildPictureAddress } from '#server/adverts/pictures/picture-address.ts';
import { insertPictures, type PictureRow } from '#server/adverts/pictures/picture-store.ts';
import type { App } from '#server/app.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';
import { lockUser } from '#server/users/user-store.ts';

interface PublishedPicture {
  readonly id: string;
  readonly resultId: string | null;
  readonly address: string;
}

export type NewPicture = Omit<PictureRow, 'removed_at'>;

/** A stored picture: a delivered file by its result, or one that an advert had before. */
export interface PictureFile {
  readonly resultId: string | null;
  readonly key: string;
}

/**
 * Copies pictures for other sites, each under a new address for `SENT_DAYS`, in the order given. Throws `photos/file-missing` for a
 * file that is gone, `auth/session-required` for an account that is gone; then nothing is published.
 */
export async function publishPictures(
  app: App,
  userId: string,
  files: readonly PictureFile[],
): Promise<PublishedPicture[]> {
  const kept: NewPicture[] = [];
  try {
    for (const { resultId, key } of files) {
      await using source = await app.files.borrow(key);
      kept.push(await copyPicture(app, userId, { resultId, path: source.path }));
    }
  } catch (error) {
    await removeCopies(app, kept);
    throw error;
  }
  await keepPictures(app, userId, kept);
  return kept.map(({ id, result_id, expires_at }) => ({
    id,
    resultId: result_id,
    address: buildPictureAddress(app, { id, expiresAt: expires_at }),
  }));
}

interface PictureSource {
  readonly resultId: string | null;
  readonly path: string;
  /** Missing: after `SENT_DAYS`. */
  readonly expiresAt?: Date;
}

/** Stores rows of copies. Throws `auth/session-required` for an account that is gone, and the copies go, too. */
export async function keepPictures(app: App, userId: string, rows: readonly NewPicture[]): Promise<void> {
  const isKept = await app.change(async ({ tx }) => {
    if (!(await lockUser(tx, userId))) return false;
    if (rows.length > 0) await insertPictures(tx, rows);
    return true;
  });
  if (isKept) return;
  await removeCopies(app, rows);
  throw new AppError('auth/session-required');
}

/** Removes copies that no row names: the daily cleanup finds those of a process that died, but takes no large number of them. */
export async function removeCopies(app: App, copies: readonly Pick<NewPicture, 'id'>[]): Promise<void> {
  await app.files.remove(copies.map(({ id }) => publicPictureKey(id)));
}

/**
 * Makes a copy durable that no row names yet: the daily cleanup finds it where none will. `path`: the source. Throws `photos/corrupt` and the
 * like for what is no whole picture.
 */
export async function copyPicture(
  app: App,
  userId: string,
  { resultId, path: source, expiresAt }: PictureSource,
): Promise<NewPicture> {
  const id = app.newId('pic');
  const path = app.files.temporaryPath();
  try {
    const picture = await app.imaging.publicPicture({ source, path });
    await app.files.keep(path, publicPictureKey(id));
    const now = app.now();
    return {
      id,
      user_id: userId,
      result_id: resultId,
      ...picture,
      created_at: now,
      expires_at: expiresAt ?? plusDays(now, SENT_DAYS),
    };
  } finally {
    await app.files.discard(path);
  }
}
