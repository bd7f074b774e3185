import type { Selectable } from 'kysely';
import { returnedParts, takeParts } from '#domain/credits/grants.ts';
import { AppError } from '#domain/errors.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Tx } from '#server/app.ts';
import { asGrant, expireDueGrants, keepGrace, liveGrants } from '#server/credits/grant-store.ts';
import { writeEntry } from '#server/credits/ledger-store.ts';
import { openOutsideRef } from '#server/credits/outside-store.ts';

/** Holds `amount` credits for `ref` after expiring due ones. Needs the account's lock. Throws credits/not-enough with cost and balance. */
export async function holdCredits(
  tx: Tx,
  userId: string,
  { amount, ref, now }: { amount: number; ref: string; now: Date },
): Promise<void> {
  await expireDueGrants(tx, userId, now);
  const grants = (await liveGrants(tx, userId)).map(asGrant);
  const parts = takeParts(grants, amount);
  if (!parts) {
    const balance = grants.reduce((sum, grant) => sum + grant.remaining, 0);
    throw new AppError('credits/not-enough', { cost: amount, balance });
  }
  await writeEntry(tx, { userId, kind: 'hold', delta: -amount, amount, ref, actor: userId });
  for (const [position, part] of parts.entries()) {
    await tx
      .updateTable('credit_grants')
      .set((eb) => ({ remaining: eb('remaining', '-', part.amount) }))
      .where('id', '=', part.grantId)
      .execute();
    await tx
      .insertInto('credit_hold_parts')
      .values({ ref, position, grant_id: part.grantId, amount: part.amount })
      .execute();
  }
}

/**
 * Ends the hold of `ref`: `settled` credits are spent, the rest returns to its grants. Needs the account's lock. Throws when more is
 * settled than was held.
 */
export async function settleHold(
  tx: Tx,
  userId: string,
  { ref, settled, now }: { ref: string; settled: number; now: Date },
): Promise<void> {
  const rows = await tx
    .selectFrom('credit_hold_parts')
    .select(['grant_id', 'amount'])
    .where('ref', '=', ref)
    .orderBy('position')
    .execute();
  const parts = rows.map((row) => ({ grantId: row.grant_id, amount: row.amount }));
  const held = parts.reduce((sum, part) => sum + part.amount, 0);
  if (settled > held) throw new Error(`${ref} settles ${settled} of ${held}`);
  const back = held - settled;
  await writeEntry(tx, { userId, kind: 'release', delta: back, amount: back, ref, actor: 'system' });
  await writeEntry(tx, { userId, kind: 'spend', delta: 0, amount: settled, ref, actor: 'system' });
  for (const part of returnedParts(parts, settled)) {
    const grant = await tx
      .updateTable('credit_grants')
      .set((eb) => ({ remaining: eb('remaining', '+', part.amount) }))
      .where('id', '=', part.grantId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!(await revokeReturned(tx, grant, { amount: part.amount, holdRef: ref })))
      await keepGrace(tx, grant, now);
  }
}

/** Withdraws credits at once that return to a grant whose money went back outside. Returns false where its money is here. */
async function revokeReturned(
  tx: Tx,
  { id, user_id: userId, ref: grantRef }: Selectable<DB['credit_grants']>,
  { amount, holdRef }: { amount: number; holdRef: string },
): Promise<boolean> {
  const ref = await openOutsideRef(tx, grantRef);
  if (ref === null) return false;
  const back = tx.selectFrom('credit_ledger').select(['actor', 'reason']);
  const first = await back.where('kind', '=', 'refund').where('ref', '=', ref).executeTakeFirst();
  if (!first) return false;
  const { actor, reason } = first;
  const entry = { userId, kind: 'refund', delta: -amount, amount, ref: `${ref}:${holdRef}`, actor } as const;
  await writeEntry(tx, { ...entry, ...(reason && { reason }) });
  const less = tx.updateTable('credit_grants').set((eb) => ({ remaining: eb('remaining', '-', amount) }));
  await less.where('id', '=', id).execute();
  return true;
}
