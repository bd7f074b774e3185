import type { MoneyNews } from '#domain/invoices/money-news.ts';
import { declineSentence } from '#domain/language/decline-sentences.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay, formatStamp } from '#domain/language/time.ts';
import { isCheckedForFraud, type WaitsFor } from '#domain/payments/open-order.ts';
import type { OrderList } from '#domain/payments/order-groups.ts';
import type { OrderState, ReviewReason } from '#domain/payments/order-state.ts';
import { leiInText } from '#domain/payments/price.ts';
import type { DeclineReason, PaymentState } from '#domain/payments/provider-status.ts';

/** States as admins read them. */
const ORDER_STATE_LABELS: Record<OrderState, string> = {
  created: 'începută',
  started: 'la plată',
  pending: 'se confirmă',
  declined: 'card refuzat',
  cancelled: 'renunțată',
  expired: 'expirată',
  review: 'în verificare',
  paid: 'plătită',
  refunded: 'returnată',
  'charged-back': 'întoarsă de bancă',
  imported: 'adusă',
};

/** Returns one or two words; a pending order without a card counts as started, as there is nothing to confirm. */
export function orderStateLabel(state: OrderState, waitsFor: WaitsFor): string {
  if (isCheckedForFraud(state, waitsFor)) return 'la antifraudă';
  return ORDER_STATE_LABELS[state === 'pending' && waitsFor === 'card' ? 'started' : state];
}

export const ORDER_LIST_LABELS: Record<OrderList, string> = {
  told: 'De urmărit',
  review: 'În verificare',
  paid: 'Plătite',
  open: 'Neterminate',
  back: 'Returnate',
  storno: 'De stornat',
  transfer: 'De transferat',
  unpaid: 'Fără plată',
  imported: 'Din vechiul cont',
};

/** Short labels beside an order in a list. */
export const REVIEW_LABELS: Record<ReviewReason, string> = {
  'unending-plan': 'plan dat de admin',
  'account-deleted': 'cont șters',
  'wrong-money': 'altă sumă',
  'other-payment': 'altă plată',
  'cancelled-and-paid': 'anulată și plătită',
  'refunded-outside': 'returnată din afară',
  'charged-back': 'contestată',
  'unknown-status': 'stare necunoscută',
};

/** Sentences that say what happened and what to do about it. */
export const REVIEW_SENTENCES: Record<ReviewReason, string> = {
  'unending-plan':
    'Banii au venit, dar cumpărătorul are un plan dat de un administrator, sub care comanda nu cumpără nimic. Retrage întâi planul și acceptă, sau returnează banii.',
  'account-deleted': 'Banii au venit pentru un cont șters. Returnează-i.',
  'wrong-money':
    'A fost anunțată altă sumă sau altă monedă decât a comenzii. Compară cu extrasul din contul NETOPIA.',
  'other-payment':
    'NETOPIA a anunțat altă plată cu numărul acestei comenzi. Caut-o după număr în contul NETOPIA: o comandă plătită de două ori se returnează o dată de acolo.',
  'cancelled-and-paid':
    'NETOPIA spune și că a anulat plata, și că a încasat-o. S-a dat ce s-a cumpărat; verifică în contul NETOPIA dacă banii au rămas.',
  'refunded-outside':
    'Banii au fost returnați din afara Fotolot. Creditele care mai erau au fost retrase singure; nimeni nu datorează nimic.',
  'charged-back':
    'Cumpărătorul a contestat plata la bancă. Creditele care mai erau au fost retrase singure; răspunde băncii din contul NETOPIA.',
  'unknown-status':
    'NETOPIA a trimis o stare pe care nu o cunoaștem. Nu s-a schimbat nimic; verifică plata acolo.',
};

export const NEWS_LABELS: Record<MoneyNews, string> = {
  back: 'o veste nouă despre banii ei',
  again: 'banii sunt din nou aici',
};

/** Later words of the provider about money that had come, with what to do about them. */
export const NEWS_SENTENCES: Record<MoneyNews, string> = {
  back: 'Vezi în contul NETOPIA câți bani s-au întors, apoi hotărăște cât se stornează.',
  again:
    'NETOPIA spune că plata este din nou încasată: poate că ai câștigat contestația. Verifică în contul NETOPIA, apoi redă ce s-a cumpărat sau hotărăște că rămâne așa.',
};

const SOURCES: Readonly<Record<string, string>> = {
  us: 'Fotolot',
  user: 'cumpărătorul',
  notification: 'notificare NETOPIA',
  status: 'răspuns NETOPIA',
  admin: 'administrator',
  import: 'import',
};

export function sourceWords(source: string): string {
  return SOURCES[source] ?? source;
}

type Data = Readonly<Record<string, unknown>>;

/** `priceBani`: the order's price. */
const EVENTS: Readonly<Record<string, string | ((data: Data, priceBani: number) => string)>> = {
  created: 'Comanda a fost trimisă, cu foaia acceptată.',
  start: 'S-a deschis pagina de plată.',
  'not-begun': 'Pagina de plată este deschisă, fără card.',
  pending: 'Plata se face.',
  'fraud-check': 'NETOPIA verifică plata (antifraudă).',
  'three-d-secure': 'Banca cere codul 3-D Secure.',
  declined: ({ reason }) =>
    typeof reason === 'string' ? declineSentence(reason as DeclineReason) : 'Banca a refuzat plata.',
  'given-up': 'A renunțat la plată.',
  'timed-out': 'Comanda s-a închis fără plată.',
  expired: 'Pagina de plată a expirat.',
  unknown: 'A venit o stare necunoscută.',
  cancelled: 'Plata a fost anulată.',
  paid: (data, priceBani) =>
    `Plătită: ${moneyWords(data)}${data.amountBani === priceBani && data.currency === 'RON' ? '' : `, nu ${leiInText(priceBani)}`}.`,
  accepted: ({ amountBani }) =>
    `Banii au fost acceptați${typeof amountBani === 'number' ? `, ${leiInText(amountBani)} după extras` : ''}: s-a dat ce s-a cumpărat.`,
  refunded: ({ byUs, way, reference, paidOn }) =>
    way !== undefined
      ? `Banii datorați au fost plătiți ${way === 'transfer' ? 'prin transfer' : 'pe card'}, nr. ${reference}, pe ${formatDay(new Date(`${paidOn}T12:00:00Z`))}.`
      : byUs
        ? 'Banii s-au întors pe card.'
        : 'Banii s-au întors pe card, din afara Fotolot.',
  chargeback: ({ status }) =>
    status === 9
      ? 'Cumpărătorul a contestat plata la bancă.'
      : status === 16
        ? 'Contestația a primit un răspuns.'
        : status === 10
          ? 'Contestația s-a pierdut: banca a întors plata.'
          : 'Banca a întors plata (contestație).',
  restored: 'Banii sunt din nou aici: s-a redat ce s-a cumpărat.',
  late: ({ startsAt }) =>
    `Planul nu a putut începe cum s-a arătat: începe pe ${formatStampOrDash(startsAt)}.`,
  recounted: ({ days, shownDays }) =>
    `Zilele planului dinainte s-au numărat din nou la plată: ${days}, nu ${shownDays}.`,
  withdrawn: ({ withdrawn, shortfall }) => revokedWords(Number(withdrawn), Number(shortfall)),
  'refund-asked': ({ amount, withdrawn }) =>
    `S-a cerut returnarea a ${leiInText(Math.round(Number(amount) * 100))}${Number(withdrawn) > 0 ? `; ${Number(withdrawn) === 1 ? 's-a' : 's-au'} retras ${formatCount(Number(withdrawn), NOUNS.credit)}` : ''}.`,
  'refund-refused': 'NETOPIA nu a întors banii.',
  'withdrawal-declared': 'S-a retras din contract.',
  'withdrawal-owed': ({ amount, cause, payUntil }) =>
    `${cause === 'closed' ? 'Banii nu s-au putut cere prin NETOPIA. ' : ''}Datorăm ${leiInText(Math.round(Number(amount) * 100))}, de plătit până pe ${formatDay(new Date(`${payUntil}T12:00:00Z`))}.`,
  'goodwill-given': ({ amount }) =>
    `Din bunăvoință se dau înapoi ${leiInText(Math.round(Number(amount) * 100))}, de returnat prin transfer.`,
  'goodwill-paid': ({ amount, reference, paidOn }) =>
    `S-au transferat ${leiInText(Math.round(Number(amount) * 100))}, nr. ${reference}, pe ${formatDay(new Date(`${paidOn}T12:00:00Z`))}.`,
  'storno-decided': ({ amount, letGoAmount }) =>
    [
      ...(amount === 0 && letGoAmount !== undefined ? [] : [describeStorno(amount)]),
      ...(letGoAmount === undefined ? [] : [describeLetGo(letGoAmount)]),
    ].join(' '),
  'storno-reminded': 'Administratorilor li s-a amintit că factura așteaptă să fie stornată.',
  'invoice-mended': 'Factura a fost stornată și refăcută cu alte date ale cumpărătorului.',
  imported: 'Adusă din evidența de dinainte.',
  'other-payment': (data) =>
    `Altă plată, nr. ${data.providerId}, cu numărul acestei comenzi: ${PAYMENT_STATE_WORDS[data.said as PaymentState]}${data.said === 'paid' ? `, ${moneyWords(data)}` : ''}.`,
};

const PAYMENT_STATE_WORDS: Record<PaymentState, string> = {
  'not-begun': 'neîncepută',
  pending: 'în curs',
  'fraud-check': 'verificată antifraudă',
  'three-d-secure': 'așteaptă codul 3-D Secure',
  paid: 'plătită',
  declined: 'refuzată',
  expired: 'expirată',
  cancelled: 'anulată',
  refunded: 'returnată',
  chargeback: 'contestată',
  unknown: 'stare necunoscută',
};

/** One entry of an order's history. */
export function orderEventWords(event: string, data: Data, priceBani: number): string {
  const words = EVENTS[event] ?? event;
  return typeof words === 'string' ? words : words(data, priceBani);
}

/** Returns „lipsește 1 credit”, „lipsesc 7 credite”. */
export function shortfallWords(shortfall: number): string {
  return `${shortfall === 1 ? 'lipsește' : 'lipsesc'} ${formatCount(shortfall, NOUNS.credit)}`;
}

/** Returns the credits withdrawn because money was returned outside Fotolot, and those that could not be. */
export function revokedWords(withdrawn: number, shortfall: number): string {
  const taken = `${withdrawn === 1 ? 'S-a' : 'S-au'} retras ${formatCount(withdrawn, NOUNS.credit)}.`;
  if (shortfall === 0) return taken;
  const where =
    shortfall === 1 ? 'era: folosit, reținut sau expirat' : 'erau: folosite, reținute sau expirate';
  return `${taken} ${formatCount(shortfall, NOUNS.credit)} nu mai ${where}.`;
}

function moneyWords({ amountBani, currency }: Data): string {
  if (typeof amountBani !== 'number') return 'fără o sumă care se poate citi';
  return currency === 'RON' ? leiInText(amountBani) : `${amountBani / 100} ${currency ?? 'fără monedă'}`;
}

function formatStampOrDash(at: unknown): string {
  return typeof at === 'string' ? formatStamp(new Date(at)) : '–';
}

function describeStorno(amount: unknown): string {
  return amount === 0
    ? 'S-a hotărât că factura nu se stornează.'
    : `S-au stornat ${leiInText(Math.round(Number(amount) * 100))} din factură.`;
}

function describeLetGo(amount: unknown): string {
  return `Transferul promis, de ${leiInText(Math.round(Number(amount) * 100))}, nu se mai face: s-a întors și suma asta.`;
}
