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
  for (const { resultId, key } of files) {
    await using source = await app.files.borrow(key);
    kept.push(await copyPicture(app, userId, { resultId, path: source.path }));
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

/** Stores rows of copies. Throws `auth/session-required` for an account that is gone. */
export async function keepPictures(app: App, userId: string, rows: readonly NewPicture[]): Promise<void> {
  await app.change(async ({ tx }) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('auth/session-required');
    if (rows.length > 0) await insertPictures(tx, rows);
  });
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
