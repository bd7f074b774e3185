import { REFUND_DAYS } from '#domain/credits/withdrawal.ts';
import { plusDays } from '#domain/days.ts';
import {
  lateSentence,
  NOT_RENEWED,
  periodSentence,
  recountSentence,
} from '#domain/language/plan-sentences.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { formatDay, formatStamp } from '#domain/language/time.ts';
import { CONSENTS } from '#domain/payments/consents.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { boughtUntil } from '#domain/payments/packages.ts';
import { leiInText } from '#domain/payments/price.ts';
import { PERIOD_DAYS } from '#domain/plans/line.ts';
import { findPeriodEnd } from '#domain/plans/periods.ts';
import type { App } from '#server/app.ts';
import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { findCheckout } from '#server/payments/checkout/checkout-store.ts';
import { findOrder, findRecount, type OrderRow } from '#server/payments/orders/order-store.ts';
import { findPaidBani } from '#server/payments/orders/purchase-store.ts';
import { readPlanState } from '#server/plans/plan-store.ts';

/** The order's facts, what was agreed to and when, how to step back. */
export const purchaseReceiptMail: Compose = async (app, { data }) => {
  const order = await findOrder(app.db, String(data.orderId));
  if (!order?.paid_at) return null;
  const checkout = order.checkout_id && (await findCheckout(app.db, order.checkout_id));
  const recount = await findRecount(app.db, order.id);
  const agreed = checkout
    ? [
        `La comandă, pe ${formatStamp(new Date(checkout.consents.at))}, ai fost de acord cu acestea: ${checkout.consents.given.map((consent) => `„${CONSENTS[consent]}”`).join(' ')}`,
      ]
    : [];
  return layOut({
    subject: `Ai cumpărat ${order.name} la Fotolot`,
    before: [
      `Am primit plata ta de ${leiInText(await findPaidBani(app.db, order))}, cu TVA inclus, pe ${formatStamp(order.paid_at)}.`,
      await boughtWords(app, order, order.paid_at),
      ...(recount ? [recountSentence(recount)] : []),
      `Comanda: ${order.id}.`,
    ],
    action: { label: 'Vezi cumpărările', url: `${app.publicUrl()}/settings#purchases` },
    after: [
      ...agreed,
      `Te poți retrage în ${count(REFUND_DAYS, NOUNS.day)} de la plată: primești înapoi banii pentru creditele nefolosite. Retrage-te din contract aici: ${app.publicUrl()}/legal/withdrawal`,
      `Termenii și condițiile: ${app.publicUrl()}/legal/terms`,
      sellerLine(app.operator),
    ],
  });
};

async function boughtWords(app: App, order: OrderRow, paidAt: Date): Promise<string> {
  const credits = count(order.credits, NOUNS.credit);
  if (order.kind === 'package')
    return `${order.name}: ${credits}, până pe ${formatDay(boughtUntil(paidAt))}.`;
  const startsAt = order.plan_starts_at ?? paidAt;
  if (order.is_late) return `${order.name}: ${credits}. ${lateSentence(startsAt)}`;
  const endsAt =
    findPeriodEnd(await readPlanState(app.db, order.user_id), order.id) ??
    plusDays(startsAt, PERIOD_DAYS + (order.shown_days ?? 0));
  return `${order.name}: ${credits}. ${periodSentence(startsAt, endsAt)} ${NOT_RENEWED}.`;
}
