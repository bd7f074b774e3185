import type { App } from '#server/app.ts';
import { untoldProblems } from '#server/payments/payment-problems-view.ts';
import { untoldPurchases } from '#server/payments/receipts-view.ts';
import { queueMail } from '#server/users/mail-outbox.ts';

/** Job: a receipt by mail for every purchase, and a word about every payment that went wrong, once each. */
export async function tellBuyers(app: App): Promise<void> {
  for (const { order_id: orderId, user_id: userId, email: address } of await untoldPurchases(
    app.db,
    app.now(),
  )) {
    const mail = { kind: 'purchase-receipt', ref: orderId, userId, address, data: { orderId } } as const;
    await app.change((tx) => queueMail(tx, app, mail));
  }
  for (const { orderId, userId, address, problem } of await untoldProblems(app.db, app.now())) {
    const about = { ref: `${orderId}:${problem}`, data: { orderId, problem } };
    await app.change((tx) => queueMail(tx, app, { kind: 'payment-problem', userId, address, ...about }));
  }
}
