import { type CreditRevocation, computeRevocation } from '#domain/credits/revocation.ts';
import type { Tx } from '#server/app.ts';
import { keepGrace } from '#server/credits/grant-store.ts';
import { writeEntry } from '#server/credits/ledger-store.ts';

/**
 * Takes back the rest of the credits given for `grantRef`, under the refund's own ref. Returns the revoked credits and the shortfall.
 * Needs the account's lock.
 */
export async function revokeGrant(
  tx: Tx,
  userId: string,
  refund: { grantRef: string; ref: string; actor: string; reason: string },
): Promise<CreditRevocation> {
  const grants = await tx
    .selectFrom('credit_grants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ref', '=', refund.grantRef)
    .execute();
  const granted = grants.reduce((sum, grant) => sum + grant.granted, 0);
  const remaining = grants.reduce((sum, grant) => sum + grant.remaining, 0);
  const { ref, actor, reason } = refund;
  await writeEntry(tx, { userId, kind: 'refund', delta: -remaining, amount: remaining, ref, actor, reason });
  await tx
    .updateTable('credit_grants')
    .set({ remaining: 0 })
    .where('user_id', '=', userId)
    .where('ref', '=', refund.grantRef)
    .execute();
  return computeRevocation({ granted, remaining });
}

/** Returns true once the refund's ref has its entry, be it of 0 credits. */
export async function isRevoked(tx: Tx, ref: string): Promise<boolean> {
  const entries = tx.selectFrom('credit_ledger').select('seq').where('kind', '=', 'refund');
  return (await entries.where('ref', '=', ref).executeTakeFirst()) !== undefined;
}

interface UndoneRefund {
  readonly grantRef: string;
  readonly ref: string;
  readonly amount: number;
  readonly actor: string;
  readonly reason: string;
  readonly now: Date;
}

/**
 * Gives back credits that a refund withdrew, under the refund's own ref; grants that fell due meanwhile have their grace. Needs the
 * account's lock. Throws where `grantRef` has no grant.
 */
export async function returnGrant(
  tx: Tx,
  userId: string,
  { grantRef, ref, amount, actor, reason, now }: UndoneRefund,
): Promise<void> {
  await writeEntry(tx, { userId, kind: 'refund-undone', delta: amount, amount, ref, actor, reason });
  const grant = await tx
    .updateTable('credit_grants')
    .set((eb) => ({ remaining: eb('remaining', '+', amount) }))
    .where('user_id', '=', userId)
    .where('ref', '=', grantRef)
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepGrace(tx, grant, now);
}
