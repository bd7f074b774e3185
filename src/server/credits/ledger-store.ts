import { AppError } from '#domain/errors.ts';
import type { LedgerKind } from '#domain/language/ledger-words.ts';
import type { Tx } from '#server/app.ts';

interface Entry {
  readonly userId: string;
  readonly kind: LedgerKind;
  readonly delta: number;
  readonly amount: number;
  readonly ref: string;
  readonly actor: string;
  readonly reason?: string;
}

/**
 * Writes one ledger row and the balance. Returns the balance. Needs the account's lock. Throws credits/not-enough where the balance would
 * fall below 0.
 */
export async function writeEntry(tx: Tx, entry: Entry): Promise<number> {
  const account = await tx
    .updateTable('credit_accounts')
    .set((eb) => ({ balance: eb('balance', '+', entry.delta), seq: eb('seq', '+', 1) }))
    .where('user_id', '=', entry.userId)
    .where((eb) => eb(eb('balance', '+', entry.delta), '>=', 0))
    .returning(['balance', 'seq'])
    .executeTakeFirst();
  if (!account) throw new AppError('credits/not-enough', { cost: -entry.delta, balance: 0 });
  await tx
    .insertInto('credit_ledger')
    .values({
      user_id: entry.userId,
      seq: account.seq,
      kind: entry.kind,
      delta: entry.delta,
      amount: entry.amount,
      balance_after: account.balance,
      ref: entry.ref,
      actor: entry.actor,
      reason: entry.reason ?? null,
    })
    .execute();
  return account.balance;
}
