import type { GrantSource } from '#domain/credits/grants.ts';
import { plusDays } from '#domain/days.ts';

/** Days before expiry at which a mail warns, once per grant; null for plan credits, which the plan's reminders cover. */
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
