import { DAY_MS } from '#domain/days.ts';
import { isSold } from '#domain/plans/purchase.ts';
import type { Subscription } from '#domain/plans/subscription.ts';

/** Reminders by mail 7, 3 and 0 days before the plan ends. */
export const REMINDER_DAYS = [0, 3, 7] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

type Ending = Pick<Subscription, 'plan' | 'expiresAt' | 'cancelAtPeriodEnd'>;

/**
 * Returns the end that reminders are counted to. Null when none are sent: they were stopped, or the plan is not sold or never ends (an
 * imported document may say when a plan is renewed and no end of it).
 */
export function remindedEnd({ plan, expiresAt, cancelAtPeriodEnd }: Ending): Date | null {
  return cancelAtPeriodEnd || !isSold(plan) ? null : expiresAt;
}

/** Returns the reminder due at `now`: the latest one whose time has come, none a day after the end. A mail is due once per end and days. */
export function reminderDue(end: Date, now: Date): ReminderDays | null {
  const days = (end.getTime() - now.getTime()) / DAY_MS;
  return days <= -1 ? null : (REMINDER_DAYS.find((before) => days <= before) ?? null);
}
