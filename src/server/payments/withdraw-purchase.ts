import type { Withdrawal } from '#domain/credits/withdrawal.ts';
import { withdrawPlan } from '#domain/plans/periods.ts';
import type { App, Changes, Tx } from '#server/app.ts';
import { lockAccount, withdrawGrant } from '#server/credits/credit-store.ts';
import { appendOrderEvent, type OrderRow } from '#server/payments/order-store.ts';
import { changePlan } from '#server/plans/change-plan.ts';
import { lockPlan } from '#server/plans/plan-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

/**
 * Money that went back outside of Fotolot: what is left of its credits is withdrawn, the shortfall noted; nobody owes anything. Of a plan
 * only the period that its order bought ends; a queued one then starts.
 */
export async function withdrawPurchase(tx: Tx, changes: Changes, app: App, order: OrderRow): Promise<void> {
  const at = app.now();
  const before = order.kind === 'plan' ? await lockPlan(tx, order.user_id) : null;
  await lockAccount(tx, order.user_id, at);
  const taken = await withdrawCredits(tx, order);
  await appendOrderEvent(tx, order.id, { source: 'us', event: 'withdrawn', data: { ...taken }, at });
  if (before) await changePlan(tx, changes, app, order.user_id, before, withdrawPlan(before, order.id, at));
  else await raiseUserRev(tx, changes, order.user_id);
}

function withdrawCredits(tx: Tx, order: OrderRow): Promise<Withdrawal> {
  return withdrawGrant(tx, order.user_id, {
    grantRef: order.id,
    ref: `${order.id}:outside`,
    actor: 'system',
    reason: 'Banii s-au întors pe card',
  });
}
