/**
 * Spending takes the earliest expiry first, none last; ties: trial, plan, gift, bought. Given credits that would come after bought ones go
 * directly before them, once no trial or plan has credits that end later (0137).
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
  const firstBoughtMs = findFirstBought(grants);
  const getTurn = (grant: G) =>
    grant.source === 'bought' ? getDueMs(grant) : Math.min(getDueMs(grant), firstBoughtMs);
  /** Places within one turn: credits that end then, credits moved forward to it, bought credits. */
  const getPlace = (grant: G) => (grant.source === 'bought' ? 2 : getDueMs(grant) > firstBoughtMs ? 1 : 0);
  const getRank = (grant: G) => GRANT_SOURCES.indexOf(grant.source);
  return [...grants].sort(
    (a, b) =>
      compareTimes(getTurn(a), getTurn(b)) ||
      getPlace(a) - getPlace(b) ||
      getRank(a) - getRank(b) ||
      compareTimes(getDueMs(a), getDueMs(b)) ||
      a.seq - b.seq,
  );
}

/** Returns when those bought credits end that come first after all dated ones of a trial or a plan; infinite where there are none. */
function findFirstBought(grants: readonly Grant[]): number {
  const left = grants.filter(({ remaining }) => remaining > 0);
  const dated = left.filter(
    ({ source, expiresAt }) => expiresAt && (source === 'trial' || source === 'plan'),
  );
  const lastDatedMs = Math.max(...dated.map(getDueMs));
  const bought = left.filter(({ source }) => source === 'bought').map(getDueMs);
  return Math.min(...bought.filter((dueMs) => dueMs >= lastDatedMs));
}

function getDueMs({ expiresAt }: Pick<Grant, 'expiresAt'>): number {
  return expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Compares infinite times too, whose difference is no number. */
function compareTimes(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Returns the parts that make up `amount`, or null when the grants do not hold that much. */
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
