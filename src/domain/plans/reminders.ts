import { DAY_MS } from '#domain/days.ts';
import type { Plan } from '#domain/plans/plan.ts';
import { isSold } from '#domain/plans/purchase.ts';

/** Reminders by mail 7, 3 and 0 days before the plan ends; `renewAt` null (stopped, or a plan without expiry): none. */
export const REMINDER_DAYS = [0, 3, 7] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

/** The reminder due at `now`: the latest one whose time has come, none a day after the end. A mail is due once per renewAt and days. */
export function reminderDue(plan: Plan, renewAt: Date | null, now: Date): ReminderDays | null {
  if (renewAt === null || !isSold(plan)) return null;
  const days = (renewAt.getTime() - now.getTime()) / DAY_MS;
  return days <= -1 ? null : (REMINDER_DAYS.find((before) => days <= before) ?? null);
}
