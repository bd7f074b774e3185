import { refundSentence } from '#domain/language/refund-sentences.ts';
import { formatMoment } from '#domain/language/time.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { leiInText } from '#domain/payments/price.ts';
import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { findOrder } from '#server/payments/orders/order-store.ts';
import { findPaidBani } from '#server/payments/orders/purchase-store.ts';
import { findRefund } from '#server/payments/refunds/refund-store.ts';

/** The proof of a withdrawal from a purchase: what, when, and what has become of the money so far. */
export const withdrawalReceiptMail: Compose = async (app, { data }) => {
  const refund = await findRefund(app.db, String(data.refundId));
  const order = refund && (await findOrder(app.db, refund.order_id));
  if (!order) return null;
  return layOut({
    subject: 'Am primit retragerea ta din contract',
    before: [
      `Pe ${formatMoment(refund.created_at)} te-ai retras din contractul pentru comanda ${order.id}: ${order.name}, ${leiInText(await findPaidBani(app.db, order))}.`,
      refundSentence(refund.state, refund.amount_bani),
    ],
    action: { label: 'Vezi cumpărările', url: `${app.publicUrl()}/settings#purchases` },
    after: [
      `Cum se socotește suma: prețul × creditele nefolosite ÷ creditele primite. Totul despre retragere: ${app.publicUrl()}/legal/withdrawal`,
      sellerLine(app.operator),
    ],
  });
};
