import type { Db, Tx } from '#server/app.ts';

/** Selects ordinary accounts by their last use: no admin's, none with a plan that still runs. */
function selectUnusedAccounts(db: Db | Tx, now: Date) {
  return db
    .selectFrom('users')
    .innerJoin('plans_as_read as p', 'p.id', 'users.id')
    .select(['users.id', 'email'])
    .where('deleted_at', 'is', null)
    .where('role', '=', 'user')
    .where(({ eb, or }) => or([eb('p.plan', '=', 'free'), eb('p.expires_at', '<=', now)]))
    .orderBy('seen_at');
}

/** Returns accounts that were not used since an instant and not warned since their last use. */
export async function findUnused(
  db: Db,
  { since, now, most }: { since: Date; now: Date; most: number },
): Promise<string[]> {
  const rows = await selectUnusedAccounts(db, now)
    .where('seen_at', '<', since)
    .where(({ eb, or, ref }) =>
      or([eb('unused_warned_at', 'is', null), eb('unused_warned_at', '<', ref('seen_at'))]),
    )
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns accounts that were warned before an instant and not used since. */
export async function findNotifiedBefore(
  db: Db,
  { before, now, most }: { before: Date; now: Date; most: number },
): Promise<string[]> {
  const rows = await selectUnusedAccounts(db, now)
    .where('unused_warned_at', '<=', before)
    .whereRef('seen_at', '<', 'unused_warned_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns true when the account is still unused since an instant. Needs its lock. */
export async function isUnusedSince(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('seen_at', '<', since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markUnusedNotified(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ unused_warned_at: now }).where('id', '=', userId).execute();
}
