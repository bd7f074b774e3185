import type { ChosenFiles } from '#server/adapters/database/stored-json.ts';
import type { Db } from '#server/app.ts';

/** Stores a choice of photos and results to download as one file. */
export async function insertZip(db: Db, zip: { id: string; ownerId: string; items: ChosenFiles }) {
  const { id, ownerId, items } = zip;
  await db
    .insertInto('zips')
    .values({ id, owner_id: ownerId, items: JSON.stringify(items) })
    .execute();
}

/** Returns the user's choice, or null. */
export async function findZip(db: Db, ownerId: string, id: string): Promise<ChosenFiles | null> {
  const row = await db
    .selectFrom('zips')
    .select('items')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.items ?? null;
}

export async function deleteOldZips(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('zips').where('created_at', '<', before).execute();
}
