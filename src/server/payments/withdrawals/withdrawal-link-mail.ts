import { lastDayToWithdraw } from '#domain/credits/revocation.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { formatOrderNumber } from '#domain/payments/search/order-number.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { findNamedOrder } from '#server/payments/store/declarer-view.ts';
import { LINK_HOURS, openWithdrawalLink } from '#server/payments/store/withdrawal-link-store.ts';

/** Goes to the address that was written on the page, only if it paid the order that was named there. The typed name stays out. */
export const withdrawalLinkMail: Compose = async (app, { address: email, data }) => {
  const order = await findNamedOrder(app, { number: String(data.number), email });
  if (!order?.paid_at) return null;
  const statement = { orderId: order.id, email, name: String(data.name) };
  const secret = await app.change(({ tx }) => openWithdrawalLink(tx, app, statement));
  if (secret === null) return null;
  const lastDay = formatDay(toNoon(lastDayToWithdraw(order.paid_at)));
  return renderEmail({
    subject: 'Confirmă retragerea din contract',
    before: [
      `Ai cerut să te retragi din contractul pentru comanda ${formatOrderNumber(order.number)}: ${order.name}. Mai e un pas: deschide linkul, vezi cât se întoarce și apasă „Confirmă retragerea”.`,
      `Te poți retrage cel târziu pe ${lastDay}.`,
    ],
    action: {
      label: 'Vezi suma și confirmă',
      url: `${app.publicUrl()}/legal/withdrawal?link=${secret}`,
    },
    after: [
      `Linkul merge ${formatCount(LINK_HOURS, NOUNS.hour)}. Până nu confirmi, nu se schimbă nimic.`,
      'Dacă nu ai cerut tu retragerea, nu trebuie să faci nimic.',
      sellerLine(app),
    ],
  });
};
