import type { Db, Tx } from '#server/app.ts';

/** Stores the address that an account gets once its mailbox is proven; the newest wish replaces an earlier one. */
export async function wishEmail(
  tx: Tx,
  userId: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('email_changes')
    .values({ user_id: userId, email, asked_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ email, asked_at: now }))
    .execute();
}

export async function findEmailChange(db: Db | Tx, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('email_changes')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function deleteEmailChange(db: Db | Tx, userId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}
