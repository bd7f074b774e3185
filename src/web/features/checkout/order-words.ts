import type { Order } from '#contract/orders.ts';
import { paidPlanSentence } from '#domain/language/plan-sentences.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { isAwaited, isCheckedForFraud, UNPAID_DAYS, type WaitsFor } from '#domain/payments/open-order.ts';

export const CONFIRM_LIMIT_MS = 60_000;

/** The return page's words about an order. */
export interface OrderWords {
  readonly title: string;
  readonly text: string;
}

type OrderSummary = Pick<Order, 'state' | 'kind' | 'credits' | 'reason' | 'note' | 'period' | 'waitsFor'>;

/** Returns the words. `late`: the page has waited for it for a minute. */
export function orderWords(order: OrderSummary, late: boolean): OrderWords {
  const { state } = order;
  if (isCheckedForFraud(state, order.waitsFor)) return FRAUD_CHECK;
  if (isAwaited(state)) return waitingWords(order.waitsFor, late);
  switch (state) {
    case 'paid':
      return { title: 'Plata a reușit', text: gotWords(order) };
    case 'declined':
      return {
        title: 'Plata nu a reușit',
        text: `${order.reason ?? 'Banca a refuzat plata.'} Nu s-au luat bani de pe card.`,
      };
    case 'cancelled':
      return {
        title: 'Ai renunțat la plată',
        text:
          order.waitsFor === 'card'
            ? 'Nu ai nimic de plătit. Dacă ai apucat totuși să plătești, creditele vin singure în cont.'
            : 'Nu mai așteptăm plata. Dacă banca o confirmă totuși, creditele vin singure în cont.',
      };
    case 'expired':
      return {
        title: 'Plata nu s-a făcut',
        text: 'Comanda s-a închis fără plată. Poți începe alta oricând.',
      };
    case 'review':
      return {
        title: 'Verificăm plata',
        text: 'Un om de la noi se uită la ea. Nu plăti încă o dată: dacă banii au ajuns, creditele apar în cont după verificare.',
      };
    case 'refunded':
    case 'charged-back':
      return { title: 'Banii s-au întors', text: 'Plata a fost anulată, iar banii merg înapoi pe card.' };
    default:
      return { title: 'Cumpărare mai veche', text: 'Comanda a fost adusă din istoricul contului tău.' };
  }
}

const WAITING: OrderWords = {
  title: 'Se confirmă plata',
  text: 'Durează de obicei câteva secunde.',
};
const NOT_BEGUN: OrderWords = {
  title: 'Plata nu a început',
  text: 'Nu s-a introdus niciun card și nu s-au luat bani. Poți merge mai departe la plată sau poți renunța. Dacă tocmai ai plătit, așteaptă puțin: răspunsul vine singur aici.',
};
const FRAUD_CHECK: OrderWords = {
  title: 'NETOPIA verifică plata',
  text: `Cardul a fost introdus, iar plata trece printr-o verificare antifraudă. Poate ține mai mult; așteptăm răspunsul cel mult ${formatCount(UNPAID_DAYS, NOUNS.day)}. Când plata este confirmată, îți scriem pe email. Nu plăti încă o dată.`,
};
const LATE: OrderWords = {
  title: 'Plata nu este confirmată încă',
  text: 'Nu avem încă răspunsul NETOPIA. Întrebăm mai departe și fără pagina aceasta: dacă ai plătit, creditele apar singure în cont. Nu plăti încă o dată.',
};

function waitingWords(waitsFor: WaitsFor, late: boolean): OrderWords {
  if (waitsFor === 'card') return NOT_BEGUN;
  return late ? LATE : WAITING;
}

function gotWords({ kind, credits, note, period }: OrderSummary): string {
  if (kind === 'plan') {
    const dates = period && { startsAt: new Date(period.startsAt), endsAt: new Date(period.endsAt) };
    const plan = dates && paidPlanSentence(credits, { ...dates, hasBegun: period.hasBegun });
    return [plan ?? (note === null && 'Planul tău este plătit.'), note].filter(Boolean).join(' ');
  }
  return `Ai primit ${formatCount(credits, NOUNS.credit)}.`;
}

export function canRetry({ state, waitsFor }: Pick<Order, 'state' | 'waitsFor'>): boolean {
  if (isCheckedForFraud(state, waitsFor)) return false;
  return state === 'declined' || state === 'cancelled' || state === 'expired';
}
