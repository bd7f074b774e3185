import { refundSentence } from '#domain/language/refund-sentences.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { findOrder } from '#server/payments/orders/order-store.ts';
import { findRefund } from '#server/payments/refunds/refund-store.ts';

/** Tells how a refund ended; null while it has not. */
export const refundOutcomeMail: Compose = async (app, { data }) => {
  const refund = await findRefund(app.db, String(data.refundId));
  const order = refund && (await findOrder(app.db, refund.order_id));
  if (!order || refund.state === 'asked') return null;
  return layOut({
    subject: refund.state === 'done' ? 'Banii se întorc pe card' : 'Banii nu s-au putut întoarce pe card',
    before: [`Comanda ${order.id}: ${order.name}.`, refundSentence(refund.state, refund.amount_bani)],
    action: { label: 'Vezi cumpărările', url: `${app.publicUrl()}/settings#purchases` },
    after: [sellerLine(app.operator)],
  });
};
