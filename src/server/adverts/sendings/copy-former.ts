import { writeFile } from 'node:fs/promises';
import { MOST_FORMER_BYTES, type SendingFailure } from '#domain/adverts/sending.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError } from '#domain/errors.ts';
import type { SiteAdvert } from '#server/adapters/adverts/port.ts';
import { countFormerBytes, dropFormer, insertFormer } from '#server/adverts/pictures/former-store.ts';
import { insertPictures } from '#server/adverts/pictures/picture-store.ts';
import { copyPicture, type NewPicture, removeCopies } from '#server/adverts/pictures/publish-pictures.ts';
import { fail, Lost } from '#server/adverts/sendings/advance.ts';
import { runForSending } from '#server/adverts/sendings/run-for-sending.ts';
import { lockClaimed, type SendingRow } from '#server/adverts/sendings/sending-store.ts';
import { listFormer } from '#server/adverts/sendings/sending-view.ts';
import type { App } from '#server/app.ts';
import { lockUser } from '#server/users/user-store.ts';

/** Bytes that a site may hand over for the copies of one sending, and how long they may take. */
const MOST_READ_BYTES = 150_000_000;
const LONGEST_MS = 180_000;

type Hindrance = Extract<SendingFailure, 'former' | 'former-full'>;

/**
 * Copies the pictures that the advert has, so that they can be put back: all or none. `most`: as many as a change puts back. False: they
 * could not be copied and the sending has failed, since the person did not do without the way back. Throws SiteFailure where the site is
 * away, with the copies kept for the next try, and Lost.
 */
export async function copyFormer(
  app: App,
  row: SendingRow,
  { advert, most }: { readonly advert: SiteAdvert; readonly most: number },
): Promise<boolean> {
  const hindrance = advert.pictures.length > most ? 'former' : await copyMissing(app, row, advert);
  if (hindrance === null) return true;
  if (!row.without_undo) {
    await fail(app, row, { code: hindrance });
    return false;
  }
  // Without one of them there is no way back, and „kept” would name other pictures.
  await app.change(({ tx, now }) => dropFormer(tx, row.id, now));
  return true;
}

/** Copies what an earlier try has not. Returns why a picture could not be copied; null: all are. */
async function copyMissing(
  app: App,
  row: SendingRow,
  { pictures, mediaIds = [] }: SiteAdvert,
): Promise<Hindrance | null> {
  const copied = new Set((await listFormer(app.db, [row.id])).map(({ position }) => position));
  const end = app.now().getTime() + LONGEST_MS;
  let read = 0;
  for (const [position, address] of pictures.entries()) {
    if (copied.has(position)) continue;
    if (app.now().getTime() >= end || read > MOST_READ_BYTES) return 'former';
    const copy = await copyFromSite(app, row, {
      address,
      onRead: (bytes) => {
        read += bytes;
      },
    });
    if (copy === null) return 'former';
    if (!(await keepFormer(app, row, { copy, position, mediaId: mediaIds[position] ?? null })))
      return 'former-full';
  }
  return null;
}

interface Former {
  readonly copy: NewPicture;
  readonly position: number;
  readonly mediaId: number | null;
}

/** Notes a copy before the next one is made; false: the person has as many as are kept. A copy that is not noted goes. Throws Lost. */
async function keepFormer(app: App, row: SendingRow, { copy, position, mediaId }: Former): Promise<boolean> {
  const outcome = await app.change(async ({ tx }) => {
    if (!(await lockUser(tx, row.user_id)) || !(await lockClaimed(tx, row))) return 'lost';
    if ((await countFormerBytes(tx, row.user_id)) + copy.bytes > MOST_FORMER_BYTES) return 'full';
    await insertPictures(tx, [copy]);
    await insertFormer(tx, { sending_id: row.id, position, picture_id: copy.id, media_id: mediaId });
    return 'kept';
  });
  if (outcome === 'kept') return true;
  await removeCopies(app, [copy]);
  if (outcome === 'lost') throw new Lost('the sending is no longer ours');
  return false;
}

interface Source {
  readonly address: string;
  readonly onRead: (bytes: number) => void;
}

/** Null for a picture that is gone at the site, or that is none. */
async function copyFromSite(
  app: App,
  row: SendingRow,
  { address, onRead }: Source,
): Promise<NewPicture | null> {
  try {
    return await readIntoFile(app, row, {
      address,
      use: (path, bytes) => {
        onRead(bytes);
        return copyPicture(app, row.user_id, { resultId: null, path });
      },
    });
  } catch (error) {
    const isGone = error instanceof SiteFailure && error.kind === 'gone';
    if (isGone || (error instanceof AppError && error.code.startsWith('photos/'))) return null;
    throw error;
  }
}

interface Reading<T> {
  readonly address: string;
  readonly use: (path: string, bytes: number) => Promise<T>;
}

/** Fetches a picture of the site into a file that is gone afterwards. Throws SiteFailure, and what `use` throws. */
export async function readIntoFile<T>(app: App, row: SendingRow, { address, use }: Reading<T>): Promise<T> {
  const bytes = await runForSending(app, row, ({ site }) => site.readPicture(address));
  const path = app.files.temporaryPath();
  try {
    await writeFile(path, bytes);
    return await use(path, bytes.length);
  } finally {
    await app.files.discard(path);
  }
}
