import type { App, Changes, Tx } from '#server/app.ts';
import { lockAccount, withdrawGrant } from '#server/credits/credit-store.ts';
import { appendOrderEvent, type OrderRow } from '#server/payments/order-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

/** Money that went back outside of Fotolot: what is left of its credits is withdrawn, the shortfall noted; nobody owes anything. */
export async function withdrawPurchase(tx: Tx, changes: Changes, app: App, order: OrderRow): Promise<void> {
  const at = app.now();
  await lockAccount(tx, order.user_id, at);
  const taken = await withdrawGrant(tx, order.user_id, {
    grantRef: order.id,
    ref: `${order.id}:outside`,
    actor: 'system',
    reason: 'Banii s-au întors pe card',
  });
  await appendOrderEvent(tx, order.id, { source: 'us', event: 'withdrawn', data: { ...taken }, at });
  await raiseUserRev(tx, changes, order.user_id);
}
