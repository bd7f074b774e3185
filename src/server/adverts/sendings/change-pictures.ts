import { AppError } from '#domain/errors.ts';
import type { SiteAdvert, WantedPicture } from '#server/adapters/adverts/port.ts';
import { buildPictureAddress } from '#server/adverts/pictures/picture-address.ts';
import { Lost } from '#server/adverts/sendings/advance.ts';
import { saveRefused, saveTaken } from '#server/adverts/sendings/media-store.ts';
import { runForSending } from '#server/adverts/sendings/run-for-sending.ts';
import { listSent, lockClaimed, type SendingRow } from '#server/adverts/sendings/sending-store.ts';
import { findPictures } from '#server/adverts/sendings/sending-view.ts';
import type { App } from '#server/app.ts';

interface Wanted {
  /** Undefined: no copy could be made of it, and only a shop that has it can put it in. */
  readonly address: string | undefined;
  /** The shop's own id of it; null: it has none yet. */
  readonly mediaId: number | null;
}

/** Returns what the advert is to have, in order. */
async function listWanted(app: App, row: SendingRow): Promise<Wanted[]> {
  const sent = await listSent(app.db, row.id);
  const copies = await findPictures(
    app.db,
    sent.flatMap(({ picture_id }) => picture_id ?? []),
  );
  return sent.map(({ picture_id, media_id }) => {
    const copy = copies.get(picture_id ?? '');
    if (copy === undefined && media_id === null) throw new AppError('adverts/pictures-gone');
    const address = copy && buildPictureAddress(app, { id: copy.id, expiresAt: copy.expires_at });
    return { address, mediaId: media_id };
  });
}

/** Returns the same as a shop is told it: known pictures by their ids, so that it fetches and keeps none twice. */
export async function listForShop(app: App, row: SendingRow): Promise<WantedPicture[]> {
  return (await listWanted(app, row)).map(({ address, mediaId }) => {
    if (mediaId === null) return address ?? '';
    return { id: mediaId, ...(address !== undefined && { address }) };
  });
}

/**
 * Changes the pictures of an advert as it was read just before. `isGoingOn`: a part of the change was made before. Throws SiteFailure, Lost,
 * and an AppError where nothing was changed: adverts/pictures-gone, or as runWithGrant.
 */
export async function changePictures(
  app: App,
  row: SendingRow,
  { advert, isGoingOn }: { advert: SiteAdvert; isGoingOn: boolean },
): Promise<SiteAdvert> {
  const wanted = await listWanted(app, row);
  return runForSending(app, row, async ({ site, accessToken, refuseEnded: beforeCall }) => {
    if (site.connectsBy !== 'key') {
      const addresses = wanted.map(({ address = '' }) => address);
      return site.replacePictures(accessToken, advert, { addresses, beforeCall });
    }
    const pictures = await listForShop(app, row);
    const { advert: after, refused } = await site.changePictures(accessToken, advert, {
      pictures,
      isGoingOn,
      beforeCall,
      onTaken: (address, mediaId) =>
        noteTaken(app, row, { position: wanted.findIndex((each) => each.address === address), mediaId }),
    });
    await app.change(async ({ tx }) => {
      for (const { place, detail } of refused) await saveRefused(tx, row.id, { position: place, detail });
    });
    return after;
  });
}

/** Before the shop is given the next picture. Throws Lost, which ends the change here. */
async function noteTaken(
  app: App,
  row: SendingRow,
  taken: { readonly position: number; readonly mediaId: number },
): Promise<void> {
  await app.change(async ({ tx }) => {
    if (!(await lockClaimed(tx, row))) throw new Lost('the sending is no longer ours');
    await saveTaken(tx, row.id, taken);
  });
}
