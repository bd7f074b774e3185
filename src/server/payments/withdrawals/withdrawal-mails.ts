import { refundSentence, withdrawalSentence } from '#domain/language/refund-sentences.ts';
import { formatDay, formatMoment } from '#domain/language/time.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { leiInText } from '#domain/payments/price.ts';
import { formatOrderNumber } from '#domain/payments/search/order-number.ts';
import { CHARGED_BACK_TOO, payBackUntil, toNoon } from '#domain/payments/withdrawals.ts';
import type { App } from '#server/app.ts';
import { type EmailContent, renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { attachedWords, stornoFile } from '#server/payments/mails/receipt-files.ts';
import { findOrder, type OrderRow } from '#server/payments/store/order-store.ts';
import { findPaidBani } from '#server/payments/store/purchase-store.ts';
import { findRefund, type RefundRow } from '#server/payments/store/refund-store.ts';
import {
  type DebtRow,
  findDebt,
  findWithdrawal,
  findWithdrawalById,
  type WithdrawalRow,
} from '#server/payments/store/withdrawal-store.ts';
import { isDeleted } from '#server/users/user-store.ts';

/** A deleted account has no purchases to look at. */
async function whereToRead(app: App, { user_id: userId }: OrderRow): Promise<EmailContent['action']> {
  return (await isDeleted(app.db, userId))
    ? { label: 'Despre retragere', url: `${app.publicUrl()}/legal/withdrawal` }
    : { label: 'Vezi cumpărările', url: `${app.publicUrl()}/settings#purchases` };
}

/** Proves a withdrawal: the declaration, its moment, and the state of the money. The typed name stays out. */
export const withdrawalReceiptMail: Compose = async (app, { data }) => {
  const refund = await findRefund(app.db, String(data.refundId));
  const order = refund && (await findOrder(app.db, refund.order_id));
  if (!order) return null;
  const withdrawal = await findWithdrawal(app.db, order.id);
  const declaredAt = withdrawal?.created_at ?? refund.created_at;
  const attachments = await stornoFile(app, refund);
  const mail = renderEmail({
    subject: 'Am primit retragerea ta din contract',
    before: [
      `Pe ${formatMoment(declaredAt)} te-ai retras din contractul pentru comanda ${formatOrderNumber(order.number)}: ${order.name}, ${leiInText(await findPaidBani(app.db, order))}.`,
      ...(withdrawal ? [`Declarația ta: „${withdrawal.words}”`] : []),
      (await moneySentence(app, { refund, withdrawal })) + attachedWords(attachments),
    ],
    action: await whereToRead(app, order),
    after: [
      `Cum se socotește suma: prețul × creditele nefolosite ÷ creditele primite. Totul despre retragere: ${app.publicUrl()}/legal/withdrawal`,
      sellerLine(app),
    ],
  });
  return { ...mail, attachments };
};

/** Tells how a refund ended; null while it has not. */
export const refundOutcomeMail: Compose = async (app, { data }) => {
  const refund = await findRefund(app.db, String(data.refundId));
  const order = refund && (await findOrder(app.db, refund.order_id));
  if (!order || refund.state === 'asked') return null;
  const withdrawal = await findWithdrawal(app.db, order.id);
  const debt = withdrawal && (await findDebt(app.db, withdrawal.id));
  // The mail about the payment has told the end already.
  if (debt?.marked_at) return null;
  const subject = debt
    ? 'Îți datorăm banii după retragere'
    : refund.state === 'done'
      ? 'Banii se întorc pe card'
      : 'Banii nu s-au putut întoarce pe card';
  const attachments = await stornoFile(app, refund);
  const mail = renderEmail({
    subject,
    before: [
      `Comanda ${formatOrderNumber(order.number)}: ${order.name}.`,
      (await moneySentence(app, { refund, withdrawal })) + attachedWords(attachments),
    ],
    action: await whereToRead(app, order),
    after: [sellerLine(app)],
  });
  return { ...mail, attachments };
};

async function moneySentence(
  app: App,
  { refund, withdrawal }: { refund: RefundRow; withdrawal: WithdrawalRow | null },
): Promise<string> {
  const debt = withdrawal && (await findDebt(app.db, withdrawal.id));
  if (!debt) return refundSentence(refund.state, refund.amount_bani);
  const state = debt.marked_at === null ? 'owed' : 'paid';
  return withdrawalSentence({ state, amountBani: debt.amount_bani, payUntil: debt.pay_until });
}

/** Tells the buyer how, when and under which number the debt was paid. */
export const withdrawalPaidMail: Compose = async (app, { data }) => {
  const found = await findOwed(app, String(data.withdrawalId));
  if (!found?.debt.paid_on) return null;
  const { order, debt } = found;
  const paidOn = formatDay(toNoon(found.debt.paid_on));
  const how = debt.paid_way === 'transfer' ? 'prin transfer bancar' : 'pe cardul cu care ai plătit';
  const reference = debt.reference === null ? '' : `, cu numărul ${debt.reference}`;
  return renderEmail({
    subject: 'Ți-am plătit banii după retragere',
    before: [
      `Comanda ${formatOrderNumber(order.number)}: ${order.name}.`,
      `Ți-am plătit ${leiInText(debt.amount_bani)} ${how}, pe ${paidOn}${reference}.`,
    ],
    action: await whereToRead(app, order),
    after: [sellerLine(app)],
  });
};

/** Tells the admins the debt and its last day. */
export const withdrawalOwedMail: Compose = async (app, { data }) => {
  const found = await findOwed(app, String(data.withdrawalId));
  if (!found || found.debt.marked_at !== null) return null;
  const { order, debt } = found;
  const until = formatDay(toNoon(debt.pay_until));
  return renderEmail({
    subject: `Datorăm ${leiInText(debt.amount_bani)} după o retragere, până pe ${until}`,
    before: [
      'Cumpărătorul s-a retras din contract. Retragerea e valabilă, creditele au ieșit din cont.',
      debt.cause === 'refused'
        ? 'NETOPIA nu a întors banii pe card.'
        : 'Banii nu se pot cere prin NETOPIA: plata cu cardul e oprită sau e în alt mod.',
      ...getTestOrderNotice(order),
      `Cere-i contul IBAN, plătește cel târziu pe ${until} și notează plata în panou. Comanda: ${formatOrderNumber(order.number)}.`,
    ],
    action: { label: 'Vezi ce datorăm', url: `${app.publicUrl()}/admin/dashboard` },
    after: ['Primești mesajul pentru că te ocupi de comenzile Fotolot.'],
  });
};

/** Warns the admins that the last day comes near, or has passed, and the money is not known to be back. */
export const withdrawalReminderMail: Compose = async (app, { data }) => {
  const withdrawal = await findWithdrawalById(app.db, String(data.withdrawalId));
  const order = withdrawal && (await findOrder(app.db, withdrawal.order_id));
  const refund = withdrawal && (await findRefund(app.db, withdrawal.refund_id));
  if (!order || !refund) return null;
  const debt = await findDebt(app.db, withdrawal.id);
  if (debt ? debt.marked_at !== null : refund.state !== 'asked') return null;
  const until = formatDay(toNoon(payBackUntil(withdrawal.created_at)));
  return renderEmail({
    subject: `Banii unei retrageri trebuie plătiți până pe ${until}`,
    before: [
      `Legea cere ca ${leiInText(withdrawal.amount_bani)} să ajungă la cumpărător cel târziu pe ${until}.`,
      debt
        ? 'Îi datorăm și nu e notată nicio plată.'
        : 'Sunt ceruți prin NETOPIA, care nu a spus încă ce s-a întâmplat: verifică plata în paginile ei.',
      ...(order.state === 'charged-back' ? [CHARGED_BACK_TOO] : []),
      ...getTestOrderNotice(order),
      `Comanda: ${formatOrderNumber(order.number)}.`,
    ],
    action: { label: 'Vezi ce datorăm', url: `${app.publicUrl()}/admin/dashboard` },
    after: ['Primești mesajul pentru că te ocupi de comenzile Fotolot.'],
  });
};

function getTestOrderNotice({ mode }: OrderRow): string[] {
  return mode === 'live' ? [] : ['Comanda a fost de probă: nu s-au încasat bani.'];
}

async function findOwed(app: App, id: string): Promise<{ order: OrderRow; debt: DebtRow } | null> {
  const withdrawal = await findWithdrawalById(app.db, id);
  const order = withdrawal && (await findOrder(app.db, withdrawal.order_id));
  const debt = withdrawal && (await findDebt(app.db, withdrawal.id));
  return order && debt ? { order, debt } : null;
}
