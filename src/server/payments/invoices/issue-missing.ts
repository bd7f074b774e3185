import type { App } from '#server/app.ts';
import { issueInvoice, issueRefundStorno } from '#server/payments/invoices/issue-invoice.ts';
import { missingInvoices, missingStornos } from '#server/payments/store/invoice-store.ts';
import { lockOrder } from '#server/payments/store/order-store.ts';
import { findRefund } from '#server/payments/store/refund-store.ts';

/**
 * Job: while an upgrade goes on, servers of a version that knows no invoices let money count too. What they left out since invoices began is issued
 * now; what was paid before has had its paper elsewhere. One that cannot be issued holds up no other, and makes the job fail in the end.
 */
export async function issueMissing(app: App): Promise<void> {
  const failed: string[] = [];
  const attempt = async (id: string, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => {
      app.log.error({ error, id }, 'a missing invoice was not issued');
      failed.push(id);
    });
  };
  for (const orderId of await missingInvoices(app.db))
    await attempt(orderId, () =>
      app.change(async (unit) => issueInvoice(unit, app, { order: await lockOrder(unit.tx, orderId) })),
    );
  for (const refundId of await missingStornos(app.db))
    await attempt(refundId, () => issueMissingStorno(app, refundId));
  if (failed.length > 0) throw new Error(`no invoice could be issued for ${failed.join(', ')}`);
}

async function issueMissingStorno(app: App, refundId: string): Promise<void> {
  const refund = await findRefund(app.db, refundId);
  if (!refund) return;
  await app.change(async (unit) => {
    const order = await lockOrder(unit.tx, refund.order_id);
    await issueRefundStorno(unit, app, { order, refund });
  });
}
