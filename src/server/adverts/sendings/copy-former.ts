import { writeFile } from 'node:fs/promises';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError } from '#domain/errors.ts';
import type { SiteAdvert } from '#server/adapters/adverts/port.ts';
import { insertPictures } from '#server/adverts/pictures/picture-store.ts';
import { copyPicture, type NewPicture } from '#server/adverts/pictures/publish-pictures.ts';
import { fail, Lost } from '#server/adverts/sendings/advance.ts';
import { runForSending } from '#server/adverts/sendings/run-for-sending.ts';
import { insertFormer, lockClaimed, type SendingRow } from '#server/adverts/sendings/sending-store.ts';
import { listFormer } from '#server/adverts/sendings/sending-view.ts';
import type { App } from '#server/app.ts';
import { lockUser } from '#server/users/user-store.ts';

/**
 * Copies the pictures that the advert has, so that they can be put back. False: one could not be copied and the sending has failed, since
 * the person did not do without the way back. Throws SiteFailure where the site is away, and Lost.
 */
export async function copyFormer(
  app: App,
  row: SendingRow,
  { pictures: addresses, mediaIds = [] }: Pick<SiteAdvert, 'pictures' | 'mediaIds'>,
): Promise<boolean> {
  if (addresses.length === 0 || (await listFormer(app.db, [row.id])).length === addresses.length) return true;
  const copies: NewPicture[] = [];
  for (const address of addresses) {
    const copy = await copyFromSite(app, row, address);
    if (copy !== null) copies.push(copy);
    else if (!row.without_undo) {
      await fail(app, row, { code: 'former' });
      return false;
    }
  }
  // Without one of them there is no way back, and „kept” would name other pictures.
  if (copies.length < addresses.length) return true;
  await app.change(async ({ tx }) => {
    if (!(await lockUser(tx, row.user_id)) || !(await lockClaimed(tx, row)))
      throw new Lost('the sending is no longer ours');
    await insertPictures(tx, copies);
    await insertFormer(
      tx,
      row.id,
      copies.map(({ id }, at) => ({ picture_id: id, media_id: mediaIds[at] ?? null })),
    );
  });
  return true;
}

/** Null for a picture that is gone at the site, or that is none. */
async function copyFromSite(app: App, row: SendingRow, address: string): Promise<NewPicture | null> {
  try {
    return await readIntoFile(app, row, {
      address,
      use: (path) => copyPicture(app, row.user_id, { resultId: null, path }),
    });
  } catch (error) {
    const isGone = error instanceof SiteFailure && error.kind === 'gone';
    if (isGone || (error instanceof AppError && error.code.startsWith('photos/'))) return null;
    throw error;
  }
}

interface Reading<T> {
  readonly address: string;
  readonly use: (path: string) => Promise<T>;
}

/** Fetches a picture of the site into a file that is gone afterwards. Throws SiteFailure, and what `use` throws. */
export async function readIntoFile<T>(app: App, row: SendingRow, { address, use }: Reading<T>): Promise<T> {
  const bytes = await runForSending(app, row, ({ site }) => site.readPicture(address));
  const path = app.files.temporaryPath();
  try {
    await writeFile(path, bytes);
    return await use(path);
  } finally {
    await app.files.discard(path);
  }
}
