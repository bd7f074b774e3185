import { sql } from 'kysely';
import type { SendingRow, SentRow } from '#server/adverts/sendings/sending-store.ts';
import type { Db, Tx } from '#server/app.ts';

/** Ids under which shops keep pictures, and what they refused. */

/**
 * Notes the ids that are known of a sending before its change: of pictures that the advert has (`has`, in its order), and of former ones of the
 * same account.
 */
export async function noteKnownMedia(
  db: Db,
  { id, site, is_test, seller_id }: Pick<SendingRow, 'id' | 'site' | 'is_test' | 'seller_id'>,
  has: readonly number[],
): Promise<void> {
  await sql`
    update advert_sending_pictures set media_id = (${[...has]}::bigint[])[source::int + 1]
    where sending_id = ${id} and kind = 'kept'`.execute(db);
  await sql`
    update advert_sending_pictures sent set media_id = former.media_id
    from advert_former_pictures former
    join advert_sendings earlier on earlier.id = former.sending_id
    where sent.sending_id = ${id} and sent.kind = 'former' and sent.source = former.picture_id
      and earlier.site = ${site} and earlier.is_test = ${is_test} and earlier.seller_id = ${seller_id}`.execute(
    db,
  );
}

/** Notes the id of a picture that the site has taken. */
export async function saveTaken(
  tx: Tx,
  sendingId: string,
  { position, mediaId }: { position: number; mediaId: number },
): Promise<void> {
  await savePicture(tx, { sendingId, position }, { media_id: mediaId, refused: null });
}

/** Notes the words with which the site left a picture out. */
export async function saveRefused(
  tx: Tx,
  sendingId: string,
  { position, detail }: { position: number; detail: string },
): Promise<void> {
  await savePicture(tx, { sendingId, position }, { refused: detail });
}

async function savePicture(
  tx: Tx,
  { sendingId, position }: { sendingId: string; position: number },
  news: Partial<Pick<SentRow, 'media_id' | 'refused'>>,
): Promise<void> {
  await tx
    .updateTable('advert_sending_pictures')
    .set(news)
    .where('sending_id', '=', sendingId)
    .where('position', '=', position)
    .execute();
}
