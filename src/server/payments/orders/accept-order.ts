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
 * An admin looked at money in review and lets it count: what was ordered is given, once, even if others decide at the same moment. Asked
 * again about an order that has been paid meanwhile it changes nothing. Of money that came in another currency, or without a readable sum, they say
 * how many lei it was: payments/amount-needed without.
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

/** Money that came under another payment is that payment's to give back later. Needs the order's lock. */
export async function followMoney(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const received = order.state === 'review' && order.held_for === null ? await findReceived(tx, order) : null;
  const other = received?.providerId ?? null;
  if (other === null || other === order.provider_id) return order;
  return (await adoptPayment(tx, order.id, other)) ? { ...order, provider_id: other } : order;
}
