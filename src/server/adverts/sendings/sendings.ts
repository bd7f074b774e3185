import type { Sending } from '#contract/adverts/sendings.ts';
import { canStop, type SendingState } from '#domain/adverts/sending.ts';
import { AppError } from '#domain/errors.ts';
import { dropFormer } from '#server/adverts/pictures/former-store.ts';
import { asSending, asSendings } from '#server/adverts/sendings/as-sending.ts';
import { findOwnSending, lockOwnSending, markStopped } from '#server/adverts/sendings/sending-store.ts';
import { findFormer, listSendingsOfBatch } from '#server/adverts/sendings/sending-view.ts';
import type { App, User } from '#server/app.ts';
import { findBatch } from '#server/batches/store/batch-store.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';

/** Returns sendings of a lot, the newest first. Throws batches/not-found. */
export async function listSendings(app: App, user: User, batchId: string): Promise<Sending[]> {
  await findBatch(app.db, user.id, batchId);
  return asSendings(app, await listSendingsOfBatch(app.db, user.id, batchId));
}

/** Throws http/not-found. */
export async function readSending(app: App, user: User, sendingId: string): Promise<Sending> {
  const row = await findOwnSending(app.db, user.id, sendingId);
  if (row === null) throw new AppError('http/not-found');
  return asSending(app, row);
}

/** Gives up a sending while no site has it; one that is over or with the site is returned as it is. Throws http/not-found. */
export async function stopSending(app: App, user: User, sendingId: string): Promise<Sending> {
  await app.change(async ({ tx, changes, now }) => {
    const row = await lockOwnSending(tx, user.id, sendingId);
    if (row === null || !canStop(row.state as SendingState)) return;
    await markStopped(tx, row.id, now);
    await dropFormer(tx, row.id, now);
    changes.list(user.id, 'advert-sendings');
  });
  return readSending(app, user, sendingId);
}

/** Returns the key of a picture that an own advert had. Throws http/not-found. */
export async function findFormerFile(app: App, user: User, pictureId: string): Promise<string> {
  const [former] = await findFormer(app.db, user.id, [pictureId]);
  if (former === undefined) throw new AppError('http/not-found');
  return publicPictureKey(former.id);
}
