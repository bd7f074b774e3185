import { folderNames, safeFileName } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { originalName } from '#domain/photos/original-name.ts';
import type { ChosenFiles } from '#server/adapters/database/stored-json.ts';
import type { App, User } from '#server/app.ts';
import {
  buildZip,
  resultEntries,
  type ZipDownload,
  type ZipEntry,
} from '#server/batches/downloads/zip-files.ts';
import { findZip, insertZip } from '#server/batches/downloads/zip-store.ts';
import { findBatch, getPhotoOrder } from '#server/batches/store/batch-store.ts';
import { shownMembers } from '#server/batches/store/batch-view.ts';
import { listMembers } from '#server/batches/store/member-store.ts';
import { findResults, listResults, type ResultRow } from '#server/batches/store/result-store.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { findPhotos, type PhotoRow } from '#server/photos/photo-store.ts';

/** All results of a batch. */
export async function zipBatch(app: App, user: User, batchId: string): Promise<ZipDownload> {
  const batch = await findBatch(app.db, user.id, batchId);
  const shown = shownMembers(await listMembers(app.db, batchId, getPhotoOrder(batch)));
  const entries = resultEntries(batch, shown, await listResults(app.db, batchId));
  if (entries.length === 0) throw new AppError('batches/no-results');
  return buildZip(app, `${safeFileName(batch.name, 'Lot')}.zip`, entries);
}

/** Remembers what was chosen; all of it has to be the user's and to have a file. */
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

/** Returns a ZIP of the chosen files that are still there. */
export async function zipSelection(app: App, user: User, zipId: string): Promise<ZipDownload> {
  const items = await findZip(app.db, user.id, zipId);
  if (!items) throw new AppError('photos/not-found');
  const { photos, results } = await ownFiles(app, user, items);
  const entries = [...photos.map(photoEntry), ...(await batchEntries(app, user, results))];
  if (entries.length === 0) throw new AppError('photos/not-found');
  return buildZip(app, `Fotolot ${toBucharestDay(app.now())}.zip`, entries);
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

/** Named as in the batch's own ZIP; several batches have a folder each. */
async function batchEntries(app: App, user: User, results: readonly ResultRow[]): Promise<ZipEntry[]> {
  const byBatch = [...Map.groupBy(results, (row) => row.batch_id)];
  const batches = await Promise.all(
    byBatch.map(async ([batchId, rows]) => ({ rows, batch: await findBatch(app.db, user.id, batchId) })),
  );
  const folders = folderNames(batches.map(({ batch }) => batch.name));
  const entries = batches.map(async ({ batch, rows }, i) => {
    const shown = shownMembers(await listMembers(app.db, batch.id, getPhotoOrder(batch)));
    const inBatch = resultEntries(batch, shown, rows);
    return batches.length === 1
      ? inBatch
      : inBatch.map((entry) => ({ ...entry, name: `${folders[i]}/${entry.name}` }));
  });
  return (await Promise.all(entries)).flat();
}
