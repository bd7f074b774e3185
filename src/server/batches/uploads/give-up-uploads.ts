import type { App, Tx, Unit } from '#server/app.ts';
import { uploadsOfEndedLinks } from '#server/batches/phones/phone-link-view.ts';
import { batchChanged, updateBatch } from '#server/batches/store/batch-store.ts';
import { batchesWith, removeFromBatches } from '#server/batches/store/member-store.ts';
import { markNotPrepared } from '#server/photos/photo-store.ts';
import { scheduleFileDeletion } from '#server/photos/removal-store.ts';
import { REMOVE_FILES, uploadKey } from '#server/photos/remove-files.ts';
import { lockUploading } from '#server/photos/upload-store.ts';

/** Gives up an upload that is not whole: its storage is given back and its batches lose it. Nothing happens to one that has become whole. */
export async function giveUpUpload(tx: Tx, photoId: string): Promise<void> {
  if (!(await lockUploading(tx, photoId))) return;
  await markNotPrepared(tx, photoId, {
    state: 'refused',
    refusal: { code: 'photos/corrupt', details: {} },
  });
  await removeFromBatches(tx, photoId);
  await scheduleFileDeletion(tx, [uploadKey(photoId)]);
}

/** Job by the clock: gives up what phones announced by links that let them finish no more. An announcement alone holds its owner's storage. */
export async function giveUpPhoneUploads(app: App): Promise<void> {
  for (const { id, owner_id } of await uploadsOfEndedLinks(app)) {
    await app.change(async (unit) => {
      for (const batch of await batchesWith(unit.tx, [id])) {
        await updateBatch(unit.tx, batch.id, {});
        batchChanged(unit.changes, owner_id, batch.id);
      }
      await giveUpUpload(unit.tx, id);
      await app.queue.send(unit.tx, REMOVE_FILES, {});
    });
  }
}

/** Gives up those of some photos that a phone has not sent whole. Needs the locks of their batches. */
export async function giveUpThrownUploads(
  { tx }: Unit,
  app: Pick<App, 'queue'>,
  photoIds: readonly string[],
): Promise<void> {
  for (const id of photoIds) await giveUpUpload(tx, id);
  if (photoIds.length > 0) await app.queue.send(tx, REMOVE_FILES, {});
}
