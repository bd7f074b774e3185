import type { Db, Tx } from '#server/app.ts';

/** Ordinary accounts by when they were last used: no admin's, none with a plan that still runs. */
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

/** Not used since an instant and not told of it since their last use. */
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

/** Told before an instant and not used since they were told. */
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

/** True when the account is still unused since an instant; needs its lock. */
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
