import { sql } from 'kysely';
import type { PictureRow } from '#server/adverts/pictures/picture-store.ts';
import type { SendingRow, SentRow } from '#server/adverts/sendings/sending-store.ts';
import type { Db, Tx } from '#server/app.ts';

const MOST_SHOWN = 20;

/** A sent picture with the site's best fetch of it. */
export interface SentPicture extends SentRow {
  readonly fetched_at: Date | null;
  readonly is_whole: boolean | null;
}

/** A copy of what an advert had before, as long as its file is there. */
export interface FormerPicture {
  readonly sending_id: string;
  readonly position: number;
  readonly id: string;
  readonly created_at: Date;
}

export async function listSendingsOfBatch(db: Db, userId: string, batchId: string): Promise<SendingRow[]> {
  return db
    .selectFrom('advert_sendings')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute();
}

/** Returns the sent pictures of sendings in order. A whole fetch counts before a broken one. */
export async function listFetched(db: Db, sendingIds: readonly string[]): Promise<SentPicture[]> {
  const { rows } = await sql<SentPicture>`
    select sent.*, best.fetched_at, best.is_whole
    from advert_sending_pictures sent
    left join public_pictures picture on picture.id = sent.picture_id
    left join lateral (
      select once.fetched_at, once.status = 200 and once.bytes = picture.bytes as is_whole
      from picture_fetches once
      where once.picture_id = sent.picture_id and once.method = 'GET'
      order by is_whole desc, once.fetched_at
      limit 1
    ) best on true
    where sent.sending_id = any(${[...sendingIds]}::text[])
    order by sent.sending_id, sent.position`.execute(db);
  return rows;
}

/** Returns the former pictures of sendings whose files are there, in order. */
export async function listFormer(db: Db | Tx, sendingIds: readonly string[]): Promise<FormerPicture[]> {
  return db
    .selectFrom('advert_former_pictures as former')
    .innerJoin('public_pictures as picture', 'picture.id', 'former.picture_id')
    .select(['former.sending_id', 'former.position', 'picture.id', 'picture.created_at'])
    .where('former.sending_id', '=', sql<string>`any(${[...sendingIds]}::text[])`)
    .where('picture.removed_at', 'is', null)
    .orderBy('former.sending_id')
    .orderBy('former.position')
    .execute();
}

/** Returns a person's former pictures among these whose files are there. */
export async function findFormer(
  db: Db | Tx,
  userId: string,
  pictureIds: readonly string[],
): Promise<PictureRow[]> {
  return db
    .selectFrom('public_pictures as picture')
    .selectAll('picture')
    .where('picture.id', '=', sql<string>`any(${[...pictureIds]}::text[])`)
    .where('picture.user_id', '=', userId)
    .where('picture.removed_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('advert_former_pictures as former')
          .select('former.picture_id')
          .whereRef('former.picture_id', '=', 'picture.id'),
      ),
    )
    .execute();
}

/** Returns a lot's files among these, by their results. */
export async function findBatchFiles(
  db: Db | Tx,
  { userId, batchId }: { userId: string; batchId: string },
  resultIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('results')
    .select(['id', 'file_key'])
    .where('batch_id', '=', batchId)
    .where('owner_id', '=', userId)
    .where('id', '=', sql<string>`any(${[...resultIds]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, file_key }) => [id, file_key]));
}

/** Returns pictures by their ids. */
export async function findPictures(db: Db, ids: readonly string[]): Promise<Map<string, PictureRow>> {
  const rows = await db
    .selectFrom('public_pictures')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
