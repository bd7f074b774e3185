import { advancePlanState, getRunningSchedule } from '#domain/plans/periods.ts';
import type { App, User } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { changePlan } from '#server/plans/change-plan.ts';
import { lockPlan } from '#server/plans/plan-store.ts';
import { dueReminders } from '#server/plans/reminders-view.ts';

/** Job: reminders by mail 7, 3 and 0 days before a plan ends, each once per end. */
export async function remindOfPlans(app: App): Promise<void> {
  for (const { userId, address, plan, endsAt, days } of await dueReminders(app.db, app.now())) {
    const at = endsAt.toISOString();
    const data = { plan, renewAt: at, days };
    const ref = `${userId}:${at}:${days}`;
    await app.change(({ tx }) => queueMail(tx, app, { kind: 'plan-reminder', ref, userId, address, data }));
  }
}

/** cancelAtPeriodEnd: stops the reminders and makes `renewAt` null; false resumes them. The plan itself runs on either way. */
export async function stopReminders(app: App, user: User, cancelAtPeriodEnd: boolean): Promise<void> {
  await app.change(async (unit) => {
    const before = await lockPlan(unit.tx, user.id);
    const { state, starts } = advancePlanState(before, app.now());
    if (!getRunningSchedule(state, app.now()) || state.cancelAtPeriodEnd === cancelAtPeriodEnd) return;
    await changePlan(unit, app, {
      userId: user.id,
      before,
      step: { state: { ...state, cancelAtPeriodEnd }, starts },
    });
  });
}
