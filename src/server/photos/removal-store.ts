import type { Db, Tx } from '#server/app.ts';

const CHUNK_SIZE = 1000;

/** These files go once the transaction is committed: a job takes them off the disk, whatever happens in between. */
export async function scheduleFileDeletion(tx: Tx, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += CHUNK_SIZE) {
    const values = keys.slice(from, from + CHUNK_SIZE).map((key) => ({ key }));
    await tx
      .insertInto('files_to_remove')
      .values(values)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  }
}

export async function nextToRemove(db: Db, most: number): Promise<string[]> {
  const rows = await db.selectFrom('files_to_remove').select('key').orderBy('key').limit(most).execute();
  return rows.map(({ key }) => key);
}

/** Those of the keys whose files are to go. */
export async function scheduledAmong(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < keys.length; from += CHUNK_SIZE) {
    const chunk = keys.slice(from, from + CHUNK_SIZE);
    const rows = await db.selectFrom('files_to_remove').select('key').where('key', 'in', chunk).execute();
    for (const { key } of rows) found.add(key);
  }
  return found;
}

export async function deleteRemovals(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .deleteFrom('files_to_remove')
    .where('key', 'in', [...keys])
    .execute();
}
