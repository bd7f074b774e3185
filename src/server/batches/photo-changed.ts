import type { Changes, Tx } from '#server/app.ts';
import { findBatch, patchBatch } from '#server/batches/batch-store.ts';
import { orderedIds } from '#server/batches/batch-view.ts';
import { batchesWith, membersOf } from '#server/batches/member-store.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';
import { asPhoto } from '#server/photos/photo-view.ts';

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
): Promise<void> {
  for (const lot of lots) {
    const batch = await findBatch(tx, lot.owner_id, lot.id);
    const members = await membersOf(tx, lot.id, batch.ordered_by_hand);
    const original = members.find(({ id }) => id === photo.duplicate_of);
    await patchBatch(tx, changes, lot, {
      photos: { [photo.id]: asPhoto(photo), ...(original && { [original.id]: asPhoto(original) }) },
      photoIds: orderedIds(members),
    });
    changes.list(lot.owner_id, 'batches');
  }
  changes.list(photo.owner_id, 'photos');
}
