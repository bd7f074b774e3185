import { type Insertable, type Selectable, sql } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';

export type PictureRow = Selectable<DB['public_pictures']>;
/** One fetch of a public picture. */
export type PictureFetch = Omit<Insertable<DB['picture_fetches']>, 'id'>;

const USER_AGENT_LENGTH = 300;

export async function insertPictures(
  tx: Tx,
  rows: readonly Insertable<DB['public_pictures']>[],
): Promise<void> {
  await tx
    .insertInto('public_pictures')
    .values([...rows])
    .execute();
}

/** Adds fetches to the log; those of pictures that are gone are left out. */
export async function insertFetches(db: Db, fetches: readonly PictureFetch[]): Promise<void> {
  const rows = fetches.map((fetch) => ({
    ...fetch,
    user_agent: fetch.user_agent.slice(0, USER_AGENT_LENGTH),
  }));
  const known = await db
    .selectFrom('public_pictures')
    .select('id')
    .where(
      'id',
      'in',
      rows.map(({ picture_id }) => picture_id),
    )
    .execute();
  const ids = new Set(known.map(({ id }) => id));
  const kept = rows.filter(({ picture_id }) => ids.has(picture_id));
  if (kept.length > 0) await db.insertInto('picture_fetches').values(kept).execute();
}

/** Marks pictures that have expired, `most` at a time; returns the keys of their files. */
export async function markExpired(tx: Tx, now: Date, most: number): Promise<string[]> {
  const rows = await tx
    .updateTable('public_pictures')
    .set({ removed_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('public_pictures')
        .select('id')
        .where('expires_at', '<=', now)
        .where('removed_at', 'is', null)
        .orderBy('expires_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => publicPictureKey(id));
}

/** Moves the end of pictures whose files are there; returns their ids. */
export async function moveEnd(tx: Tx, ids: readonly string[], expiresAt: Date): Promise<Set<string>> {
  const rows = await tx
    .updateTable('public_pictures')
    .set({ expires_at: expiresAt })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ends pictures now: the job that removes expired ones takes their files. */
export async function expirePictures(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('public_pictures')
    .set({ expires_at: now })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('removed_at', 'is', null)
    .execute();
}

/** Deletes fetches before an instant, and pictures whose file went before it. */
export async function deleteOldFetches(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('picture_fetches').where('fetched_at', '<', before).execute();
  await db.deleteFrom('public_pictures').where('removed_at', '<', before).execute();
}

/** Deletes a person's pictures; returns the keys of files that are there. */
export async function deletePictures(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('public_pictures')
    .where('user_id', '=', userId)
    .returning(['id', 'removed_at'])
    .execute();
  return rows.filter(({ removed_at }) => removed_at === null).map(({ id }) => publicPictureKey(id));
}
