import { GRACE_DAYS, type Grant, type HoldPart } from '#domain/credits/grants.ts';
import { plusDays } from '#domain/days.ts';

/**
 * Returns the plan credits above the cap. They roll over while the plan is active. At each start: grant, then expire plan credits above
 * twice the allowance, oldest first. They are due at the plan's `expiresAt`, all of them; a grant in its 7 days of grace has these at
 * least.
 */
export function aboveCap(grants: readonly Grant[], cap: number | null): HoldPart[] {
  if (cap === null) return [];
  const live = grants.filter(({ source, remaining }) => source === 'plan' && remaining > 0);
  let excess = live.reduce((sum, { remaining }) => sum + remaining, 0) - cap;
  const parts: HoldPart[] = [];
  for (const { id, remaining } of live.toSorted((a, b) => a.seq - b.seq)) {
    if (excess <= 0) break;
    const amount = Math.min(remaining, excess);
    parts.push({ grantId: id, amount });
    excess -= amount;
  }
  return parts;
}

/** Returns when a live plan grant is due once the plan expires at `expiresAt` (null: without expiry). */
export function planCreditsDue(
  expiresAt: Date | null,
  { extendedAt }: { readonly extendedAt: Date | null },
): Date | null {
  if (extendedAt === null || expiresAt === null) return expiresAt;
  const graceEnds = plusDays(extendedAt, GRACE_DAYS);
  return graceEnds > expiresAt ? graceEnds : expiresAt;
}
