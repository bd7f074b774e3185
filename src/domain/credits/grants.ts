/**
 * Spending takes the earliest expiry first, none last; ties: trial, plan, gift, bought.
 * A hold records its parts per grant; a settlement consumes them in spending order and returns the rest.
 */
export const GRANT_SOURCES = ['trial', 'plan', 'gift', 'bought'] as const;
export type GrantSource = (typeof GRANT_SOURCES)[number];

export const SIGNUP_BONUS = 3;
/** A grant that fell due while its credits were held lives this long from the release, once. */
export const GRACE_DAYS = 7;

export interface Grant {
  readonly id: string;
  readonly source: GrantSource;
  readonly remaining: number;
  readonly expiresAt: Date | null;
  readonly seq: number;
}

export interface HoldPart {
  readonly grantId: string;
  readonly amount: number;
}

export function inSpendingOrder<G extends Grant>(grants: readonly G[]): G[] {
  const due = (grant: Grant) => grant.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const rank = (grant: Grant) => GRANT_SOURCES.indexOf(grant.source);
  return [...grants].sort((a, b) => {
    const [dueA, dueB] = [due(a), due(b)];
    if (dueA !== dueB) return dueA < dueB ? -1 : 1;
    return rank(a) - rank(b) || a.seq - b.seq;
  });
}

/** Parts that make up `amount`, or null when the grants do not hold that much. */
export function takeParts(grants: readonly Grant[], amount: number): HoldPart[] | null {
  const parts: HoldPart[] = [];
  let left = amount;
  for (const grant of inSpendingOrder(grants)) {
    if (left === 0) break;
    const taken = Math.min(grant.remaining, left);
    if (taken > 0) parts.push({ grantId: grant.id, amount: taken });
    left -= taken;
  }
  return left === 0 ? parts : null;
}

/** Returns the credits returned to each grant when `settled` of the hold's parts (in spending order) are consumed. */
export function returnedParts(parts: readonly HoldPart[], settled: number): HoldPart[] {
  let toSpend = settled;
  return parts.flatMap((part) => {
    const spent = Math.min(part.amount, toSpend);
    toSpend -= spent;
    return spent < part.amount ? [{ grantId: part.grantId, amount: part.amount - spent }] : [];
  });
}
