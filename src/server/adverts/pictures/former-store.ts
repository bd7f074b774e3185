import { type Insertable, sql } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import { expirePictures } from '#server/adverts/pictures/picture-store.ts';
import type { Tx } from '#server/app.ts';

/** Copies of the pictures that adverts had before. */

export async function insertFormer(tx: Tx, row: Insertable<DB['advert_former_pictures']>): Promise<void> {
  await tx.insertInto('advert_former_pictures').values(row).execute();
}

/** Returns the bytes of a person's copies whose files are there. */
export async function countFormerBytes(tx: Tx, userId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('public_pictures as picture')
    .select(sql<number>`coalesce(sum(picture.bytes), 0)::float8`.as('bytes'))
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
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Ends the copies of a sending after which nothing can be put back. */
export async function dropFormer(tx: Tx, sendingId: string, now: Date): Promise<void> {
  const rows = await tx
    .deleteFrom('advert_former_pictures')
    .where('sending_id', '=', sendingId)
    .returning('picture_id')
    .execute();
  await expirePictures(
    tx,
    rows.map(({ picture_id }) => picture_id),
    now,
  );
}
