import { UNLIMITED } from '#domain/credits/unlimited.ts';
import {
  advancePlanState,
  getRunningSchedule,
  givePlan as giveStep,
  type PlanState,
  type PlanStep,
  revokePlan,
} from '#domain/plans/periods.ts';
import type { Plan } from '#domain/plans/plan.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { App } from '#server/app.ts';
import { lockCreditAccount, setUnlimited } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { changePlan } from '#server/plans/change-plan.ts';
import { lockPlan } from '#server/plans/plan-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { findAnyUser } from '#server/users/user-store.ts';

type Deps = Pick<App, 'db' | 'change' | 'now' | 'newId'>;

/**
 * Gives an account a plan without expiry (`free` takes given plans back, paid ones go on) and `credits` beside it, for the operator; the
 * ledger says so. Under `test` credits are unlimited.
 */
export async function givePlan(
  app: Deps,
  input: { email: string; plan: Plan; credits: number },
): Promise<'given' | 'no such account'> {
  const email = normaliseEmail(input.email);
  const user = email && (await findAnyUser(app.db, { email }));
  if (!user) return 'no such account';
  await app.change(async (unit) => {
    const { tx, now } = unit;
    const before = await lockPlan(tx, user.id);
    await lockCreditAccount(tx, user.id, now);
    const id = app.newId('grt');
    const grant = {
      id,
      userId: user.id,
      source: 'gift',
      expiresAt: null,
      ref: `operator:${id}`,
      actor: 'operator',
    } as const;
    if (input.credits > 0) await grantCredits(tx, { ...grant, amount: input.credits });
    if (input.plan === 'free') await setUnlimited(tx, user.id, null);
    const { plan } = input;
    const gift = plan !== 'free' && { id: app.newId('act'), plan, credits: plan === 'test' ? UNLIMITED : 0 };
    const step = gift ? giveStep(before, gift, { endsAt: null, now }) : endGivenPlan(before, now);
    await changePlan(unit, app, { userId: user.id, before, step });
    const auditDetails = { userId: user.id, details: { plan, credits: input.credits } };
    const kind = plan === 'free' ? 'plan-taken' : 'plan-given';
    await recordAudit(tx, app, { admin: { id: 'operator' }, kind, ...auditDetails });
  });
  return 'given';
}

/** Returns the step that ends given plans now; paid ones go on. */
export function endGivenPlan(before: PlanState, now: Date): PlanStep {
  let { state, starts } = advancePlanState(before, now);
  for (
    let schedule = getRunningSchedule(state, now);
    schedule?.current.paidBani === 0;
    schedule = getRunningSchedule(state, now)
  ) {
    const step = revokePlan(state, schedule.current.id, now);
    state = step.state;
    starts = [...starts, ...step.starts];
  }
  return { state, starts };
}
