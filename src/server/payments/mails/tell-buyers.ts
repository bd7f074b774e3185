import type { App } from '#server/app.ts';
import { type NewMail, queueMail } from '#server/mail/mail-outbox.ts';
import { untoldProblems } from '#server/payments/mails/payment-problems-view.ts';
import { untoldOutcomes, untoldPurchases, untoldWithdrawals } from '#server/payments/mails/receipts-view.ts';

/** Job: receipts by mail for every purchase and every withdrawal, how a refund ended, a word about what went wrong; each once. */
export async function tellBuyers(app: App): Promise<void> {
  const now = app.now();
  const tell = (mail: NewMail) => app.change((tx) => queueMail(tx, app, mail));
  for (const { order_id: orderId, user_id: userId, email: address } of await untoldPurchases(app.db, now))
    await tell({ kind: 'purchase-receipt', ref: orderId, userId, address, data: { orderId } });
  for (const { id: refundId, user_id: userId, email: address } of await untoldWithdrawals(app.db, now))
    await tell({ kind: 'withdrawal-receipt', ref: refundId, userId, address, data: { refundId } });
  for (const { id: refundId, user_id: userId, email: address } of await untoldOutcomes(app.db, now))
    await tell({ kind: 'refund-outcome', ref: refundId, userId, address, data: { refundId } });
  for (const { orderId, userId, address, problem } of await untoldProblems(app.db, now))
    await tell({
      kind: 'payment-problem',
      ref: `${orderId}:${problem}`,
      userId,
      address,
      data: { orderId, problem },
    });
}
