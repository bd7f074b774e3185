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
  readonly resultId: string;
  readonly address: string;
}

/** A delivered file, as its row names it. */
interface DeliveredFile {
  readonly id: string;
  readonly file_key: string;
}

/**
 * Copies delivered files for other sites, each under a new address for `SENT_DAYS`, in the order given. Throws `photos/file-missing` for a
 * file that is gone, `auth/session-required` for an account that is gone; then nothing is published.
 */
export async function publishPictures(
  app: App,
  userId: string,
  files: readonly DeliveredFile[],
): Promise<PublishedPicture[]> {
  const kept: Omit<PictureRow, 'removed_at'>[] = [];
  // Copies that no row will name are found by the daily cleanup.
  for (const file of files) kept.push(await copyFile(app, userId, file));
  await app.change(async ({ tx }) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('auth/session-required');
    await insertPictures(tx, kept);
  });
  return kept.map(({ id, result_id, expires_at }) => ({
    id,
    resultId: result_id,
    address: buildPictureAddress(app, { id, expiresAt: expires_at }),
  }));
}

/** Makes the copy durable; no row names it yet. */
async function copyFile(app: App, userId: string, { id: resultId, file_key }: DeliveredFile) {
  const id = app.newId('pic');
  const path = app.files.temporaryPath();
  try {
    await using source = await app.files.borrow(file_key);
    const picture = await app.imaging.publicPicture({ source: source.path, path });
    await app.files.keep(path, publicPictureKey(id));
    const now = app.now();
    return {
      id,
      user_id: userId,
      result_id: resultId,
      ...picture,
      created_at: now,
      expires_at: plusDays(now, SENT_DAYS),
    };
  } finally {
    await app.files.discard(path);
  }
}
