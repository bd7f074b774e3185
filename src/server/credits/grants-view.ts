import type { CreditGrant } from '#contract/credits.ts';
import { inSpendingOrder } from '#domain/credits/grants.ts';
import type { Db } from '#server/app.ts';

/** Returns an account's credits that are neither spent nor held, in spending order; due ones too, until they are taken off. */
export async function listGrants(db: Db, userId: string): Promise<CreditGrant[]> {
  const rows = await db
    .selectFrom('credit_grants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('remaining', '>', 0)
    .execute();
  const grants = inSpendingOrder(rows.map((row) => ({ ...row, expiresAt: row.expires_at })));
  return grants.map(({ source, granted, remaining, expiresAt, created_at: createdAt }) => ({
    source,
    granted,
    remaining,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}
