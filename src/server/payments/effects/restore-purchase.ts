import { AppError } from '#domain/errors.ts';
import { startWithoutCredits } from '#domain/plans/periods.ts';
import { payPlan } from '#domain/plans/purchase.ts';
import type { App, Unit } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { hasGrant, withdrawnOutside } from '#server/credits/outside-store.ts';
import { returnGrant } from '#server/credits/withdrawal-store.ts';
import { asPlanOrder } from '#server/payments/effects/plan-order.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';
import { changePlan } from '#server/plans/change-plan.ts';
import { lockPlan } from '#server/plans/plan-store.ts';
import { startDuePeriods } from '#server/plans/start-periods.ts';
import { isDeleted, raiseUserRev } from '#server/users/user-store.ts';

/**
 * The money is here again: credits that were withdrawn because it had gone back outside return to their grant, and a plan's period begins anew, at
 * once or behind what runs. A deleted account gets nothing.
 */
export async function restorePurchase(unit: Unit, app: App, order: OrderRow): Promise<void> {
  const { tx } = unit;
  const now = app.now();
  if (await isDeleted(tx, order.user_id)) return;
  await startDuePeriods(unit, app, order.user_id);
  if (order.kind === 'plan') await restorePeriod(unit, app, order);
  await lockCreditAccount(tx, order.user_id, now);
  const { ref, amount } = await withdrawnOutside(tx, order.user_id, order.id);
  if (ref !== null && (await hasGrant(tx, order.id)))
    await returnGrant(tx, order.user_id, {
      ...{ grantRef: order.id, ref, amount, actor: 'system', now },
      reason: 'Banii sunt din nou aici',
    });
  await raiseUserRev(unit, order.user_id);
}

async function restorePeriod(unit: Unit, app: App, order: OrderRow): Promise<void> {
  const { tx } = unit;
  const before = await lockPlan(tx, order.user_id);
  const { kind, step } = payPlan(before, await asPlanOrder(tx, order), app.now());
  if (kind === 'review') throw new AppError('payments/plan-in-the-way');
  // What it had given returns to its grant; a period that never began gives its credits now.
  const own = (await hasGrant(tx, order.id)) ? startWithoutCredits(step, order.id) : step;
  await changePlan(unit, app, { userId: order.user_id, before, step: own });
}
