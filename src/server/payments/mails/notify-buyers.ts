import * as z from 'zod';
import type { App } from '#server/app.ts';
import { type NewMail, queueMail } from '#server/mail/mail-outbox.ts';
import { unnotifiedProblems } from '#server/payments/mails/payment-problems-view.ts';
import {
  unnotifiedGoodwill,
  unnotifiedOutcomes,
  unnotifiedPurchases,
  unnotifiedReissues,
  unnotifiedWithdrawals,
} from '#server/payments/mails/receipts-view.ts';

export const NOTIFY_BUYERS = { name: 'tell-buyers', payload: z.object({}) } as const;

/**
 * Job, each minute and as soon as an invoice has its files: mails receipts of purchases and withdrawals, reissued invoices, ends of refunds,
 * goodwill and payment problems, each once.
 */
export async function notifyBuyers(app: App): Promise<void> {
  const now = app.now();
  const notify = (mail: NewMail) => app.change(({ tx }) => queueMail(tx, app, mail));
  for (const { order_id: orderId, user_id: userId, email: address } of await unnotifiedPurchases(app.db, now))
    await notify({ kind: 'purchase-receipt', ref: orderId, userId, address, data: { orderId } });
  for (const { id: invoiceId, user_id: userId, email: address } of await unnotifiedReissues(app.db, now))
    await notify({ kind: 'invoice-reissued', ref: invoiceId, userId, address, data: { invoiceId } });
  for (const { id: refundId, user_id: userId, email: address } of await unnotifiedWithdrawals(app.db, now))
    await notify({ kind: 'withdrawal-receipt', ref: refundId, userId, address, data: { refundId } });
  for (const { id: refundId, user_id: userId, email: address } of await unnotifiedOutcomes(app.db, now))
    await notify({ kind: 'refund-outcome', ref: refundId, userId, address, data: { refundId } });
  for (const { id: goodwillId, user_id: userId, email: address } of await unnotifiedGoodwill(app.db, now))
    await notify({ kind: 'goodwill-given', ref: goodwillId, userId, address, data: { goodwillId } });
  for (const { orderId, userId, address, problem } of await unnotifiedProblems(app.db, now))
    await notify({
      kind: 'payment-problem',
      ref: `${orderId}:${problem}`,
      userId,
      address,
      data: { orderId, problem },
    });
}
