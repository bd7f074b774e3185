import type { App, Unit } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { returnGrant, withdrawGrant } from '#server/credits/withdrawal-store.ts';
import { appendOrderEvent, type OrderRow } from '#server/payments/orders/order-store.ts';
import { endRefund, type RefundRow } from '#server/payments/refunds/refund-store.ts';
import { lockPlan } from '#server/plans/plan-store.ts';
import { startDuePeriods } from '#server/plans/start-periods.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

interface RefundOfOrder {
  readonly order: OrderRow;
  readonly refund: RefundRow;
}

/** The money went back. A period that started since it was asked for in full gives its credits back too. Needs the order's lock. */
export async function finishRefund(unit: Unit, app: App, { order, refund }: RefundOfOrder): Promise<void> {
  const { tx } = unit;
  const at = app.now();
  let { withdrawn } = refund;
  if (withdrawn === 0 && order.is_granted) {
    await startDuePeriods(unit, app, order.user_id);
    if (order.kind === 'plan') await lockPlan(tx, order.user_id);
    await lockCreditAccount(tx, order.user_id, at);
    const { asked_by: actor, reason } = refund;
    const late = { grantRef: order.id, ref: refund.id, actor, reason };
    withdrawn = (await withdrawGrant(tx, order.user_id, late)).withdrawn;
  }
  await endRefund(tx, refund.id, { state: 'done', withdrawn, at });
}

/** The money did not go back: the withdrawn credits do, unless it was charged back meanwhile. Needs the order's lock. */
export async function undoRefund(unit: Unit, app: App, { order, refund }: RefundOfOrder): Promise<void> {
  const { tx } = unit;
  const at = app.now();
  const { id, withdrawn } = refund;
  if (withdrawn > 0 && order.state === 'paid') {
    await lockCreditAccount(tx, order.user_id, at);
    const back = { grantRef: order.id, ref: id, amount: withdrawn, actor: 'system' };
    await returnGrant(tx, order.user_id, { ...back, reason: 'Returnarea nu s-a făcut', now: at });
    await raiseUserRev(unit, order.user_id);
  }
  await endRefund(tx, id, { state: 'refused', withdrawn, at });
  await appendOrderEvent(tx, order.id, { source: 'us', event: 'refund-refused', data: { refund: id }, at });
}
