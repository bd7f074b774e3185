import type { Db } from '#server/app.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';

/** Ids by which files of a folder are named: photos from their upload until they are purged, of the others every row. */
export async function idsWithFiles(
  db: Db,
  owner: 'results' | 'photos' | 'cutouts' | 'data_exports',
): Promise<string[]> {
  const rows =
    owner !== 'photos'
      ? await db.selectFrom(owner).select('id').execute()
      : await db
          .selectFrom('photos')
          .select('id')
          .where('purged_at', 'is', null)
          .where('state', 'not in', ['refused', 'duplicate'])
          .execute();
  return rows.map(({ id }) => id);
}

/** The files of results, as they were when they were written. */
export async function deliveredFiles(
  db: Db,
): Promise<{ id: string; fileKey: string; bytes: number; sha256: string }[]> {
  const rows = await db.selectFrom('results').select(['id', 'file_key', 'bytes', 'sha256']).execute();
  return rows.map(({ id, file_key, bytes, sha256 }) => ({ id, fileKey: file_key, bytes, sha256 }));
}

/** Photos that are whole and not purged, with size and fingerprint of their originals. */
export async function keptOriginals(db: Db): Promise<Pick<PhotoRow, 'id' | 'state' | 'bytes' | 'sha256'>[]> {
  return db
    .selectFrom('photos')
    .select(['id', 'state', 'bytes', 'sha256'])
    .where('state', 'in', ['preparing', 'ready'])
    .where('purged_at', 'is', null)
    .execute();
}
