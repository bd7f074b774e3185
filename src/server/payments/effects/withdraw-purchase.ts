import type { CreditRevocation } from '#domain/credits/withdrawal.ts';
import { withdrawPlan } from '#domain/plans/periods.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import { nextOutsideRef } from '#server/credits/outside-store.ts';
import { withdrawGrant } from '#server/credits/withdrawal-store.ts';
import type { HeldOrder } from '#server/payments/effects/held-order.ts';
import { appendOrderEvent, type OrderRow } from '#server/payments/store/order-store.ts';
import { stopPlanClock } from '#server/plans/plan-store.ts';
import { isDeleted, raiseUserRev } from '#server/users/user-store.ts';

/**
 * Money that went back outside of Fotolot: what is left of its credits is withdrawn, the shortfall noted but never owed. What is held is
 * withdrawn when it is released. Of a plan only the period that its order bought ends; a queued one then starts.
 */
export async function withdrawPurchase(unit: Unit, app: App, held: HeldOrder): Promise<void> {
  const { tx } = unit;
  const { order, buyer } = held;
  const at = app.now();
  await buyer.startDuePeriods();
  if (order.kind === 'plan') await buyer.lockPlan();
  await buyer.lockAccount();
  const taken = await withdrawCredits(tx, order);
  await appendOrderEvent(tx, order.id, { source: 'us', event: 'withdrawn', data: { ...taken }, at });
  await endBought(unit, app, held);
}

/** Ends what the order bought beside its credits. */
export async function endBought(unit: Unit, app: App, { order, buyer }: HeldOrder): Promise<void> {
  if (order.kind === 'package') return raiseUserRev(unit, order.user_id);
  await buyer.changePlan(withdrawPlan(await buyer.lockPlan(), order.id, app.now()));
  // Of a deleted account nothing starts or ends by itself.
  if (await isDeleted(unit.tx, order.user_id)) await stopPlanClock(unit.tx, order.user_id);
}

async function withdrawCredits(tx: Tx, order: OrderRow): Promise<CreditRevocation> {
  return withdrawGrant(tx, order.user_id, {
    grantRef: order.id,
    ref: await nextOutsideRef(tx, order.id),
    actor: 'system',
    reason: 'Banii s-au întors pe card',
  });
}
