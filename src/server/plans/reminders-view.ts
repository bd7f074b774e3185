import { plusDays } from '#domain/days.ts';
import type { Plan } from '#domain/plans/plan.ts';
import { REMINDER_DAYS, type ReminderDays, remindedEnd, reminderDue } from '#domain/plans/reminders.ts';
import type { Db } from '#server/app.ts';

export interface Reminder {
  readonly userId: string;
  readonly address: string;
  readonly plan: Plan;
  readonly endsAt: Date;
  readonly days: ReminderDays;
}

/** Returns the reminders that are due now, sent ones too. */
export async function dueReminders(db: Db, now: Date): Promise<Reminder[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('plans_as_read as p', 'p.id', 'users.id')
    .select(['users.id', 'email', 'p.plan'])
    .select(['expires_at as expiresAt', 'cancel_at_period_end as cancelAtPeriodEnd'])
    .where('expires_at', '>', plusDays(now, -1))
    .where('expires_at', '<=', plusDays(now, Math.max(...REMINDER_DAYS)))
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.flatMap((row) => {
    const endsAt = remindedEnd(row);
    const days = endsAt && reminderDue(endsAt, now);
    return endsAt === null || days === null
      ? []
      : [{ userId: row.id, address: row.email, plan: row.plan, endsAt, days }];
  });
}
