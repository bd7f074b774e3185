import { AppError } from '#domain/errors.ts';
import { toLei } from '#domain/payments/amount.ts';
import type { App, Tx, User } from '#server/app.ts';
import { holdOrder } from '#server/payments/effects/held-order.ts';
import { blockReason } from '#server/payments/effects/plan-order.ts';
import { applyToHeldOrder } from '#server/payments/orders/apply-payment-event.ts';
import { adoptPayment, type OrderRow } from '#server/payments/store/order-store.ts';
import { findReceived } from '#server/payments/store/received-view.ts';
import { liveRefund } from '#server/payments/store/refund-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { isDeleted } from '#server/users/user-store.ts';

/**
 * Lets money in review count, by an admin: the order's item is given once, even if two admins decide at the same moment. Does nothing for
 * an order that has been paid meanwhile. For money in another currency, or without a readable sum, the admin says the lei (`receivedBani`).
 * Throws payments/order-not-found, payments/not-in-review, payments/refund-exists, payments/plan-in-the-way, payments/amount-needed,
 * payments/money-of-another-order, payments/seller-incomplete, and users/not-found for a deleted account.
 */
export async function acceptOrder(
  app: App,
  admin: User,
  { orderId, reason, receivedBani = null }: { orderId: string; reason: string; receivedBani?: number | null },
): Promise<void> {
  await app.change(async (unit) => {
    const { tx } = unit;
    const held = await holdOrder(unit, app, orderId);
    const { order } = held;
    if (order.state === 'paid') return;
    if (order.state !== 'review') throw new AppError('payments/not-in-review');
    if (await liveRefund(tx, orderId)) throw new AppError('payments/refund-exists');
    if (await isDeleted(tx, order.user_id)) throw new AppError('users/not-found');
    const asPaid = { kind: 'paid', amountBani: order.amount_bani, currency: order.currency } as const;
    if (await blockReason(tx, held, { event: asPaid, now: app.now() }))
      throw new AppError('payments/plan-in-the-way');
    const isKnown = (await findReceived(tx, order)) !== null;
    if (!isKnown && receivedBani === null) throw new AppError('payments/amount-needed');
    const said = isKnown ? {} : { amountBani: receivedBani, currency: 'RON' };
    const followed = await followMoney(tx, order);
    await recordAudit(tx, app, {
      admin,
      kind: 'order-accepted',
      userId: order.user_id,
      subject: orderId,
      reason,
      ...(receivedBani !== null && !isKnown && { details: { amount: toLei(receivedBani) } }),
    });
    const facts = { by: admin.id, reason, ...said };
    await applyToHeldOrder(unit, app, {
      held: { ...held, order: followed },
      update: { source: 'admin', event: { kind: 'accepted' }, facts },
    });
  });
}

/**
 * Makes the payment that the money came under the order's own, so that a refund asks for that one. Throws payments/money-of-another-order
 * where that payment is another order's. Needs the order's lock.
 */
export async function followMoney(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const received = order.state === 'review' && order.held_for === null ? await findReceived(tx, order) : null;
  const other = received?.providerId ?? null;
  if (other === null || other === order.provider_id) return order;
  if (!(await adoptPayment(tx, order.id, other))) throw new AppError('payments/money-of-another-order');
  return { ...order, provider_id: other };
}
