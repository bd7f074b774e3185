import type { App, Changes, Tx } from '#server/app.ts';
import { lockAccount } from '#server/credits/account-store.ts';
import { returnGrant } from '#server/credits/withdrawal-store.ts';
import { appendOrderEvent, type OrderRow } from '#server/payments/orders/order-store.ts';
import { endRefund, type RefundRow } from '#server/payments/refunds/refund-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

/** The money did not go back: the withdrawn credits do, unless it was charged back meanwhile. Needs the order's lock. */
export async function undoRefund(
  tx: Tx,
  changes: Changes,
  app: App,
  order: OrderRow,
  refund: RefundRow,
): Promise<void> {
  const at = app.now();
  const { id, withdrawn } = refund;
  if (withdrawn > 0 && order.state === 'paid') {
    await lockAccount(tx, order.user_id, at);
    const back = { grantRef: order.id, ref: id, amount: withdrawn, actor: 'system' };
    await returnGrant(tx, order.user_id, { ...back, reason: 'Returnarea nu s-a făcut' }, at);
    await raiseUserRev(tx, changes, order.user_id);
  }
  await endRefund(tx, id, { state: 'refused', withdrawn, at });
  await appendOrderEvent(tx, order.id, { source: 'us', event: 'refund-refused', data: { refund: id }, at });
}
