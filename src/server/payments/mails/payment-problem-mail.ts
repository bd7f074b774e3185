import { declineSentence } from '#domain/language/decline-sentences.ts';
import type { OrderState } from '#domain/payments/order-state.ts';
import { leiInText } from '#domain/payments/price.ts';
import { type Letter, layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import type { PaymentProblem } from '#server/payments/mails/payment-problems-view.ts';
import { findOrder, type OrderRow } from '#server/payments/orders/order-store.ts';

/** Says it only while it is so: what was paid or looked at meanwhile is told of by the receipt. */
export const paymentProblemMail: Compose = async (app, { data }) => {
  const order = await findOrder(app.db, String(data.orderId));
  const problem = order ? PROBLEMS[order.state] : undefined;
  if (!order || !problem || problem !== data.problem) return null;
  const { again, ...letter } = LETTERS[problem](order);
  const path = again ? `/pricing#${order.kind === 'plan' ? 'plans' : 'packages'}` : '/settings#purchases';
  const label = again ? 'Încearcă din nou' : 'Vezi cumpărările';
  return layOut({
    ...letter,
    before: [...letter.before, `Comanda: ${order.id}.`],
    action: { label, url: app.publicUrl() + path },
  });
};

const PROBLEMS: Partial<Record<OrderState, PaymentProblem>> = {
  review: 'review',
  refunded: 'back',
  'charged-back': 'back',
  declined: 'declined',
};

type Told = Omit<Letter, 'action'> & { readonly again: boolean };

const LETTERS: Record<PaymentProblem, (order: OrderRow) => Told> = {
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
