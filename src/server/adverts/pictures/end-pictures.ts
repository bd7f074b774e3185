import { FETCHES_DAYS } from '#domain/adverts/public-picture.ts';
import { plusDays } from '#domain/days.ts';
import { deleteOldFetches, deletePictures, markExpired } from '#server/adverts/pictures/picture-store.ts';
import type { App, Tx } from '#server/app.ts';
import { scheduleFileDeletion } from '#server/photos/removal-store.ts';
import { REMOVE_FILES } from '#server/photos/remove-files.ts';

const AT_A_TIME = 500;

/** Job by the clock: removes the files of pictures that have expired, and what is known of fetches after `FETCHES_DAYS`. */
export async function removeExpiredPictures(app: App): Promise<void> {
  for (let expired = AT_A_TIME; expired === AT_A_TIME; ) {
    expired = await app.change(async ({ tx, now }) => {
      const keys = await markExpired(tx, now, AT_A_TIME);
      await scheduleFileDeletion(tx, keys);
      if (keys.length > 0) await app.queue.send(tx, REMOVE_FILES, {});
      return keys.length;
    });
  }
  await deleteOldFetches(app.db, plusDays(app.now(), -FETCHES_DAYS));
}

/** Erases a person's public pictures with the transaction: their addresses answer no more from its commit on. */
export async function erasePictures(tx: Tx, userId: string): Promise<void> {
  await scheduleFileDeletion(tx, await deletePictures(tx, userId));
}
