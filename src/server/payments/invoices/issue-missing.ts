import type { App } from '#server/app.ts';
import { missingInvoices, missingStornos } from '#server/payments/invoices/invoice-store.ts';
import { issueInvoice } from '#server/payments/invoices/issue-invoice.ts';
import { findOrder } from '#server/payments/orders/order-store.ts';
import { issueRefundStorno } from '#server/payments/refunds/finish-refund.ts';
import { findRefund } from '#server/payments/refunds/refund-store.ts';

/**
 * Job: while an upgrade goes on, servers of a version that knows no invoices let money count too. What they left out since invoices began is issued
 * now; what was paid before has had its paper elsewhere.
 */
export async function issueMissing(app: App): Promise<void> {
  for (const orderId of await missingInvoices(app.db))
    await app.change((unit) => issueInvoice(unit, app, { orderId }));
  for (const refundId of await missingStornos(app.db)) {
    const refund = await findRefund(app.db, refundId);
    const order = refund && (await findOrder(app.db, refund.order_id));
    if (order) await app.change((unit) => issueRefundStorno(unit, app, { order, refund }));
  }
}
