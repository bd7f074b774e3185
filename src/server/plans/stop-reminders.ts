import { advance, running } from '#domain/plans/periods.ts';
import type { App, User } from '#server/app.ts';
import { changePlan } from '#server/plans/change-plan.ts';
import { lockPlan } from '#server/plans/plan-store.ts';

/** cancelAtPeriodEnd: stops the reminders and makes `renewAt` null; false resumes them. The plan itself runs on either way. */
export async function stopReminders(app: App, user: User, cancelAtPeriodEnd: boolean): Promise<void> {
  await app.change(async (tx, changes) => {
    const before = await lockPlan(tx, user.id);
    const { state, starts } = advance(before, app.now());
    if (!running(state, app.now()) || state.cancelAtPeriodEnd === cancelAtPeriodEnd) return;
    await changePlan(tx, changes, app, user.id, before, { state: { ...state, cancelAtPeriodEnd }, starts });
  });
}
