import { goodwillSentence } from '#domain/language/refund-sentences.ts';
import { formatDay } from '#domain/language/time.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { leiInText } from '#domain/payments/price.ts';
import { formatOrderNumber } from '#domain/payments/search/order-number.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';
import type { App } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { attachedWords, documentFiles } from '#server/payments/mails/receipt-files.ts';
import { findGoodwill, sumGoodwill } from '#server/payments/store/goodwill-store.ts';
import { listOrderInvoices } from '#server/payments/store/invoice-store.ts';
import { findOrder } from '#server/payments/store/order-store.ts';
import { findGoodwillHold, listGoodwillHolds } from '#server/payments/store/stornos-due-view.ts';

/** Brings the storno of money that goes back out of goodwill. Null once the transfer was noted, of which another mail tells, or is not made. */
export const goodwillGivenMail: Compose = async (app, { data }) => {
  const found = await findWithOrder(app, String(data.goodwillId));
  if (!found || found.goodwill.marked_at !== null) return null;
  const { goodwill, order } = found;
  if (await findGoodwillHold(app.db, goodwill.id)) return null;
  const storno = (await listOrderInvoices(app.db, order.id)).filter(
    ({ goodwill_id }) => goodwill_id === goodwill.id,
  );
  const attachments = await documentFiles(app, storno);
  const amountBani = goodwill.amount_bani;
  const mail = renderEmail({
    subject: `Îți dăm înapoi ${leiInText(amountBani)} din comanda ta`,
    before: [
      `Comanda ${formatOrderNumber(order.number)}: ${order.name}.`,
      goodwillSentence({ owedBani: amountBani, paidBani: 0 }) + attachedWords(attachments),
    ],
    action: { label: 'Vezi cumpărările', url: `${app.publicUrl()}/settings#purchases` },
    after: [sellerLine(app)],
  });
  return { ...mail, attachments };
};

/** Tells when and under which number the money was transferred. */
export const goodwillPaidMail: Compose = async (app, { data }) => {
  const found = await findWithOrder(app, String(data.goodwillId));
  if (!found?.goodwill.paid_on) return null;
  const { goodwill, order } = found;
  const paidOn = formatDay(toNoon(found.goodwill.paid_on));
  return renderEmail({
    subject: `Ți-am trimis ${leiInText(goodwill.amount_bani)} prin transfer`,
    before: [
      `Comanda ${formatOrderNumber(order.number)}: ${order.name}.`,
      `Ți-am trimis ${leiInText(goodwill.amount_bani)} prin transfer bancar, pe ${paidOn}, cu numărul ${goodwill.reference}.`,
    ],
    action: { label: 'Vezi cumpărările', url: `${app.publicUrl()}/settings#purchases` },
    after: [sellerLine(app)],
  });
};

/** Returns sentences to an admin about the goodwill of an order whose money may have gone back outside. */
export async function warnOfGoodwill({ db }: App, orderId: string): Promise<string[]> {
  const goodwill = await listGoodwillHolds(db, [orderId]);
  const paidBani = sumGoodwill(goodwill.filter(({ marked_at }) => marked_at !== null));
  const heldBani = sumGoodwill(
    goodwill.filter(({ marked_at, hold }) => marked_at === null && hold === 'undecided'),
  );
  return [
    ...(heldBani > 0
      ? [
          `Nu plăti transferul promis, de ${leiInText(heldBani)}, până nu hotărăști pe pagina comenzii dacă s-a întors și suma asta.`,
        ]
      : []),
    ...(paidBani > 0
      ? [
          `Ai transferat deja ${leiInText(paidBani)} din bunăvoință: vezi în contul NETOPIA să nu fi plecat mai mult decât s-a plătit.`,
        ]
      : []),
  ];
}

async function findWithOrder(app: App, id: string) {
  const goodwill = await findGoodwill(app.db, id);
  const order = goodwill && (await findOrder(app.db, goodwill.order_id));
  return order ? { goodwill, order } : null;
}
