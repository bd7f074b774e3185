import { expiresAt, type PlanState, type PlanStep, planNow, unlimitedUntil } from '#domain/plans/periods.ts';
import type { App, Unit } from '#server/app.ts';
import { lockCreditAccount, setUnlimited } from '#server/credits/account-store.ts';
import {
  expireAboveCap,
  expireDueGrants,
  grantCredits,
  movePlanCredits,
} from '#server/credits/grant-store.ts';
import { noteRetention } from '#server/plans/note-retention.ts';
import { savePlanState } from '#server/plans/plan-store.ts';
import { setPlan } from '#server/users/user-store.ts';

type Deps = Pick<App, 'now' | 'newId'>;

/**
 * The only way a plan changes: one transaction writes its state, the credits of periods that start, when plan credits are due, the span of
 * unlimited credits and the user document. Needs the plan's lock and takes the account's.
 */
export async function changePlan(
  unit: Unit,
  app: Deps,
  { userId, before, step: { state, starts } }: { userId: string; before: PlanState; step: PlanStep },
): Promise<void> {
  const { tx } = unit;
  const now = app.now();
  await lockCreditAccount(tx, userId, now);
  // Credits that were due under the plan before do not come back by the new one.
  await expireDueGrants(tx, userId, now);
  const due = expiresAt(state);
  for (const { grants, cap } of starts) {
    for (const { periodId, credits } of grants)
      await grantCredits(tx, {
        id: app.newId('grt'),
        userId,
        source: 'plan',
        amount: credits,
        expiresAt: due,
        ref: periodId,
        actor: 'system',
      });
    await expireAboveCap(tx, userId, cap);
  }
  await movePlanCredits(tx, userId, due);
  await expireDueGrants(tx, userId, now);
  const until = unlimitedUntil(state, now);
  if (String(until) !== String(unlimitedUntil(before, now))) await setUnlimited(tx, userId, until);
  await savePlanState(tx, userId, { state, now });
  await setPlan(unit, userId, planNow(state, now));
  await noteRetention(tx, userId, now);
}
