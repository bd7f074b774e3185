import { AppError } from '#domain/errors.ts';
import { startWithoutCredits } from '#domain/plans/periods.ts';
import { payPlan } from '#domain/plans/purchase.ts';
import type { App, Unit } from '#server/app.ts';
import { findRevokedOutside, hasGrant } from '#server/credits/outside-store.ts';
import { returnGrant } from '#server/credits/revocation-store.ts';
import type { HeldOrder } from '#server/payments/effects/held-order.ts';
import { asPlanOrder } from '#server/payments/effects/plan-order.ts';
import { isDeleted, raiseUserRev } from '#server/users/user-store.ts';

/**
 * Restores a purchase whose money is here again: revoked credits return to their grant, and a plan's period begins anew, at once or
 * behind the running one. A deleted account gets nothing. Throws payments/plan-in-the-way.
 */
export async function restorePurchase(unit: Unit, app: App, held: HeldOrder): Promise<void> {
  const { order, buyer } = held;
  const { tx } = unit;
  const now = app.now();
  if (await isDeleted(tx, order.user_id)) return;
  await buyer.startDuePeriods();
  if (order.kind === 'plan') await restorePeriod(unit, app, held);
  await buyer.lockAccount();
  const { ref, amount } = await findRevokedOutside(tx, order.user_id, order.id);
  if (ref !== null && (await hasGrant(tx, order.id)))
    await returnGrant(tx, order.user_id, {
      grantRef: order.id,
      ref,
      amount,
      actor: 'system',
      now,
      reason: 'Banii sunt din nou aici',
    });
  await raiseUserRev(unit, order.user_id);
}

async function restorePeriod({ tx }: Unit, app: App, { order, buyer }: HeldOrder): Promise<void> {
  const before = await buyer.lockPlan();
  const { kind, step } = payPlan(before, await asPlanOrder(tx, order), app.now());
  if (kind === 'review') throw new AppError('payments/plan-in-the-way');
  // Credits that it had given return to their grant; a period that never began gives its credits now.
  const own = (await hasGrant(tx, order.id)) ? startWithoutCredits(step, order.id) : step;
  await buyer.changePlan(own);
}
