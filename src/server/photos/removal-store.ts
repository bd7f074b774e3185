import type { Db, Tx } from '#server/app.ts';

const CHUNK_SIZE = 1000;

/** Schedules files for deletion with the transaction: a job deletes them even after a crash. */
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

/** Returns keys that come after another one, in their order. */
export async function nextToRemove(
  db: Db,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('files_to_remove')
    .select('key')
    .where('key', '>', after)
    .orderBy('key')
    .limit(most)
    .execute();
  return rows.map(({ key }) => key);
}

/** Returns those keys whose files are scheduled for deletion. */
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
