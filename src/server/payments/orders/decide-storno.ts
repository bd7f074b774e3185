import { AppError } from '#domain/errors.ts';
import { toLei } from '#domain/payments/amount.ts';
import { type BillingForm, checkBilling } from '#domain/payments/billing.ts';
import type { App, User } from '#server/app.ts';
import { holdOrder } from '#server/payments/effects/held-order.ts';
import { toInvoiceBuyer } from '#server/payments/invoices/document-parties.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import { mendInvoice } from '#server/payments/invoices/reissue-invoice.ts';
import { invoiceDuties } from '#server/payments/invoices/stornos-due-view.ts';
import { applyToHeldOrder } from '#server/payments/orders/apply-payment-event.ts';
import { standingInvoice } from '#server/payments/store/invoice-store.ts';
import { appendOrderEvent, lockOrder, type OrderRow } from '#server/payments/store/order-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

interface StornoDecision {
  readonly orderId: string;
  /** 0: nothing is taken back, and the matter is settled. */
  readonly amountBani: number;
  readonly reason: string;
  /** Also takes the credits that are left and ends the period; by default where the whole rest of the invoice is taken back. */
  readonly revokeCredits?: boolean | undefined;
}

/**
 * Takes back so much of an invoice as an admin decides, for money that went back outside; again too, as long as something is left. An order
 * that counts as paid (its payment was reversed) is then given back as by a refund outside, with its credits. Throws
 * payments/order-not-found, payments/no-storno-due, payments/seller-incomplete, http/bad-request for more than is left.
 */
export async function decideStorno(app: App, admin: User, decision: StornoDecision): Promise<void> {
  const { orderId, amountBani, reason, revokeCredits } = decision;
  await app.change(async (unit) => {
    const { tx } = unit;
    const held = await holdOrder(unit, app, orderId);
    const { order } = held;
    const standing = await standingInvoice(tx, orderId);
    const { isStornoDue, mayDecideStorno } = await invoiceDuties(tx, orderId);
    if (!standing || !(isStornoDue || mayDecideStorno)) throw new AppError('payments/no-storno-due');
    if (amountBani < 0 || amountBani > standing.rest.grossBani)
      throw new AppError('http/bad-request', { fields: ['amount'] });
    const amount = toLei(amountBani);
    const isAll = amountBani === standing.rest.grossBani;
    const takesCredits = amountBani > 0 && (revokeCredits ?? isAll);
    if (order.state === 'paid' && takesCredits)
      await applyToHeldOrder(unit, app, {
        held,
        update: {
          source: 'admin',
          event: { kind: 'refunded', byUs: false },
          facts: { by: admin.id, reason },
        },
      });
    const about = { admin, userId: order.user_id, subject: orderId, reason };
    await recordAudit(tx, app, { ...about, kind: 'order-storno', details: { amount } });
    await appendOrderEvent(tx, orderId, {
      source: 'admin',
      event: 'storno-decided',
      data: { by: admin.id, reason, amount },
      at: app.now(),
    });
    if (amountBani === 0) return;
    await issueStorno(unit, app, {
      order,
      amountBani,
      cause: 'outside',
      refundId: null,
      reason: REASONS[order.state] ?? 'Plata a fost returnată cumpărătorului',
      isPaid: true,
    });
  });
}

const REASONS: Partial<Record<OrderRow['state'], string>> = {
  'charged-back': 'Plata a fost întoarsă de banca cumpărătorului',
  paid: 'Plata a fost anulată',
};

/**
 * „Stornează și refă”: reissues the order's invoice with other buyer data. Throws payments/billing-invalid with the problems,
 * payments/order-not-found, payments/no-invoice, payments/seller-incomplete.
 */
export async function mendOrderInvoice(
  app: App,
  admin: User,
  { orderId, billing: form, reason }: { orderId: string; billing: BillingForm; reason: string },
): Promise<void> {
  const { billing, problems } = checkBilling(form);
  if (!billing) throw new AppError('payments/billing-invalid', { problems });
  await app.change(async (unit) => {
    const { tx } = unit;
    const order = await lockOrder(tx, orderId);
    const { user_id: userId } = order;
    await recordAudit(tx, app, { admin, kind: 'invoice-mended', userId, subject: orderId, reason });
    await appendOrderEvent(tx, orderId, {
      source: 'admin',
      event: 'invoice-mended',
      data: { by: admin.id, reason },
      at: app.now(),
    });
    const mended = { order, buyer: toInvoiceBuyer(billing), reason: 'Corectarea datelor cumpărătorului' };
    await mendInvoice(unit, app, mended);
  });
}
