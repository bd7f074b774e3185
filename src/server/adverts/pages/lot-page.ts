import type { LotPage, publishLotPage } from '#contract/adverts/pages.ts';
import { LOT_PAGES } from '#contract/adverts/pages.ts';
import type { BodyOf } from '#contract/route.ts';
import type { Currency } from '#domain/adverts/lot-page.ts';
import { PAGE_LIMITS, readPhone } from '#domain/adverts/lot-page.ts';
import { isRunning } from '#domain/batches/states.ts';
import { plusDays } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { tidyLine, tidyLines } from '#domain/language/visible-text.ts';
import { COPY_PAGE } from '#server/adverts/pages/lot-page-job.ts';
import {
  countStanding,
  findPageOfBatch,
  forgetCopies,
  insertPage,
  listPagePictures,
  type PageRow,
  replacePagePictures,
  updatePage,
  wasTakenDown,
} from '#server/adverts/pages/page-store.ts';
import { findPhotosOfFiles, findShownPages } from '#server/adverts/pages/page-view.ts';
import { expirePictures, moveEnd } from '#server/adverts/pictures/picture-store.ts';
import type { App, Unit, User } from '#server/app.ts';
import { findBatch, lockBatch } from '#server/batches/store/batch-store.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';

/** In place of a title of invisible characters. */
const UNTITLED = 'Lot';
const PUBLISHED = { hits: 30, seconds: 3600 };
/** Digits of a picture's name. */
const NAME_DIGITS = 16;

/** Returns the page of an own lot. Throws batches/not-found. */
export async function readLotPage(app: App, user: User, batchId: string): Promise<LotPage | null> {
  await findBatch(app.db, user.id, batchId);
  const row = await findPageOfBatch(app.db, user.id, batchId);
  if (row === null) return null;
  const shown = (await findShownPages(app, [row.code])).get(row.code);
  const pictures = await listPagePictures(app.db, row.code);
  const stands = shown !== undefined && (shown.pictures.length > 0 || shown.isComing);
  return {
    title: row.title,
    price: row.price,
    currency: row.currency as Currency,
    words: row.words,
    phone: row.phone === null ? '' : `+${row.phone}`,
    isIndexed: row.is_indexed,
    hasDownloads: row.has_downloads,
    url: buildPageUrl(app, row.code),
    state: row.end_reason === 'taken-down' ? 'taken-down' : stands ? 'shown' : 'ended',
    reason: row.takedown_reason,
    publishedAt: row.published_at.toISOString(),
    endsAt: (row.ended_at ?? row.ends_at).toISOString(),
    resultIds: pictures.map(({ result_id }) => result_id),
    photoIds: pictures.map(({ photo_id }) => photo_id),
    isReady: pictures.every(({ copied_result_id, result_id }) => copied_result_id === result_id),
  };
}

export function buildPageUrl(app: Pick<App, 'publicUrl'>, code: string): string {
  return `${app.publicUrl()}${LOT_PAGES}${code}`;
}

type Content = BodyOf<typeof publishLotPage>;

/**
 * Makes files of an own lot public, or changes its page, whose address stays; one that was taken down stays so. Throws batches/not-found,
 * http/bad-request for a page that would end at no time, batches/already-running, adverts/pictures-gone, adverts/page-taken-down, adverts/too-many-pages, adverts/bad-phone, auth/suspended, http/too-many-requests.
 */
export async function publishPage(
  app: App,
  user: User,
  { batchId, ...content }: Content & { readonly batchId: string },
): Promise<LotPage | null> {
  await consumeRateLimit(app, `pages:publish:${user.id}`, {
    limit: PUBLISHED,
    code: 'http/too-many-requests',
  });
  if (content.phone.trim() !== '' && readPhone(content.phone) === null)
    throw new AppError('adverts/bad-phone');
  const of = { userId: user.id, batchId };
  const photos = await findPhotosOfFiles(app.db, of, content.resultIds);
  await app.change(async (unit) => {
    const { tx } = unit;
    const batch = await lockBatch(tx, user.id, batchId);
    await refuseSuspended(tx, user.id);
    if (isRunning(batch.state)) throw new AppError('batches/already-running');
    const { code, endsAt } = await savePage(unit, app, { of, content });
    const pictures = content.resultIds.map((result_id) => {
      const photo_id = photos.get(result_id);
      if (photo_id === undefined) throw new AppError('adverts/pictures-gone');
      return { name: namePicture(app, code, photo_id), photo_id, result_id };
    });
    // A photo stands on a page once.
    const unique = [...new Map(pictures.map((each) => [each.name, each])).values()];
    await expirePictures(tx, await replacePagePictures(tx, code, unique), unit.now);
    await keepCopies(unit, code, endsAt);
    await app.queue.send(tx, COPY_PAGE, { code });
  });
  return readLotPage(app, user, batchId);
}

/** Copies stand as long as the page does now; those that went with an earlier end are made once more. */
async function keepCopies({ tx }: Unit, code: string, endsAt: Date): Promise<void> {
  const copies = (await listPagePictures(tx, code)).flatMap(({ picture_id }) => picture_id ?? []);
  await forgetCopies(tx, code, await moveEnd(tx, copies, endsAt));
}

interface Saved {
  readonly of: { readonly userId: string; readonly batchId: string };
  readonly content: Content;
}

async function savePage(
  { tx, now }: Unit,
  app: App,
  { of, content }: Saved,
): Promise<{ code: string; endsAt: Date }> {
  const before = await findPageOfBatch(tx, of.userId, of.batchId);
  const standing = before !== null && isStanding(before, now) ? before : null;
  if (content.days === null && standing === null)
    throw new AppError('http/bad-request', { fields: ['days'] });
  if (await wasTakenDown(tx, of.batchId)) throw new AppError('adverts/page-taken-down');
  const endsAt = content.days === null ? (standing?.ends_at ?? now) : plusDays(now, content.days);
  const said = {
    title: tidyLine(content.title) || UNTITLED,
    price: content.price,
    currency: content.currency,
    words: tidyLines(content.words),
    phone: readPhone(content.phone),
    is_indexed: content.isIndexed,
    has_downloads: content.hasDownloads,
    ends_at: endsAt,
  };
  if (standing !== null) {
    await updatePage(tx, standing.code, said);
    return { code: standing.code, endsAt };
  }
  if ((await countStanding(tx, of.userId, now)) >= PAGE_LIMITS.pages)
    throw new AppError('adverts/too-many-pages', { most: PAGE_LIMITS.pages });
  // An address that ended stays so; the page of another time has one of its own.
  if (before?.ended_at === null) await updatePage(tx, before.code, { ended_at: before.ends_at });
  const code = app.newId('l').slice(2);
  await insertPage(tx, { code, user_id: of.userId, batch_id: of.batchId, published_at: now, ...said });
  return { code, endsAt };
}

function isStanding({ ended_at, ends_at }: PageRow, now: Date): boolean {
  return ended_at === null && ends_at > now;
}

/** The same for a photo however often it is processed, and of no use elsewhere. */
function namePicture(app: Pick<App, 'keyedHash'>, code: string, photoId: string): string {
  return app.keyedHash('page-picture', `${code} ${photoId}`).slice(0, NAME_DIGITS);
}

/** Ends the page of an own lot at once; without one nothing is done. Throws batches/not-found. */
export async function endPage(app: App, user: User, batchId: string): Promise<void> {
  await app.change(async ({ tx, now }) => {
    await lockBatch(tx, user.id, batchId);
    const page = await findPageOfBatch(tx, user.id, batchId);
    if (page === null || page.ended_at !== null) return;
    await updatePage(tx, page.code, { ended_at: now, end_reason: 'owner' });
  });
}
