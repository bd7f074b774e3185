import { plusDays } from '#domain/days.ts';
import { readPlan } from '#domain/plans/plan.ts';
import { REMINDER_DAYS, type ReminderDays, reminderDue } from '#domain/plans/reminders.ts';
import type { Db } from '#server/app.ts';

export interface Reminder {
  readonly userId: string;
  readonly address: string;
  readonly plan: string;
  readonly renewAt: Date;
  readonly days: ReminderDays;
}

/** The reminders that are due now, told already or not. */
export async function dueReminders(db: Db, now: Date): Promise<Reminder[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'plan', 'subscription_renew_at'])
    .where('subscription_renew_at', '>', plusDays(now, -1))
    .where('subscription_renew_at', '<=', plusDays(now, Math.max(...REMINDER_DAYS)))
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.flatMap(({ id, email, plan, subscription_renew_at: renewAt }) => {
    const days = reminderDue(readPlan(plan), renewAt, now);
    return days === null || renewAt === null ? [] : [{ userId: id, address: email, plan, renewAt, days }];
  });
}
