import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { holdOrder } from '#server/payments/effects/held-order.ts';
import { restoreInvoice } from '#server/payments/invoices/reissue-invoice.ts';
import { applyToHeldOrder } from '#server/payments/orders/apply-payment-event.ts';
import { liveRefund } from '#server/payments/store/refund-store.ts';
import { invoiceDuties } from '#server/payments/store/stornos-due-view.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

/**
 * Restores an order whose money, gone back outside, an admin saw is here again, by a won dispute for example: credits or period come back
 * and the invoice is issued again. Throws payments/order-not-found, payments/not-restorable, payments/plan-in-the-way,
 * payments/seller-incomplete.
 */
export async function restoreOrder(
  app: App,
  admin: User,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<void> {
  await app.change(async (unit) => {
    const { tx } = unit;
    const held = await holdOrder(unit, app, orderId);
    const { user_id: userId } = held.order;
    if (!(await invoiceDuties(tx, orderId)).mayRestore) throw new AppError('payments/not-restorable');
    await recordAudit(tx, app, { admin, kind: 'order-restored', userId, subject: orderId, reason });
    const hasRefund = (await liveRefund(tx, orderId)) !== null;
    const { order } = await applyToHeldOrder(unit, app, {
      held,
      update: { source: 'admin', event: { kind: 'restored', hasRefund }, facts: { by: admin.id, reason } },
    });
    await restoreInvoice(unit, app, { order });
  });
}
