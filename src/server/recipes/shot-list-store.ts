import type { ShotList } from '#domain/shots/shots.ts';
import type { Db, Tx } from '#server/app.ts';

/** Returns own lists in the order in which they were saved. */
export async function findShotLists(db: Db | Tx, userId: string): Promise<ShotList[]> {
  const row = await db
    .selectFrom('shot_lists')
    .select('lists')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.lists ?? [];
}

export async function keepShotLists(
  tx: Tx,
  userId: string,
  { lists, now }: { lists: readonly ShotList[]; now: Date },
): Promise<void> {
  const facts = { lists: JSON.stringify(lists), updated_at: now };
  await tx
    .insertInto('shot_lists')
    .values({ user_id: userId, ...facts })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(facts))
    .execute();
}
