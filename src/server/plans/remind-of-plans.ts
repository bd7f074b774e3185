import type { App } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { dueReminders } from '#server/plans/reminders-view.ts';

/** Job: reminders by mail 7, 3 and 0 days before a plan ends, each once per end. */
export async function remindOfPlans(app: App): Promise<void> {
  for (const { userId, address, plan, endsAt, days } of await dueReminders(app.db, app.now())) {
    const at = endsAt.toISOString();
    const data = { plan, renewAt: at, days };
    const ref = `${userId}:${at}:${days}`;
    await app.change((tx) => queueMail(tx, app, { kind: 'plan-reminder', ref, userId, address, data }));
  }
}
