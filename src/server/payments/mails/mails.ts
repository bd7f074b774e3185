import { REFUND_DAYS } from '#domain/credits/revocation.ts';
import type { MoneyNews } from '#domain/invoices/money-news.ts';
import { vatNote, vatOn, withVat } from '#domain/invoices/vat.ts';
import { declineSentence } from '#domain/language/decline-sentences.ts';
import {
  NEWS_LABELS,
  NEWS_SENTENCES,
  orderEventWords,
  REVIEW_LABELS,
  REVIEW_SENTENCES,
} from '#domain/language/order-sentences.ts';
import {
  lateSentence,
  NOT_RENEWED,
  periodSentence,
  recountSentence,
} from '#domain/language/plan-sentences.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay, formatStamp, toBucharestDay } from '#domain/language/time.ts';
import { versionDay } from '#domain/payments/consents.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import type { OrderEvent, OrderState, ReviewReason } from '#domain/payments/order-state.ts';
import { boughtUntil } from '#domain/payments/packages.ts';
import { leiInText } from '#domain/payments/price.ts';
import { formatOrderNumber } from '#domain/payments/search/order-number.ts';
import type { StoredConsents } from '#server/adapters/database/stored-json.ts';
import type { App, Tx } from '#server/app.ts';
import { type EmailContent, renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { findCheckout } from '#server/payments/checkout/checkout-store.ts';
import { agreedWords, TERMS_KIND, TEXTS_PATH } from '#server/payments/checkout/legal-text-store.ts';
import { warnOfGoodwill } from '#server/payments/mails/goodwill-mails.ts';
import type { PaymentProblem } from '#server/payments/mails/payment-problems-view.ts';
import { attachedWords, receiptFiles } from '#server/payments/mails/receipt-files.ts';
import { findOrder, findRecount, type OrderRow } from '#server/payments/store/order-store.ts';
import { findBoughtPeriod, findPaidBani } from '#server/payments/store/purchase-store.ts';
import { mailAdmins } from '#server/users/admins/mail-admins.ts';

/** Names the order, the words that were agreed to and when, and how to withdraw. */
export const purchaseReceiptMail: Compose = async (app, { data }) => {
  const order = await findOrder(app.db, String(data.orderId));
  if (!order?.paid_at) return null;
  const checkout = order.checkout_id && (await findCheckout(app.db, order.checkout_id));
  const recount = await findRecount(app.db, order.id);
  const agreed = checkout ? await agreedSentences(app, checkout.consents) : [];
  const attachments = await receiptFiles(app, order.id, checkout ? checkout.consents : null);
  const mail = renderEmail({
    subject: `Ai cumpărat ${order.name} la Fotolot`,
    before: [
      paidWords(app, { bani: await findPaidBani(app.db, order), at: order.paid_at }),
      await boughtWords(app, order, order.paid_at),
      ...(recount ? [recountSentence(recount)] : []),
      `Comanda: ${formatOrderNumber(order.number)}.${attachedWords(attachments)}`,
    ],
    action: { label: 'Vezi cumpărările', url: `${app.publicUrl()}/settings#purchases` },
    after: [
      ...agreed,
      `Te poți retrage în ${formatCount(REFUND_DAYS, NOUNS.day)} de la plată: primești înapoi banii pentru creditele nefolosite. Retrage-te din contract aici: ${app.publicUrl()}/legal/withdrawal?order=${formatOrderNumber(order.number)}`,
      ...(agreed.length > 0 ? [] : [`Termenii și condițiile: ${app.publicUrl()}/legal/terms`]),
      sellerLine(app),
    ],
  });
  return { ...mail, attachments };
};

function paidWords({ vat }: Pick<App, 'vat'>, { bani, at }: { bani: number; at: Date }): string {
  const { status } = vatOn(vat, toBucharestDay(at));
  const note = vatNote(status);
  const paid = `Am primit pe ${formatStamp(at)} plata ta de ${withVat(leiInText(bani), status)}.`;
  return note ? `${paid} ${note}.` : paid;
}

/** Returns the words that were agreed to, even where today's differ. */
async function agreedSentences(app: App, consents: StoredConsents): Promise<string[]> {
  const words = [...(await agreedWords(app.db, consents)).values()].map((each) => `„${each}”`);
  const { version, at, termsSha256 } = consents;
  const path = termsSha256 ? `${TEXTS_PATH}${termsSha256}` : TERMS_KIND;
  return [
    `La comandă, pe ${formatStamp(new Date(at))}, ai fost de acord cu acestea: ${words.join(' ')}`,
    `Termenii și condițiile, textul din ${formatDay(new Date(versionDay(version)))}: ${app.publicUrl()}${path}`,
  ];
}

async function boughtWords(app: App, order: OrderRow, paidAt: Date): Promise<string> {
  const credits = formatCount(order.credits, NOUNS.credit);
  if (order.kind === 'package')
    return `${order.name}: ${credits}, până pe ${formatDay(boughtUntil(paidAt))}.`;
  const { startsAt, endsAt } = await findBoughtPeriod(app.db, order, paidAt);
  if (order.is_late) return `${order.name}: ${credits}. ${lateSentence(startsAt)}`;
  return `${order.name}: ${credits}. ${periodSentence(startsAt, endsAt)} ${NOT_RENEWED}.`;
}

/** Null once the problem is over: the receipt tells of an order that was paid meanwhile. */
export const paymentProblemMail: Compose = async (app, { data }) => {
  const order = await findOrder(app.db, String(data.orderId));
  const problem = order ? PROBLEMS[order.state] : undefined;
  if (!order || !problem || problem !== data.problem) return null;
  const { again, ...letter } = LETTERS[problem](order);
  const path = again ? `/pricing#${order.kind === 'plan' ? 'plans' : 'packages'}` : '/settings#purchases';
  const label = again ? 'Încearcă din nou' : 'Vezi cumpărările';
  return renderEmail({
    ...letter,
    before: [...letter.before, `Comanda: ${formatOrderNumber(order.number)}.`],
    action: { label, url: app.publicUrl() + path },
    after: [...letter.after, sellerLine(app)],
  });
};

const PROBLEMS: Partial<Record<OrderState, PaymentProblem>> = {
  review: 'review',
  refunded: 'back',
  'charged-back': 'back',
  declined: 'declined',
};

type ProblemContent = Omit<EmailContent, 'action'> & { readonly again: boolean };

const LETTERS: Record<PaymentProblem, (order: OrderRow) => ProblemContent> = {
  review: ({ name }) => ({
    subject: `Verificăm plata pentru ${name}`,
    before: [
      `NETOPIA ne-a anunțat o plată pentru ${name} pe care nu am putut-o lega singuri de comandă. Un om de la noi se uită la ea.`,
    ],
    after: ['Nu plăti încă o dată: fie primești ce ai cumpărat, fie îți dăm banii înapoi.'],
    again: false,
  }),
  back: ({ name, kind, amount_bani }) => ({
    subject: `Banii pentru ${name} s-au întors`,
    before: [
      `Plata ta de ${leiInText(amount_bani)} pentru ${name} a fost anulată sau contestată la bancă, iar banii merg înapoi pe card.`,
      kind === 'plan'
        ? 'Perioada plătită cu ei s-a încheiat, iar creditele ei nefolosite nu mai sunt în cont.'
        : 'Creditele nefolosite din ea nu mai sunt în cont. Ce ai procesat rămâne al tău.',
    ],
    after: ['Dacă nu știi de ce, răspunde la acest mesaj și spune numărul comenzii.'],
    again: false,
  }),
  declined: ({ name, decline_reason }) => ({
    subject: `Plata pentru ${name} nu a reușit`,
    before: [`${declineSentence(decline_reason ?? 'other')} Nu s-au luat bani de pe card.`],
    after: ['Dacă te-ai răzgândit, nu ai nimic de făcut: comanda se închide singură.'],
    again: true,
  }),
};

/** Tells the admins of later news about the same money: a dispute lost or won, a second part that went back. */
export async function notifyOfNews(
  tx: Tx,
  app: App,
  {
    order,
    event,
    status,
    news,
  }: { order: OrderRow; event: OrderEvent; status: number | null; news: MoneyNews },
): Promise<void> {
  const reason =
    NEWS_REASONS[event.kind] ?? (order.state === 'charged-back' ? 'charged-back' : 'refunded-outside');
  const said = { event: event.kind, status };
  await mailAdmins(tx, app, { kind: 'order-needs-admin', data: { orderId: order.id, reason, news, said } });
}

const NEWS_REASONS: Partial<Record<OrderEvent['kind'], ReviewReason>> = {
  chargeback: 'charged-back',
  refunded: 'refunded-outside',
  cancelled: 'cancelled-and-paid',
};

/** Tells the admins of money in review at once: a bank gives days to reply. The order's machine says each reason once. */
export async function notifyAdmins(
  tx: Tx,
  app: App,
  { orderId, reason }: { orderId: string; reason: ReviewReason },
): Promise<void> {
  await mailAdmins(tx, app, { kind: 'order-needs-admin', data: { orderId, reason } });
}

/** Tells an admin why an order needs them, or the later news; null where neither holds. */
export const orderNeedsAdminMail: Compose = async (app, { data }) => {
  const order = await findOrder(app.db, String(data.orderId));
  const reason = order?.told_admins.find((reported) => reported === data.reason);
  const news = data.news as MoneyNews | undefined;
  if (!order || !(reason || news)) return null;
  return renderEmail({
    subject: `O comandă de ${leiInText(order.amount_bani)} are nevoie de tine: ${news ? NEWS_LABELS[news] : REVIEW_LABELS[reason ?? 'unknown-status']}`,
    before: [
      ...(news ? newsSentences(order, news, data.said) : [REVIEW_SENTENCES[reason ?? 'unknown-status']]),
      ...(news === 'back' || isBackReason(reason) ? await warnOfGoodwill(app, order.id) : []),
      `Comanda: ${formatOrderNumber(order.number)}.`,
    ],
    action: { label: 'Vezi comanda', url: `${app.publicUrl()}/admin/dashboard?order=${order.id}` },
    after: ['Primești mesajul pentru că te ocupi de comenzile Fotolot.'],
  });
};

function isBackReason(reason: ReviewReason | undefined): boolean {
  return reason === 'charged-back' || reason === 'refunded-outside' || reason === 'cancelled-and-paid';
}

function newsSentences({ amount_bani }: OrderRow, news: MoneyNews, said: unknown): string[] {
  const { event, status } = said as { event: string; status: number | null };
  return [
    orderEventWords(event, { status, amountBani: amount_bani, currency: 'RON' }, amount_bani),
    NEWS_SENTENCES[news],
  ];
}
