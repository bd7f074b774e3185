import { inSpendingOrder, takeParts } from '#domain/credits/grants.ts';
import { AppError } from '#domain/errors.ts';
import type { Tx } from '#server/app.ts';
import { expireDueGrants } from '#server/credits/grant-store.ts';
import { writeEntry } from '#server/credits/ledger-store.ts';

export interface Correction {
  /** Unique: the same ref again changes nothing. */
  readonly ref: string;
  readonly delta: number;
  readonly actor: string;
  readonly reason: string;
}

/**
 * Gives credits by an admin, as a gift with an expiry of its own. Returns the balance; null when done before. Needs the account's lock.
 * Throws http/idempotency-mismatch for another number of credits under the same ref.
 */
export async function giveCredits(
  tx: Tx,
  userId: string,
  correction: Correction & { grantId: string; expiresAt: Date | null },
): Promise<number | null> {
  const { ref, delta, actor, reason, grantId, expiresAt } = correction;
  if (await isDone(tx, ref, delta)) return null;
  const entry = { userId, kind: 'correct', delta, amount: delta, ref, actor, reason } as const;
  const balance = await writeEntry(tx, entry);
  const { seq } = await tx
    .selectFrom('credit_accounts')
    .select('seq')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const given = { source: 'gift', granted: delta, remaining: delta, expires_at: expiresAt } as const;
  await tx
    .insertInto('credit_grants')
    .values({ id: grantId, user_id: userId, seq, ...given, extended_at: null, ref })
    .execute();
  return balance;
}

/**
 * Takes credits by an admin, in spending order. Returns the balance; null when done before. Needs the account's lock. Throws
 * credits/nothing-to-take with the balance when it is too small, http/idempotency-mismatch for another number of credits under the same
 * ref.
 */
export async function takeCredits(
  tx: Tx,
  userId: string,
  { ref, delta, actor, reason, now }: Correction & { readonly now: Date },
): Promise<number | null> {
  if (await isDone(tx, ref, delta)) return null;
  await expireDueGrants(tx, userId, now);
  const rows = await tx
    .selectFrom('credit_grants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('remaining', '>', 0)
    .execute();
  const grants = inSpendingOrder(rows.map((row) => ({ ...row, expiresAt: row.expires_at })));
  const parts = takeParts(grants, -delta);
  if (!parts) {
    const left = grants.reduce((sum, grant) => sum + grant.remaining, 0);
    throw new AppError('credits/nothing-to-take', { balance: left });
  }
  const entry = { userId, kind: 'correct', delta, amount: -delta, ref, actor, reason } as const;
  const balance = await writeEntry(tx, entry);
  for (const part of parts)
    await tx
      .updateTable('credit_grants')
      .set((eb) => ({ remaining: eb('remaining', '-', part.amount) }))
      .where('id', '=', part.grantId)
      .execute();
  return balance;
}

/** Makes the trial's credits expire with the trial. Returns false where it never had any. Needs the account's lock. */
export async function moveTrialCredits(tx: Tx, userId: string, expiresAt: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('credit_grants')
    .set({ expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('source', '=', 'trial')
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Throws http/idempotency-mismatch: another number of credits under the same ref would seem to be given and would not be. */
async function isDone(tx: Tx, ref: string, delta: number): Promise<boolean> {
  const row = await tx
    .selectFrom('credit_ledger')
    .select('delta')
    .where('kind', '=', 'correct')
    .where('ref', '=', ref)
    .executeTakeFirst();
  if (row !== undefined && row.delta !== delta) throw new AppError('http/idempotency-mismatch');
  return row !== undefined;
}
