import type { Changes, Tx } from '#server/app.ts';
import { findBatch, patchBatch } from '#server/batches/store/batch-store.ts';
import { orderedIds } from '#server/batches/store/batch-view.ts';
import { batchesWith, membersOf } from '#server/batches/store/member-store.ts';
import { cutoutsOf } from '#server/photos/cutout-store.ts';
import { keptOf } from '#server/photos/keep-view.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';
import { asPhoto } from '#server/photos/photo-view.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import { retentionOf } from '#server/plans/note-retention.ts';

type Lot = { readonly id: string; readonly owner_id: string };

/** The lots of a photo, locked before the photo itself (the order of locks). */
export async function lockLotsOf(tx: Tx, photoId: string): Promise<Lot[]> {
  return batchesWith(tx, [photoId]);
}

/** A photo's state moved on: its lots' pages get the frame and the order it leads to. */
export async function photoChanged(
  tx: Tx,
  changes: Changes,
  lots: readonly Lot[],
  photo: PhotoRow,
  now: Date,
): Promise<void> {
  const { retentionDays } = await limitsInForce(tx, photo.owner_id, now);
  const retention = await retentionOf(tx, photo.owner_id, retentionDays, now);
  const ids = [photo.id, ...(photo.duplicate_of === null ? [] : [photo.duplicate_of])];
  const kept = await keptOf(tx, ids, retention, now);
  for (const lot of lots) {
    const batch = await findBatch(tx, lot.owner_id, lot.id);
    const members = await membersOf(tx, lot.id, batch.ordered_by_hand);
    const original = members.find(({ id }) => id === photo.duplicate_of);
    const cutouts = await cutoutsOf(tx, original ? [photo, original] : [photo]);
    const show = (row: PhotoRow) => asPhoto(row, kept(row), cutouts(row));
    await patchBatch(tx, changes, lot, {
      photos: { [photo.id]: show(photo), ...(original && { [original.id]: show(original) }) },
      photoIds: orderedIds(members),
    });
    changes.list(lot.owner_id, 'batches');
  }
  changes.list(photo.owner_id, 'photos');
}
