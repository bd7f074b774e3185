import { boughtUntil } from '#domain/payments/packages.ts';
import type { App, Changes, Tx } from '#server/app.ts';
import { grantCredits, lockAccount } from '#server/credits/credit-store.ts';
import { insertPurchase, type OrderRow } from '#server/payments/order-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

/** What a paid order bought, in the transaction that sees the money. Once: the ledger's ref is the order. */
export async function givePurchase(
  tx: Tx,
  changes: Changes,
  app: App,
  order: OrderRow,
  paidAt: Date,
): Promise<void> {
  await lockAccount(tx, order.user_id, paidAt);
  await insertPurchase(tx, app.newId('pur'), order, paidAt);
  await grantCredits(tx, {
    id: app.newId('grt'),
    userId: order.user_id,
    source: 'bought',
    amount: order.credits,
    expiresAt: boughtUntil(paidAt),
    ref: order.id,
    actor: 'system',
  });
  await raiseUserRev(tx, changes, order.user_id);
  changes.list(order.user_id, 'credit-purchases');
}
