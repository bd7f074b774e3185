import type { CreditRevocation } from '#domain/credits/revocation.ts';
import { revokePlan } from '#domain/plans/periods.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import { nextOutsideRef } from '#server/credits/outside-store.ts';
import { revokeGrant } from '#server/credits/revocation-store.ts';
import type { HeldOrder } from '#server/payments/effects/held-order.ts';
import { appendOrderEvent, type OrderRow } from '#server/payments/store/order-store.ts';
import { stopPlanClock } from '#server/plans/plan-store.ts';
import { isDeleted, raiseUserRev } from '#server/users/user-store.ts';

/**
 * Withdraws a purchase whose money went back outside of Fotolot: the credits that are left, with the shortfall noted but never owed. Held
 * credits are revoked when they are released. Of a plan only the order's own period ends; a queued one then starts.
 */
export async function revokePurchase(unit: Unit, app: App, held: HeldOrder): Promise<void> {
  const { tx } = unit;
  const { order, buyer } = held;
  const at = app.now();
  await buyer.startDuePeriods();
  if (order.kind === 'plan') await buyer.lockPlan();
  await buyer.lockAccount();
  const taken = await revokeCredits(tx, order);
  await appendOrderEvent(tx, order.id, { source: 'us', event: 'withdrawn', data: { ...taken }, at });
  await endBought(unit, app, held);
}

/** Ends the period that the order bought. */
export async function endBought(unit: Unit, app: App, { order, buyer }: HeldOrder): Promise<void> {
  if (order.kind === 'package') return raiseUserRev(unit, order.user_id);
  await buyer.changePlan(revokePlan(await buyer.lockPlan(), order.id, app.now()));
  // A deleted account's periods do not start or end by themselves.
  if (await isDeleted(unit.tx, order.user_id)) await stopPlanClock(unit.tx, order.user_id);
}

async function revokeCredits(tx: Tx, order: OrderRow): Promise<CreditRevocation> {
  return revokeGrant(tx, order.user_id, {
    grantRef: order.id,
    ref: await nextOutsideRef(tx, order.id),
    actor: 'system',
    reason: 'Banii s-au întors pe card',
  });
}
