import { isOpen } from '#domain/adverts/advert.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError } from '#domain/errors.ts';
import type { SiteAdvert } from '#server/adapters/adverts/port.ts';
import { type Access, runWithGrant } from '#server/adverts/connections/run-with-grant.ts';
import { buildPictureAddress } from '#server/adverts/pictures/picture-address.ts';
import { publishPictures } from '#server/adverts/pictures/publish-pictures.ts';
import { advance, fail, handleFailure, Lost } from '#server/adverts/sendings/advance.ts';
import { waitForOutcome } from '#server/adverts/sendings/check-outcome.ts';
import { copyFormer } from '#server/adverts/sendings/copy-former.ts';
import { finishSending } from '#server/adverts/sendings/finish-sending.ts';
import { listSent, type SendingRow, savePublished } from '#server/adverts/sendings/sending-store.ts';
import { findBatchFiles, findPictures, listFormer } from '#server/adverts/sendings/sending-view.ts';
import type { App } from '#server/app.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';

/**
 * Copies the files, reads the advert, copies its pictures, reads it once more and sends the change. Each step is stored before the next one:
 * before the change leaves, its row says so.
 */
export async function prepareAndSend(app: App, row: SendingRow): Promise<void> {
  try {
    await freezeFiles(app, row);
    if (row.connection_id === null) return await fail(app, row, { code: 'reconnect' });
    const of = { userId: row.user_id, connectionId: row.connection_id };
    const advert = await runWithGrant(app, of, (access) => readUnchanged(app, row, access));
    if (advert === null) return;
    const known = await advance(app, row, {
      advert_title: advert.title,
      advert_url: advert.url,
      former_addresses: JSON.stringify(advert.pictures),
    });
    if (!(await copyFormer(app, known, advert.pictures))) return;
    const addresses = await publishRest(app, known);
    await send(app, { ...known, former_addresses: advert.pictures as never }, { of, addresses });
  } catch (error) {
    if (error instanceof Lost) return;
    await handleFailure(app, row, error).catch(passLost);
  }
}

function passLost(error: unknown): void {
  if (!(error instanceof Lost)) throw error;
}

/** Copies the lot's files first of all: whatever happens to the lot, these are sent. */
async function freezeFiles(app: App, row: SendingRow): Promise<void> {
  const wanted = (await listSent(app.db, row.id)).filter(
    ({ kind, picture_id }) => kind === 'result' && picture_id === null,
  );
  if (wanted.length === 0) return;
  if (row.batch_id === null) throw new AppError('adverts/pictures-gone');
  const of = { userId: row.user_id, batchId: row.batch_id };
  const keys = await findBatchFiles(
    app.db,
    of,
    wanted.map(({ source }) => source),
  );
  const files = wanted.map(({ source }) => {
    const key = keys.get(source);
    if (key === undefined) throw new AppError('adverts/pictures-gone');
    return { resultId: source, key };
  });
  const published = await publishPictures(app, row.user_id, files);
  await noteCopies(
    app,
    row,
    wanted.map(({ position }, at) => [position, published[at]?.id ?? '']),
  );
}

async function noteCopies(app: App, row: SendingRow, copies: [number, string][]): Promise<void> {
  await app.change(({ tx }) => savePublished(tx, row.id, new Map(copies)));
}

/** Returns the advert as the person saw it; null: it is another one or takes no pictures, and the sending has failed. */
async function readUnchanged(
  app: App,
  row: SendingRow,
  { site, accessToken }: Access,
): Promise<SiteAdvert | null> {
  const advert = await site.readAdvert(accessToken, row.advert_id);
  const failed = async (code: 'changed' | 'not-open' | 'too-many', detail = '') => {
    await fail(app, row, { code, detail });
    return null;
  };
  if (!isOpen(advert.state)) return failed('not-open');
  if (advert.version !== row.seen) return failed('changed');
  const most = await site.readPhotoLimit(accessToken, advert.categoryId);
  const { length } = await listSent(app.db, row.id);
  return length > most ? failed('too-many', String(most)) : advert;
}

/** Copies former pictures that go in again, and returns the addresses of all pictures in order. */
async function publishRest(app: App, row: SendingRow): Promise<string[]> {
  const sent = await listSent(app.db, row.id);
  const former = await listFormer(app.db, [row.id]);
  const missing = sent.filter(({ picture_id }) => picture_id === null);
  const files = missing.map(({ kind, source }) => {
    const id = kind === 'former' ? source : former[Number(source)]?.id;
    if (id === undefined) throw new AppError('adverts/pictures-gone');
    return { resultId: null, key: publicPictureKey(id) };
  });
  const published = await publishPictures(app, row.user_id, files);
  await noteCopies(
    app,
    row,
    missing.map(({ position }, at) => [position, published[at]?.id ?? '']),
  );
  const copies = (await listSent(app.db, row.id)).map(({ picture_id }) => picture_id ?? '');
  const pictures = await findPictures(app.db, copies);
  return copies.map((id) => {
    const picture = pictures.get(id);
    if (picture === undefined) throw new AppError('adverts/pictures-gone');
    return buildPictureAddress(app, { id, expiresAt: picture.expires_at });
  });
}

interface Change {
  readonly of: { readonly userId: string; readonly connectionId: string };
  readonly addresses: readonly string[];
}

/** Reads the advert just before, says that the change leaves, and lets it leave. */
async function send(app: App, row: SendingRow, { of, addresses }: Change): Promise<void> {
  const advert = await runWithGrant(app, of, (access) => readUnchanged(app, row, access));
  if (advert === null) return;
  const leaving = await advance(app, row, { state: 'sending', sent_at: app.now(), looks: 0 });
  let after: SiteAdvert;
  try {
    after = await runWithGrant(app, of, ({ site, accessToken }) =>
      site.replacePictures(accessToken, advert, addresses),
    );
  } catch (error) {
    if (error instanceof SiteFailure && error.kind !== 'unknown')
      return handleFailure(app, leaving, error).catch(passLost);
    app.log.warn({ error, sendingId: row.id }, 'what became of a change of pictures is not known');
    return waitForOutcome(app, leaving);
  }
  await finishSending(app, leaving, after);
}
