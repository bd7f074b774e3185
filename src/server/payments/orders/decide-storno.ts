import { AppError } from '#domain/errors.ts';
import { toLei } from '#domain/payments/amount.ts';
import { type BillingForm, checkBilling } from '#domain/payments/billing.ts';
import type { App, User } from '#server/app.ts';
import { holdOrder } from '#server/payments/effects/held-order.ts';
import { toInvoiceBuyer } from '#server/payments/invoices/document-parties.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import { mendInvoice } from '#server/payments/invoices/reissue-invoice.ts';
import { applyToHeldOrder } from '#server/payments/orders/apply-payment-event.ts';
import { listOpenGoodwill, sumGoodwill } from '#server/payments/store/goodwill-store.ts';
import { standingInvoice } from '#server/payments/store/invoice-store.ts';
import { appendOrderEvent, lockOrder, type OrderRow } from '#server/payments/store/order-store.ts';
import { invoiceDuties } from '#server/payments/store/stornos-due-view.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

interface StornoDecision {
  readonly orderId: string;
  /** 0: nothing is taken back, and the matter is settled. */
  readonly amountBani: number;
  readonly reason: string;
  /** Also takes the credits that are left and ends the period; by default where the whole rest of the invoice is taken back. */
  readonly revokeCredits?: boolean | undefined;
  /** Promised transfers are not made: their money went back too. By default where the whole rest of the invoice is taken back. */
  readonly letGoodwillGo?: boolean | undefined;
}

/**
 * Takes back so much of an invoice as an admin decides, for money that went back outside; again too, as long as something is left. An order
 * that counts as paid (its payment was reversed) is then given back as by a refund outside, with its credits. Goodwill that is let go keeps
 * its storno: that is what went back. Throws payments/order-not-found, payments/no-storno-due, payments/seller-incomplete, http/bad-request
 * for more than is left, and for goodwill that is let go while something of the invoice is left.
 */
export async function decideStorno(app: App, admin: User, decision: StornoDecision): Promise<void> {
  const { orderId, amountBani, reason, revokeCredits, letGoodwillGo } = decision;
  await app.change(async (unit) => {
    const { tx } = unit;
    const held = await holdOrder(unit, app, orderId);
    const { order } = held;
    const standing = await standingInvoice(tx, orderId);
    const { isStornoDue, mayDecideStorno } = await invoiceDuties(tx, orderId);
    if (!standing || !(isStornoDue || mayDecideStorno)) throw new AppError('payments/no-storno-due');
    if (amountBani < 0 || amountBani > standing.rest.grossBani)
      throw new AppError('http/bad-request', { fields: ['amount'] });
    const isAll = amountBani === standing.rest.grossBani;
    if (letGoodwillGo && !isAll) throw new AppError('http/bad-request', { fields: ['letGoodwillGo'] });
    const letGo = (letGoodwillGo ?? isAll) ? await listOpenGoodwill(tx, orderId) : [];
    const decided = describeDecided(amountBani, letGo);
    const takesCredits = (amountBani > 0 || letGo.length > 0) && (revokeCredits ?? isAll);
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
    await recordAudit(tx, app, { ...about, kind: 'order-storno', details: decided });
    await appendOrderEvent(tx, orderId, {
      source: 'admin',
      event: 'storno-decided',
      data: {
        by: admin.id,
        reason,
        ...decided,
        ...(letGo.length > 0 && { letGo: letGo.map(({ id }) => id) }),
      },
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

function describeDecided(amountBani: number, letGo: readonly { readonly amount_bani: number }[]) {
  const letGoBani = sumGoodwill(letGo);
  return { amount: toLei(amountBani), ...(letGoBani > 0 && { letGoAmount: toLei(letGoBani) }) };
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
