import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/app.ts';
import {
  type FileFolder,
  invoiceKey,
  maskKey,
  originalKey,
  proxyKey,
  publicPictureKey,
  signedKey,
  thumbnailKey,
  trialKeys,
  trialMaskKey,
} from '#server/photos/file-keys.ts';
import { webKeys } from '#server/photos/stored-files/web-build-store.ts';
import { exportKey } from '#server/users/export-store.ts';
import { getAvatarKey } from '#server/users/profile/profile-store.ts';

/** A file that a row names. */
export interface NamedFile {
  readonly key: string;
  /** Size that the row says; null: unknown. */
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** False: the file may be missing. */
  readonly isRequired: boolean;
}

const PAGE_ROWS = 5000;
const UNKNOWN = { bytes: null, sha256: null } as const;

/** Yields the files of a folder that rows name, in byte order of keys; some thousand rows are in memory at a time. */
export async function* namedFiles(db: Db, folder: FileFolder): AsyncIterable<NamedFile> {
  switch (folder) {
    case 'originals':
      for await (const { id, state, bytes, sha256 } of photosWithFiles(db)) {
        const isWhole = state !== 'uploading';
        yield { key: originalKey(id), ...(isWhole ? { bytes, sha256 } : UNKNOWN), isRequired: isWhole };
      }
      return;
    case 'thumbnails':
      for await (const { id, state } of photosWithFiles(db))
        yield { key: thumbnailKey(id), ...UNKNOWN, isRequired: state === 'ready' };
      // Results of earlier versions have none.
      for await (const { id } of streamIds(db, 'results'))
        yield { key: thumbnailKey(id), ...UNKNOWN, isRequired: false };
      return;
    case 'proxies':
      for await (const { id, state } of photosWithFiles(db))
        yield { key: proxyKey(id), ...UNKNOWN, isRequired: state === 'ready' };
      return;
    case 'results':
      for await (const { file_key: key, bytes, sha256 } of streamResults(db))
        yield { key, bytes, sha256, isRequired: true };
      return;
    case 'masks':
      for await (const { id } of streamIds(db, 'cutouts'))
        yield { key: maskKey(id), ...UNKNOWN, isRequired: true };
      return;
    case 'exports':
      for await (const { id, state, bytes } of streamExports(db))
        yield { key: exportKey(id), bytes, sha256: null, isRequired: state === 'ready' };
      return;
    case 'trials':
      for await (const { id } of streamIds(db, 'trial_cutouts'))
        yield { key: trialMaskKey(id), ...UNKNOWN, isRequired: true };
      for await (const { id } of streamIds(db, 'trial_images'))
        for (const key of trialKeys(id)) yield { key, ...UNKNOWN, isRequired: true };
      return;
    case 'invoices':
      // An invoice whose file is being made has no hash yet.
      for await (const { id, pdf, xml, zip } of streamInvoices(db))
        for (const [key, sha256] of [
          [invoiceKey(id, 'pdf'), pdf],
          [invoiceKey(id, 'xml'), xml],
          [signedKey(id), zip],
        ] as const)
          yield { key, bytes: null, sha256, isRequired: sha256 !== null };
      return;
    case 'pictures':
      for await (const { id, bytes, sha256 } of streamPictures(db))
        yield { key: publicPictureKey(id), bytes, sha256, isRequired: true };
      return;
    case 'web':
      // Each start stores the missing ones.
      for (const key of await webKeys(db)) yield { key, ...UNKNOWN, isRequired: false };
      return;
    case 'users':
      for await (const row of streamAvatars(db)) {
        const key = getAvatarKey(row);
        if (key !== null) yield { key, ...UNKNOWN, isRequired: true };
      }
  }
}

/** Photos from their upload until they are purged. */
function photosWithFiles(db: Db) {
  const rows = (after: string) =>
    db
      .selectFrom('photos')
      .select(['id', 'state', 'bytes', 'sha256'])
      .where('purged_at', 'is', null)
      .where('state', 'not in', ['refused', 'duplicate'])
      .where(collateByBytes('id'), '>', after)
      .orderBy(collateByBytes('id'))
      .limit(PAGE_ROWS)
      .execute();
  return streamPages(rows, ({ id }) => id);
}

function streamResults(db: Db) {
  const rows = (after: string) =>
    db
      .selectFrom('results')
      .select(['file_key', 'bytes', 'sha256'])
      .where(collateByBytes('file_key'), '>', after)
      .orderBy(collateByBytes('file_key'))
      .limit(PAGE_ROWS)
      .execute();
  return streamPages(rows, ({ file_key }) => file_key);
}

function streamExports(db: Db) {
  const rows = (after: string) =>
    db
      .selectFrom('data_exports')
      .select(['id', 'state', 'bytes'])
      .where(collateByBytes('id'), '>', after)
      .orderBy(collateByBytes('id'))
      .limit(PAGE_ROWS)
      .execute();
  return streamPages(rows, ({ id }) => id);
}

/** Invoices whose buyers are not forgotten. */
function streamInvoices(db: Db) {
  const rows = (after: string) =>
    db
      .selectFrom('invoices')
      .leftJoin('efactura_sendings', 'invoice_id', 'id')
      .select(['id', 'pdf_sha256 as pdf', 'invoices.xml_sha256 as xml', 'zip_sha256 as zip'])
      .where('forgotten_at', 'is', null)
      .where(collateByBytes('id'), '>', after)
      .orderBy(collateByBytes('id'))
      .limit(PAGE_ROWS)
      .execute();
  return streamPages(rows, ({ id }) => id);
}

/** Pictures whose addresses are good, or were until the last daily cleanup. */
function streamPictures(db: Db) {
  const rows = (after: string) =>
    db
      .selectFrom('public_pictures')
      .select(['id', 'bytes', 'sha256'])
      .where('removed_at', 'is', null)
      .where(collateByBytes('id'), '>', after)
      .orderBy(collateByBytes('id'))
      .limit(PAGE_ROWS)
      .execute();
  return streamPages(rows, ({ id }) => id);
}

function streamAvatars(db: Db) {
  const rows = (after: string) =>
    db
      .selectFrom('users')
      .select(['id', 'photo_url', 'avatar_version'])
      .where('photo_url', 'like', '/avatars/%')
      .where(collateByBytes('id'), '>', after)
      .orderBy(collateByBytes('id'))
      .limit(PAGE_ROWS)
      .execute();
  return streamPages(rows, ({ id }) => id);
}

function streamIds(db: Db, table: 'results' | 'cutouts' | 'trial_images' | 'trial_cutouts') {
  const rows = (after: string) =>
    db
      .selectFrom(table)
      .select('id')
      .where(collateByBytes('id'), '>', after)
      .orderBy(collateByBytes('id'))
      .limit(PAGE_ROWS)
      .execute();
  return streamPages(rows, ({ id }) => id);
}

/** Orders a column by bytes, as files are listed, whatever the database's language. */
function collateByBytes(column: 'id' | 'file_key'): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} collate "C"`;
}

async function* streamPages<Row>(
  rowsAfter: (after: string) => Promise<Row[]>,
  orderedBy: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const rows = await rowsAfter(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = orderedBy(last);
  }
}
