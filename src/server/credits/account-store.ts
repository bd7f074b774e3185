import type { UnlimitedUntil } from '#domain/credits/unlimited.ts';
import type { Db, Tx } from '#server/app.ts';

/** Balances. Code that changes one works in the caller's transaction and locks the account's row first, by lockCreditAccount. */
export interface Account {
  readonly userId: string;
  readonly isUnlimited: boolean;
}

export async function openAccount(tx: Tx, userId: string): Promise<void> {
  await tx.insertInto('credit_accounts').values({ user_id: userId }).execute();
}

/** Locks the account's row until the end of the transaction. Throws for an unknown user. */
export async function lockCreditAccount(tx: Tx, userId: string, now: Date): Promise<Account> {
  const row = await tx
    .selectFrom('credit_accounts')
    .select('unlimited_until')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { userId, isUnlimited: row.unlimited_until !== null && row.unlimited_until > now };
}

const NEVER = new Date('9999-12-31T00:00:00Z');

/** Makes credits unlimited until an instant. Needs the account's lock. */
export async function setUnlimited(tx: Tx, userId: string, until: UnlimitedUntil): Promise<void> {
  await tx
    .updateTable('credit_accounts')
    .set({ unlimited_until: until === 'for-ever' ? NEVER : until })
    .where('user_id', '=', userId)
    .execute();
}

/** Returns the credits that can be spent now: the balance without due grants; -1: unlimited. Throws for an unknown user. */
export async function spendableCredits(db: Db | Tx, userId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('credit_accounts')
    .leftJoin('credit_grants', (join) =>
      join
        .onRef('credit_grants.user_id', '=', 'credit_accounts.user_id')
        .on('credit_grants.remaining', '>', 0)
        .on('credit_grants.expires_at', '<=', now),
    )
    .select(['credit_accounts.balance', 'credit_accounts.unlimited_until'])
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('credit_grants.remaining'), eb.lit(0)).as('due'))
    .where('credit_accounts.user_id', '=', userId)
    .groupBy(['credit_accounts.balance', 'credit_accounts.unlimited_until'])
    .executeTakeFirstOrThrow();
  if (row.unlimited_until !== null && row.unlimited_until > now) return -1;
  return row.balance - Number(row.due);
}
