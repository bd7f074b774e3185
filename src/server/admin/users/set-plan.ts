import { UNLIMITED } from '#domain/credits/unlimited.ts';
import { plusDays } from '#domain/days.ts';
import { diffFigures } from '#domain/figures.ts';
import { getRunningSchedule, givePlan, type PlanState, type PlanStep } from '#domain/plans/periods.ts';
import type { Plan } from '#domain/plans/plan.ts';
import { changeUser, type UserChange } from '#server/admin/users/change-user.ts';
import { endGivenPlan } from '#server/admin/users/give-plan.ts';
import type { App, Tx, User } from '#server/app.ts';
import { setUnlimited } from '#server/credits/account-store.ts';
import { changePlan } from '#server/plans/change-plan.ts';
import { findTerms, lockPlan } from '#server/plans/plan-store.ts';
import { isAuditRecorded } from '#server/users/admins/audit-log-store.ts';

interface Gift extends UserChange {
  /** `free` takes given plans back; paid ones go on. */
  readonly plan: Plan;
  /** Null: without expiry. */
  readonly days: number | null;
  /** True: the plan's credits come with it. Under `test` credits are unlimited anyway. */
  readonly withCredits: boolean;
  /** The same key again changes nothing: a form sent twice gives once. */
  readonly key: string;
}

/** Gives an account a plan, which covers the running one; that goes on behind it. Throws what changeUser throws. */
export async function setPlan(app: App, admin: User, input: Gift): Promise<void> {
  const { userId, plan, days, withCredits, key } = input;
  await changeUser(app, admin, {
    input,
    work: async (unit) => {
      const { tx } = unit;
      const now = app.now();
      const before = await lockPlan(tx, userId);
      if (await isAuditRecorded(tx, userId, key)) return null;
      const step = await buildPlanStep(tx, app, { before, gift: input });
      await changePlan(unit, app, { userId, before, step });
      const moved = diffFigures({ plan: planAt(before, now) }, { plan: planAt(step.state, now) });
      if (plan === 'free') {
        // An imported unlimited span belongs to no plan.
        if (step.state.line === null) await setUnlimited(tx, userId, null);
        return { kind: 'plan-taken', details: { changes: moved }, key };
      }
      return { kind: 'plan-given', details: { plan, days, withCredits, from: now, changes: moved }, key };
    },
  });
}

function planAt(state: PlanState, now: Date): Plan {
  return getRunningSchedule(state, now)?.current.plan ?? 'free';
}

async function buildPlanStep(
  tx: Tx,
  app: App,
  { before, gift: { plan, days, withCredits } }: { before: PlanState; gift: Gift },
): Promise<PlanStep> {
  const now = app.now();
  if (plan === 'free') return endGivenPlan(before, now);
  const allowance = plan === 'test' ? UNLIMITED : withCredits ? (await findTerms(tx, plan, now)).credits : 0;
  const gift = { id: app.newId('act'), plan, credits: allowance };
  return givePlan(before, gift, { endsAt: days === null ? null : plusDays(now, days), now });
}
