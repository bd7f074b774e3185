import type { Tx, Unit } from '#server/app.ts';
import { findBatch, getPhotoOrder, patchBatch } from '#server/batches/store/batch-store.ts';
import { orderedIds } from '#server/batches/store/batch-view.ts';
import { batchesWith, listMembers } from '#server/batches/store/member-store.ts';
import { loadCutoutLookup } from '#server/photos/cutout-store.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';
import { asPhoto } from '#server/photos/photo-view.ts';
import { loadRetentionLookup } from '#server/photos/retention-view.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import { readRetention } from '#server/plans/note-retention.ts';

type OwnedBatch = { readonly id: string; readonly owner_id: string };

/** Locks the batches of a photo; the order of locks puts them before the photo. */
export async function lockPhotoBatches(tx: Tx, photoId: string): Promise<OwnedBatch[]> {
  return batchesWith(tx, [photoId]);
}

/** Tells the photo's batches that its state changed, with its frame and the new order. */
export async function photoChanged(
  unit: Unit,
  batches: readonly OwnedBatch[],
  photo: PhotoRow,
): Promise<void> {
  const { tx, changes, now } = unit;
  const { retentionDays } = await limitsInForce(tx, photo.owner_id, now);
  const retention = await readRetention(tx, photo.owner_id, { days: retentionDays, now });
  const ids = [photo.id, ...(photo.duplicate_of === null ? [] : [photo.duplicate_of])];
  const kept = await loadRetentionLookup(tx, ids, { retention, now });
  for (const ownedBatch of batches) {
    const batch = await findBatch(tx, ownedBatch.owner_id, ownedBatch.id);
    const members = await listMembers(tx, ownedBatch.id, getPhotoOrder(batch));
    const original = members.find(({ id }) => id === photo.duplicate_of);
    const cutouts = await loadCutoutLookup(tx, original ? [photo, original] : [photo]);
    const show = (row: PhotoRow) =>
      asPhoto({ ...row, ...members.find(({ id }) => id === row.id)?.cameAs }, kept(row), cutouts(row));
    await patchBatch(unit, ownedBatch, {
      photos: { [photo.id]: show(photo), ...(original && { [original.id]: show(original) }) },
      photoIds: orderedIds(members),
    });
    changes.list(ownedBatch.owner_id, 'batches');
  }
  changes.list(photo.owner_id, 'photos');
}
