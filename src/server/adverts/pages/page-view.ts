import { sql } from 'kysely';
import type { PageRow, ReportRow } from '#server/adverts/pages/page-store.ts';
import type { App, Db } from '#server/app.ts';

/** A picture that a page shows now. */
export interface ShownPicture {
  readonly name: string;
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A page with the pictures that it shows; none: it is over. */
export interface ShownPage {
  readonly page: PageRow;
  readonly pictures: readonly ShownPicture[];
  /** True while copies of its files are made for the first time. */
  readonly isComing: boolean;
}

interface PictureOfPage extends ShownPicture {
  readonly code: string;
}

/**
 * Returns pages by their codes. Its pictures are none where it was ended, its days are over, its lot is gone, or its owner is suspended or
 * erased; a photo in the trash, or one whose days are over, is not among them.
 */
export async function findShownPages(
  app: Pick<App, 'db' | 'now'>,
  codes: readonly string[],
): Promise<Map<string, ShownPage>> {
  const wanted = sql<string>`any(${[...codes]}::text[])`;
  const pages = await app.db.selectFrom('lot_pages').selectAll().where('code', '=', wanted).execute();
  const { rows } = await sql<PictureOfPage & { is_coming: boolean }>`
    select page.code, own.name, picture.id, picture.width, picture.height, picture.bytes, picture.sha256,
      own.picture_id is null and own.copied_result_id is null as is_coming
    from lot_pages page
    join lot_page_pictures own on own.code = page.code
    join batches on batches.id = page.batch_id and batches.deleted_at is null
    join users on users.id = page.user_id and users.deleted_at is null and users.suspended_at is null
    join photos on photos.id = own.photo_id and photos.trashed_at is null and photos.purged_at is null
    left join public_pictures picture on picture.id = own.picture_id and picture.removed_at is null
    where page.code = ${wanted} and page.ended_at is null and page.ends_at > ${app.now()}
    order by page.code, own.position`.execute(app.db);
  const byPage = Map.groupBy(rows, ({ code }) => code);
  return new Map(
    pages.map((page) => {
      const own = byPage.get(page.code) ?? [];
      const pictures = own.filter(({ id }) => id !== null);
      return [page.code, { page, pictures, isComing: own.some((picture) => picture.is_coming) }];
    }),
  );
}

/** Returns the photos of a lot's files, by the files. */
export async function findPhotosOfFiles(
  db: Db,
  { userId, batchId }: { userId: string; batchId: string },
  resultIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('results')
    .select(['id', 'photo_id'])
    .where('batch_id', '=', batchId)
    .where('owner_id', '=', userId)
    .where('id', '=', sql<string>`any(${[...resultIds]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, photo_id }) => [id, photo_id]));
}

/** Returns keys of results by their ids. */
export async function findFileKeys(db: Db, resultIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('results')
    .select(['id', 'file_key'])
    .where('id', '=', sql<string>`any(${[...resultIds]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, file_key }) => [id, file_key]));
}

/** Returns ids of copies that no page needs any more: of pages that are over, and of files that were replaced. */
export async function listUnneededCopies(app: Pick<App, 'db' | 'now'>, most: number): Promise<string[]> {
  const rows = await app.db
    .selectFrom('public_pictures as picture')
    .innerJoin('lot_page_pictures as own', 'own.picture_id', 'picture.id')
    .innerJoin('lot_pages as page', 'page.code', 'own.code')
    .leftJoin('batches', 'batches.id', 'page.batch_id')
    .innerJoin('photos', 'photos.id', 'own.photo_id')
    .select('picture.id')
    .where('picture.removed_at', 'is', null)
    .where('picture.expires_at', '>', app.now())
    .where((eb) =>
      eb.or([
        eb('page.ended_at', 'is not', null),
        eb('page.ends_at', '<=', app.now()),
        eb('batches.id', 'is', null),
        eb('batches.deleted_at', 'is not', null),
        eb('photos.purged_at', 'is not', null),
      ]),
    )
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

const MOST_REPORTS = 200;

interface OpenReport extends ReportRow {
  readonly title: string;
  /** Page of the same lot that stands, maybe under another address. */
  readonly standing_code: string | null;
}

/** Returns reports that wait for a decision with what is public of their pages, the oldest first. */
export async function listOpenReports(db: Db): Promise<OpenReport[]> {
  return db
    .selectFrom('lot_page_reports as report')
    .innerJoin('lot_pages as page', 'page.code', 'report.code')
    .leftJoin('lot_pages as standing', (join) =>
      join.onRef('standing.batch_id', '=', 'page.batch_id').on('standing.ended_at', 'is', null),
    )
    .selectAll('report')
    .select(['page.title', 'standing.code as standing_code'])
    .where('report.decided_at', 'is', null)
    .orderBy('report.created_at')
    .limit(MOST_REPORTS)
    .execute();
}
