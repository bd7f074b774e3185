import type { GrantSource } from '#domain/credits/grants.ts';
import { plusDays } from '#domain/days.ts';

/** Low balance: 20 % of the largest live grant, once per grant. */
const LOW_SHARE = 0.2;

export interface LiveGrant {
  readonly id: string;
  readonly granted: number;
  readonly remaining: number;
}

/**
 * Returns the grant whose low-balance mail is due now, or null. `spendable`: credits that can be spent (−1: unlimited). Once per grant: the
 * caller remembers the id. Of equal grants the newest (the last given here) counts.
 */
export function lowBalanceGrant(spendable: number, live: readonly LiveGrant[]): string | null {
  if (spendable < 0) return null;
  const largest = live.reduce<LiveGrant | null>(
    (best, grant) => (best === null || grant.granted >= best.granted ? grant : best),
    null,
  );
  return largest !== null && spendable <= largest.granted * LOW_SHARE ? largest.id : null;
}

/** Days before expiry at which a mail warns, once per grant; null for plan credits, which the plan's reminders cover. */
const WARNING_DAYS: Readonly<Record<GrantSource, number | null>> = {
  trial: 1,
  plan: null,
  gift: 14,
  bought: 14,
};
export const LONGEST_WARNING_DAYS = 14;

/** True in the days before expiry in which the mail is due, never after it. */
export function isWarningDue(grant: { source: GrantSource; expiresAt: Date | null }, now: Date): boolean {
  const days = WARNING_DAYS[grant.source];
  if (days === null || grant.expiresAt === null || grant.expiresAt <= now) return false;
  return grant.expiresAt <= plusDays(now, days);
}
