import { AppError } from '#domain/errors.ts';
import { boughtUntil } from '#domain/payments/packages.ts';
import { advancePlanState, expiresAt } from '#domain/plans/periods.ts';
import { payPlan } from '#domain/plans/purchase.ts';
import type { App, Unit } from '#server/app.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import type { HeldOrder } from '#server/payments/effects/held-order.ts';
import { asPlanOrder } from '#server/payments/effects/plan-order.ts';
import { keepBuyerKey } from '#server/payments/store/buyer-key-store.ts';
import { appendOrderEvent, notePlanStart } from '#server/payments/store/order-store.ts';
import { insertPurchase } from '#server/payments/store/purchase-store.ts';
import { noteRetention } from '#server/plans/note-retention.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

interface PaidOrder extends HeldOrder {
  readonly paidAt: Date;
}

/**
 * Gives what a paid order bought, in the transaction that sees the money. Once: the ledger's ref is the order. `order`: as it was before its money
 * counted. Throws plans/given-plan.
 */
export async function givePurchase(unit: Unit, app: App, paid: PaidOrder): Promise<void> {
  const { order, paidAt } = paid;
  const { tx, changes } = unit;
  if (order.kind === 'plan') await givePeriod(unit, paid);
  else await giveCredits(unit, app, paid);
  await insertPurchase(tx, app.newId('pur'), { order, at: paidAt });
  await keepBuyerKey(tx, app, { order, paidAt });
  changes.list(order.user_id, 'credit-purchases');
}

async function giveCredits(unit: Unit, app: App, { order, buyer, paidAt }: PaidOrder): Promise<void> {
  const { tx } = unit;
  await buyer.lockAccount();
  await grantCredits(tx, {
    id: app.newId('grt'),
    userId: order.user_id,
    source: 'bought',
    amount: order.credits,
    expiresAt: boughtUntil(paidAt),
    ref: order.id,
    actor: 'system',
  });
  await noteRetention(tx, order.user_id, app.now());
  await raiseUserRev(unit, order.user_id);
}

/** It takes its place whatever has happened since it was shown; where that is not the place shown, the order says so. */
async function givePeriod({ tx }: Unit, { order, buyer, paidAt }: PaidOrder): Promise<void> {
  const before = await buyer.lockPlan();
  const { kind, isLate, recountedDays, step } = payPlan(before, await asPlanOrder(tx, order), paidAt);
  // An admin let the money count, but under this plan it would buy nothing.
  if (kind === 'review') throw new AppError('plans/given-plan');
  const isQueued = kind === 'renewal' || kind === 'lower';
  const startsAt = (isQueued && expiresAt(advancePlanState(before, paidAt).state)) || paidAt;
  await notePlanStart(tx, order.id, { startsAt, isLate });
  if (isLate) {
    const data = { startsAt: startsAt.toISOString() };
    await appendOrderEvent(tx, order.id, { source: 'us', event: 'late', data, at: paidAt });
  }
  if (recountedDays !== undefined) {
    const data = { days: recountedDays, shownDays: order.shown_days };
    await appendOrderEvent(tx, order.id, { source: 'us', event: 'recounted', data, at: paidAt });
  }
  await buyer.changePlan(step);
}
