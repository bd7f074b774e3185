import type { Tx } from '#server/app.ts';
import { deleteCutouts } from '#server/photos/cutout-store.ts';
import { maskKey, photoKeys } from '#server/photos/file-keys.ts';
import { scheduleFileDeletion } from '#server/photos/removal-store.ts';
import { uploadKey } from '#server/photos/remove-files.ts';

const CHUNK_SIZE = 1000;

/** Locks the owner's photos: no new row names them until the end of the transaction. */
export async function lockOwnPhotos(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .selectFrom('photos')
    .select('id')
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Erases a deleted account's photos: files, cut-outs and rows. Photos that the books of a run name keep their id and nothing else. */
export async function erasePhotos(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const rows = await tx.selectFrom('photos').select('id').where('owner_id', '=', ownerId).execute();
  for (let from = 0; from < rows.length; from += CHUNK_SIZE) {
    const ids = rows.slice(from, from + CHUNK_SIZE).map(({ id }) => id);
    const masks = (await deleteCutouts(tx, ids)).map(maskKey);
    await scheduleFileDeletion(tx, [...ids.flatMap((id) => [...photoKeys(id), uploadKey(id)]), ...masks]);
  }
  await tx
    .deleteFrom('photos')
    .where('owner_id', '=', ownerId)
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(exists(selectFrom('run_photos').select('run_id').whereRef('photo_id', '=', 'photos.id'))),
        not(exists(selectFrom('run_assets').select('run_id').whereRef('photo_id', '=', 'photos.id'))),
      ]),
    )
    .execute();
  await tx
    .updateTable('photos')
    .set((eb) => ({
      name: '',
      bytes: 0,
      sha256: eb.case().when('state', '=', 'ready').then('').end(),
      thumbhash: null,
      taken_at: null,
      upload_key: null,
      has_gps: false,
      plates: null,
      plate_suggestions: null,
      sure_plates: null,
      trashed_at: null,
      purged_at: eb.fn.coalesce('purged_at', eb.val(now)),
    }))
    .where('owner_id', '=', ownerId)
    .execute();
}
