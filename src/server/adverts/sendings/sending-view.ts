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

/** Returns the sendings whose former pictures others put back, all of them in their order; those whose files are gone count, too. */
export async function findUndone(db: Db, sendingIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ sending_id: string; undone: string }>`
    select sent.sending_id, former.sending_id as undone
    from (
      select sending_id, array_agg(source order by position) as pictures
      from advert_sending_pictures
      where sending_id = any(${[...sendingIds]}::text[])
      group by sending_id
      having bool_and(kind = 'former')
    ) sent
    join advert_former_pictures first on first.picture_id = sent.pictures[1]
    join lateral (
      select former.sending_id, array_agg(former.picture_id order by former.position) as pictures
      from advert_former_pictures former
      where former.sending_id = first.sending_id
      group by former.sending_id
    ) former on former.pictures = sent.pictures`.execute(db);
  return new Map(rows.map(({ sending_id, undone }) => [sending_id, undone]));
}

/** What an advert had before a sending, and what the one before that had put in: fingerprints in order, null where one is not known. */
export interface Before {
  readonly sending_id: string;
  /** Id of the one before. */
  readonly id: string;
  readonly had: readonly (string | null)[];
  readonly put: readonly (string | null)[];
}

/** Returns for sendings the person's own one before into the same advert; none where it is not known what that one changed. */
export async function listBefore(db: Db, sendingIds: readonly string[]): Promise<Before[]> {
  const { rows } = await sql<Before>`
    select later.id as sending_id, before.id,
      array(
        select picture.fingerprint
        from advert_former_pictures former join public_pictures picture on picture.id = former.picture_id
        where former.sending_id = later.id order by former.position
      ) as had,
      array(
        select picture.fingerprint
        from advert_sending_pictures sent left join public_pictures picture on picture.id = sent.picture_id
        where sent.sending_id = before.id and sent.refused is null order by sent.position
      ) as put
    from advert_sendings later
    join lateral (
      select earlier.id, earlier.state
      from advert_sendings earlier
      where earlier.user_id = later.user_id and earlier.site = later.site and earlier.is_test = later.is_test
        and earlier.seller_id = later.seller_id and earlier.advert_id = later.advert_id
        and earlier.created_at < later.created_at
        and (earlier.state = 'done' or earlier.failure in ('unclear', 'cut-off'))
      order by earlier.created_at desc
      limit 1
    ) before on before.state = 'done'
    where later.id = any(${[...sendingIds]}::text[])`.execute(db);
  return rows;
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
