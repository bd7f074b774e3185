import type { GrantSource } from '#domain/credits/grants.ts';
import { plusDays } from '#domain/days.ts';

/** How long before they expire credits are warned of by mail, once per grant. Plan credits end with the plan, of which its reminders tell. */
const WARNING_DAYS: Readonly<Record<GrantSource, number | null>> = {
  trial: 1,
  plan: null,
  gift: 14,
  bought: 14,
};
export const LONGEST_WARNING_DAYS = 14;

export function isWarningDue(grant: { source: GrantSource; expiresAt: Date | null }, now: Date): boolean {
  const days = WARNING_DAYS[grant.source];
  if (days === null || grant.expiresAt === null || grant.expiresAt <= now) return false;
  return grant.expiresAt <= plusDays(now, days);
}
