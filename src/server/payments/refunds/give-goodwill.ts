import { AppError } from '#domain/errors.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { toLei } from '#domain/payments/amount.ts';
import { mostRefund } from '#domain/payments/refund.ts';
import type { App, Db, Tx, User } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import {
  findGoodwill,
  findPaidMoney,
  insertGoodwill,
  listGoodwill,
  payGoodwill,
} from '#server/payments/store/goodwill-store.ts';
import { standingInvoice } from '#server/payments/store/invoice-store.ts';
import { appendOrderEvent, lockOrder, type OrderRow } from '#server/payments/store/order-store.ts';
import { liveRefund } from '#server/payments/store/refund-store.ts';
import { findGoodwillHold } from '#server/payments/store/stornos-due-view.ts';
import { findWithdrawal } from '#server/payments/store/withdrawal-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { readUserEmail } from '#server/users/user-store.ts';

interface Goodwill {
  readonly orderId: string;
  readonly amountBani: number;
  /** The most that was shown; another most throws payments/goodwill-changed. */
  readonly shownMostBani: number;
  readonly reason: string;
  /** The same key again changes nothing. */
  readonly key: string;
}

/**
 * Gives a sum of a paid order back out of goodwill: the order stays paid and keeps what it gave. The card provider tells a payment's parts
 * apart by nothing, so the money goes by bank transfer, which an admin notes later. Throws payments/order-not-found,
 * http/idempotency-mismatch, payments/not-refundable, payments/goodwill-changed, payments/refund-out-of-range, payments/seller-incomplete.
 */
export async function giveGoodwill(app: App, admin: User, goodwill: Goodwill): Promise<void> {
  const { orderId, amountBani, shownMostBani, reason, key } = goodwill;
  await app.change(async (unit) => {
    const { tx } = unit;
    const order = await lockOrder(tx, orderId);
    const earlier = (await listGoodwill(tx, orderId)).find(({ request_key }) => request_key === key);
    if (earlier && earlier.amount_bani !== amountBani) throw new AppError('http/idempotency-mismatch');
    if (earlier) return;
    const mostBani = await mostGoodwill(tx, order);
    if (mostBani === null) throw new AppError('payments/not-refundable');
    if (mostBani !== shownMostBani) throw new AppError('payments/goodwill-changed', { mostBani });
    if (!(amountBani > 0 && amountBani <= mostBani))
      throw new AppError('payments/refund-out-of-range', { leastBani: 1, mostBani });
    const id = app.newId('gwr');
    const at = app.now();
    const details = { goodwill: id, amount: toLei(amountBani) };
    const about = { userId: order.user_id, subject: orderId, reason };
    await recordAudit(tx, app, { admin, kind: 'goodwill-given', ...about, details });
    await insertGoodwill(tx, {
      id,
      order_id: orderId,
      given_by: admin.id,
      reason,
      amount_bani: amountBani,
      request_key: key,
      created_at: at,
    });
    const data = { ...details, by: admin.id, reason };
    await appendOrderEvent(tx, orderId, { source: 'admin', event: 'goodwill-given', data, at });
    unit.changes.list(order.user_id, 'credit-purchases');
    await issueStorno(unit, app, {
      order,
      amountBani,
      cause: 'outside',
      refundId: null,
      goodwillId: id,
      reason: 'Returnarea unei părți din plată de către vânzător',
      isPaid: false,
    });
  });
}

/**
 * Returns the most that may go back out of goodwill; null: none may. Money that goes back in another way is settled there, and what an admin
 * took back of the invoice is gone already. An order without an invoice, from before there were any, could have no storno.
 */
export async function mostGoodwill(db: Db | Tx, order: OrderRow): Promise<number | null> {
  if (order.state !== 'paid' || !order.is_granted) return null;
  if ((await liveRefund(db, order.id)) || (await findWithdrawal(db, order.id))) return null;
  const standing = await standingInvoice(db, order.id);
  if (!standing) return null;
  const mostBani = Math.min(mostRefund(await findPaidMoney(db, order)), standing.rest.grossBani);
  return mostBani > 0 ? mostBani : null;
}

/**
 * Notes the transfer of goodwill, once. The same call again changes nothing. Throws payments/nothing-owed, also where another transfer was
 * noted, payments/goodwill-held once the money may have gone back outside, and http/bad-request for a day after today or before the goodwill.
 */
export async function noteGoodwillPaid(
  app: App,
  admin: User,
  payment: {
    readonly orderId: string;
    readonly goodwillId: string;
    readonly reference: string;
    readonly paidOn: string;
  },
): Promise<void> {
  const { orderId, goodwillId, reference, paidOn } = payment;
  const owed = await findGoodwill(app.db, goodwillId);
  if (owed?.order_id !== orderId) throw new AppError('payments/nothing-owed');
  if (paidOn > toBucharestDay(app.now()) || paidOn < toBucharestDay(owed.created_at))
    throw new AppError('http/bad-request', { fields: ['paidOn'] });
  await app.change(async ({ tx, changes }) => {
    const order = await lockOrder(tx, orderId);
    const hold = await findGoodwillHold(tx, goodwillId);
    const at = app.now();
    if (!(await payGoodwill(tx, goodwillId, { on: paidOn, reference, by: admin.id, at }))) {
      const paid = await findGoodwill(tx, goodwillId);
      if (paid?.reference === reference && paid.paid_on === paidOn) return;
      throw new AppError('payments/nothing-owed');
    }
    if (hold) throw new AppError('payments/goodwill-held', { hold });
    const details = { goodwill: goodwillId, amount: toLei(owed.amount_bani), paidOn, reference };
    const about = { userId: order.user_id, subject: orderId };
    await recordAudit(tx, app, { admin, kind: 'goodwill-paid', ...about, details });
    const data = { ...details, by: admin.id };
    await appendOrderEvent(tx, orderId, { source: 'admin', event: 'goodwill-paid', data, at });
    changes.list(order.user_id, 'credit-purchases');
    const address = await readUserEmail(tx, order.user_id);
    const mail = { ref: goodwillId, userId: order.user_id, address, data: { goodwillId } };
    await queueMail(tx, app, { kind: 'goodwill-paid', ...mail });
  });
}
