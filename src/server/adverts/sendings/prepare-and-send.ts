import { isOpen } from '#domain/adverts/advert.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { AppError } from '#domain/errors.ts';
import type { SiteAdvert } from '#server/adapters/adverts/port.ts';
import type { Access } from '#server/adverts/connections/run-with-grant.ts';
import { type PictureFile, publishPictures } from '#server/adverts/pictures/publish-pictures.ts';
import { advance, fail, handleFailure } from '#server/adverts/sendings/advance.ts';
import { changePictures } from '#server/adverts/sendings/change-pictures.ts';
import { waitForOutcome } from '#server/adverts/sendings/check-outcome.ts';
import { copyFormer } from '#server/adverts/sendings/copy-former.ts';
import { finishSending } from '#server/adverts/sendings/finish-sending.ts';
import { noteKnownMedia } from '#server/adverts/sendings/media-store.ts';
import { runForSending } from '#server/adverts/sendings/run-for-sending.ts';
import { listSent, type SendingRow, savePublished } from '#server/adverts/sendings/sending-store.ts';
import { findBatchFiles, listFormer } from '#server/adverts/sendings/sending-view.ts';
import type { App } from '#server/app.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';

/**
 * Copies the files, reads the advert, copies its pictures, reads it once more and sends the change. Each step is stored before the next one:
 * before the change leaves, its row says so.
 */
export async function prepareAndSend(app: App, row: SendingRow): Promise<void> {
  try {
    await freezeFiles(app, row);
    const read = await runForSending(app, row, (access) => readUnchanged(app, row, access));
    if (read === null) return;
    const { advert } = read;
    const known = await advance(app, row, {
      advert_title: advert.title,
      advert_url: advert.url,
      former_addresses: JSON.stringify(advert.pictures),
    });
    await noteKnownMedia(app.db, known, advert.mediaIds ?? []);
    if (!(await copyFormer(app, known, read))) return;
    await publishRest(app, known);
    await send(app, known);
  } catch (error) {
    await handleFailure(app, row, error);
  }
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
  const files = wanted.map(({ position, source }) => {
    const key = keys.get(source);
    if (key === undefined) throw new AppError('adverts/pictures-gone');
    return { position, resultId: source, key };
  });
  await publishAt(app, row, files);
}

/** Publishes copies of files and notes them at their places. */
async function publishAt(
  app: App,
  row: SendingRow,
  files: readonly (PictureFile & { readonly position: number })[],
): Promise<void> {
  const published = await publishPictures(app, row.user_id, files);
  const copies = new Map(files.map(({ position }, at) => [position, published[at]?.id ?? '']));
  await app.change(({ tx }) => savePublished(tx, row.id, copies));
}

/** Returns the advert as the person saw it, and the most pictures that it takes; null: it is another one or takes no pictures, and the sending has failed. */
async function readUnchanged(
  app: App,
  row: SendingRow,
  { site, accessToken, refuseEnded }: Access,
): Promise<{ advert: SiteAdvert; most: number } | null> {
  const advert = await site.readAdvert(accessToken, row.advert_id);
  const failed = async (code: 'changed' | 'not-open' | 'too-many', detail = '') => {
    await fail(app, row, { code, detail });
    return null;
  };
  if (!isOpen(advert.state)) return failed('not-open');
  if (advert.version !== row.seen) return failed('changed');
  await refuseEnded();
  const most = await site.readPhotoLimit(accessToken, advert.categoryId);
  const { length } = await listSent(app.db, row.id);
  return length > most ? failed('too-many', String(most)) : { advert, most };
}

/** Copies former pictures that go in again. One of which there is no copy goes by the site's own id, or not at all. */
async function publishRest(app: App, row: SendingRow): Promise<void> {
  const missing = (await listSent(app.db, row.id)).filter(({ picture_id }) => picture_id === null);
  const former = await listFormer(app.db, [row.id]);
  const files = missing.flatMap(({ position, kind, source, media_id }) => {
    const id = kind === 'former' ? source : former[Number(source)]?.id;
    if (id !== undefined) return { position, resultId: null, key: publicPictureKey(id) };
    if (media_id === null) throw new AppError('adverts/pictures-gone');
    return [];
  });
  await publishAt(app, row, files);
}

/** Reads the advert just before, says that the change leaves, and lets it leave. */
async function send(app: App, row: SendingRow): Promise<void> {
  const read = await runForSending(app, row, (access) => readUnchanged(app, row, access));
  if (read === null) return;
  const leaving = await advance(app, row, { state: 'sending', sent_at: app.now(), looks: 0 });
  let after: SiteAdvert;
  try {
    after = await changePictures(app, leaving, { advert: read.advert, isGoingOn: false });
  } catch (error) {
    const isUnchanged = error instanceof SiteFailure ? error.kind !== 'unknown' : error instanceof AppError;
    if (isUnchanged) return handleFailure(app, leaving, error);
    app.log.warn({ error, sendingId: row.id }, 'what became of a change of pictures is not known');
    return waitForOutcome(app, leaving);
  }
  await finishSending(app, leaving, after);
}
