import { folderNames, safeFileName } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import { buildCsv, buildFileCell, buildTextCell } from '#domain/language/csv.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { originalName } from '#domain/photos/original-name.ts';
import { readArticles } from '#domain/piles/read-articles.ts';
import type { ChosenFiles } from '#server/adapters/database/stored-json.ts';
import type { App, User } from '#server/app.ts';
import {
  buildZip,
  resultEntries,
  type ZipDownload,
  type ZipEntry,
  type ZipText,
} from '#server/batches/downloads/zip-files.ts';
import { findZip, insertZip } from '#server/batches/downloads/zip-store.ts';
import { type BatchRow, findBatch, getPhotoOrder } from '#server/batches/store/batch-store.ts';
import { shownMembers } from '#server/batches/store/batch-view.ts';
import { listMembers } from '#server/batches/store/member-store.ts';
import { findResults, listResults, type ResultRow } from '#server/batches/store/result-store.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { findPhotos, type PhotoRow } from '#server/photos/photo-store.ts';

const LIST_NAME = 'loturi.csv';

/** Returns a ZIP of all results of a batch. Throws `batches/not-found`, or `batches/no-results` when there is none. */
export async function zipBatch(app: App, user: User, batchId: string): Promise<ZipDownload> {
  const batch = await findBatch(app.db, user.id, batchId);
  const shown = shownMembers(await listMembers(app.db, batchId, getPhotoOrder(batch)));
  const entries = resultEntries(batch, shown, await listResults(app.db, batchId));
  if (entries.length === 0) throw new AppError('batches/no-results');
  return buildZip(app, `${safeFileName(batch.name, 'Lot')}.zip`, { files: entries });
}

/**
 * Stores a choice of files; returns its id and how many files it has. Throws `photos/not-found` unless every file is there and the user's.
 */
export async function prepareZip(
  app: App,
  user: User,
  items: ChosenFiles,
): Promise<{ zipId: string; files: number }> {
  const [photoIds, resultIds] = [new Set(items.photoIds), new Set(items.resultIds)];
  const chosen = { photoIds: [...photoIds], resultIds: [...resultIds] };
  const { photos, results } = await ownFiles(app, user, chosen);
  const files = photos.length + results.length;
  if (files < photoIds.size + resultIds.size || files === 0) throw new AppError('photos/not-found');
  const id = app.newId('zip');
  await insertZip(app.db, { id, ownerId: user.id, items: chosen });
  return { zipId: id, files };
}

/**
 * Returns a ZIP of the chosen files that are still there. Throws `photos/not-found` when the choice is unknown or none of its files is
 * left.
 */
export async function zipSelection(app: App, user: User, zipId: string): Promise<ZipDownload> {
  const items = await findZip(app.db, user.id, zipId);
  if (!items) throw new AppError('photos/not-found');
  const { photos, results } = await ownFiles(app, user, items);
  const lots = await findLots(app, user, results);
  const originals = photos.map(photoEntry);
  const entries = [...originals, ...lots.flatMap((lot) => lot.entries)];
  if (entries.length === 0) throw new AppError('photos/not-found');
  return buildZip(app, `Fotolot ${toBucharestDay(app.now())}.zip`, {
    files: entries,
    list: (names) =>
      isOnePile(lots) ? listLots(lots, { names: names.slice(originals.length), at: app.now() }) : null,
  });
}

async function ownFiles(app: App, user: User, { photoIds, resultIds }: ChosenFiles) {
  const photos = await findPhotos(app.db, user.id, photoIds);
  return {
    photos: photos.filter(({ state, trashed_at }) => state === 'ready' && trashed_at === null),
    results: await findResults(app.db, user.id, resultIds),
  };
}

function photoEntry(photo: PhotoRow): ZipEntry {
  const { stem, ending } = originalName(photo.name, photo.format ?? 'jpeg');
  return {
    name: safeFileName(stem, 'fotografie') + ending,
    size: photo.bytes,
    lastModified: photo.created_at,
    key: originalKey(photo.id),
  };
}

/** A batch of which files were chosen, and its files as the ZIP has them. */
interface ZippedLot {
  readonly batch: BatchRow;
  readonly entries: readonly ZipEntry[];
  /** By key of a file: its photo, and the photo's place in the lot, from 1. */
  readonly photoOf: ReadonlyMap<string, { readonly photo: PhotoRow; readonly place: number }>;
}

/** Names the files as the batch's own ZIP does; several batches have a folder each. */
async function findLots(app: App, user: User, results: readonly ResultRow[]): Promise<ZippedLot[]> {
  const byBatch = [...Map.groupBy(results, (row) => row.batch_id)];
  const batches = await Promise.all(
    byBatch.map(async ([batchId, rows]) => ({ rows, batch: await findBatch(app.db, user.id, batchId) })),
  );
  const sorted = batches.sort((a, b) => a.batch.number - b.batch.number);
  // The list has its name first.
  const [, ...folders] = folderNames([LIST_NAME, ...sorted.map(({ batch }) => batch.name)], 'Lot');
  const lots = sorted.map(async ({ batch, rows }, i) => {
    const shown = shownMembers(await listMembers(app.db, batch.id, getPhotoOrder(batch)));
    const inBatch = resultEntries(batch, shown, rows);
    const folder = sorted.length === 1 ? '' : `${folders[i]}/`;
    const places = new Map(shown.map((photo, at) => [photo.id, { photo, place: at + 1 }]));
    return {
      batch,
      entries: inBatch.map((entry) => ({ ...entry, name: `${folder}${entry.name}` })),
      photoOf: new Map(
        rows.flatMap((row) => {
          const placed = places.get(row.photo_id);
          return placed === undefined ? [] : [[row.file_key, placed] as const];
        }),
      ),
    };
  });
  return Promise.all(lots);
}

/** True where several lots were made out of one pile: their files get a list. */
function isOnePile(lots: readonly ZippedLot[]): boolean {
  const piles = new Set(lots.map(({ batch }) => batch.pile_id));
  return lots.length > 1 && piles.size === 1 && !piles.has(null);
}

/** Returns „loturi.csv”: of each file its lot, the article that folder or name tell, its path, and its photo's place. */
function listLots(
  lots: readonly ZippedLot[],
  { names, at }: { names: readonly string[]; at: Date },
): ZipText {
  const files = lots.flatMap(({ batch, entries, photoOf }) =>
    entries.map(({ key }) => ({ lot: batch.name, placed: photoOf.get(key) })),
  );
  const articles = readArticles(files.flatMap(({ placed }) => placed?.photo ?? []));
  const rows = files.map(({ lot, placed }, i) => [
    buildTextCell(lot),
    buildTextCell(articles.get(placed?.photo.id ?? '') ?? ''),
    buildFileCell(names[i] ?? ''),
    String(placed?.place ?? ''),
  ]);
  return {
    name: LIST_NAME,
    text: buildCsv([['Lot', 'SKU', 'Fișier', 'Ordine'], ...rows]),
    lastModified: at,
  };
}
