import { GRANT_SOURCES, type Grant, type HoldPart } from '#domain/credits/grants.ts';
import { AppError } from '#domain/errors.ts';
import type { Tx } from '#server/app.ts';
import { asGrant, expireDueGrants, liveGrants } from '#server/credits/grant-store.ts';
import { writeEntry } from '#server/credits/ledger-store.ts';

/** The parts of a hold as the version before 0137 took them: the earliest expiry first, none last; ties: trial, plan, gift, bought. */
export function takePartsBefore(grants: readonly Grant[], amount: number): HoldPart[] {
  const ordered = grants.toSorted((a, b) => {
    const [endA, endB] = [a.expiresAt?.getTime() ?? 9e15, b.expiresAt?.getTime() ?? 9e15];
    return endA - endB || GRANT_SOURCES.indexOf(a.source) - GRANT_SOURCES.indexOf(b.source) || a.seq - b.seq;
  });
  let left = amount;
  return ordered.flatMap(({ id: grantId, remaining }) => {
    const taken = Math.min(remaining, left);
    left -= taken;
    return taken > 0 ? [{ grantId, amount: taken }] : [];
  });
}

/** A hold as a process of that version writes it. Needs the account's lock. */
export async function holdCreditsBefore(
  tx: Tx,
  userId: string,
  { amount, ref, now }: { amount: number; ref: string; now: Date },
): Promise<void> {
  await expireDueGrants(tx, userId, now);
  const parts = takePartsBefore((await liveGrants(tx, userId)).map(asGrant), amount);
  if (parts.reduce((sum, part) => sum + part.amount, 0) < amount)
    throw new AppError('credits/not-enough', { cost: amount });
  await writeEntry(tx, { userId, kind: 'hold', delta: -amount, amount, ref, actor: userId });
  for (const [position, { grantId, amount: taken }] of parts.entries()) {
    const grant = tx.updateTable('credit_grants').where('id', '=', grantId);
    await grant.set(({ eb }) => ({ remaining: eb('remaining', '-', taken) })).execute();
    const part = { ref, position, grant_id: grantId, amount: taken };
    await tx.insertInto('credit_hold_parts').values(part).execute();
  }
}
