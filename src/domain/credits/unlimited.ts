/**
 * Unlimited is a span over the balance: purchases, refunds and expiries go on changing the balance underneath. Shown as −1; −1 → 0 counts
 * as a fall from above 0.
 */
export const UNLIMITED = -1;

/** Time until which an account is unlimited; `for-ever` has no end. */
export type UnlimitedUntil = Date | 'for-ever' | null;

export function isUnlimited(until: UnlimitedUntil, now: Date): boolean {
  return until === 'for-ever' || (until !== null && until.getTime() > now.getTime());
}

/** Returns credits.totalCredits: what can be spent now (holds and due grants already subtracted from `spendable`). */
export function totalCredits(spendable: number, until: UnlimitedUntil, now: Date): number {
  return isUnlimited(until, now) ? UNLIMITED : spendable;
}

/** True when the balance became 0, at first load (`before` null) or after being above 0. */
export function isFallToZero(before: number | null, after: number): boolean {
  return after === 0 && before !== 0;
}
