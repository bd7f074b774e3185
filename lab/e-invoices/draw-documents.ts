import { invoiceAmount, stornoAmount } from '#domain/invoices/amounts.ts';
import { buildEInvoice } from '#domain/invoices/e-invoice/build.ts';
import type { InvoiceSeller, InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { type BillingForm, checkBilling } from '#domain/payments/billing.ts';
import { BUCHAREST, COUNTIES, type County } from '#domain/payments/counties.ts';
import type { Operator } from '#domain/payments/operator.ts';
import { toInvoiceBuyer, toInvoiceSeller } from '#server/payments/invoices/document-parties.ts';
import { pick, type Random, randomFrom } from '../scenes/random.ts';

const NAMES = [
  'Ștefania',
  'Țuțu-Ana',
  'O’Brien',
  'Jean.Luc',
  'Mîțu Șerban',
  'Zoë',
  'Ăăăăă',
  'Łukasz',
] as const;
const FIRMS = [
  'Mașini & Țevi <de ocazie> SRL',
  'Ana & Fiii "Auto" \'SRL\'',
  ']]> <!-- &amp; --> SRL',
  '=HYPERLINK("http://x") SRL',
  '„Ș” – ﬁrma S.A.',
  `${'Ș'.repeat(196)} SRL`,
  'A  B\u00a0\u2028C SRL',
  '1',
] as const;
const STREETS = [
  'Str. Horea 4',
  'Aleea Împăcării 7, bl. Ș2, sc. 1 & 2',
  `${'Ă'.repeat(150)}`,
  'Șos. <Olteniței> nr. 12; ap. "3"',
  '7',
] as const;
const CITIES = ['Făgăraș', 'Cluj-Napoca', 'Sf. Gheorghe', "Satu 'Nou'", `${'â'.repeat(50)}`] as const;
const CUIS = ['43131360', 'RO14399840', 'ro 14399840', '19'] as const;
const REASONS = [
  'Retragerea cumpărătorului din contract',
  'Returnarea plății de către vânzător',
  'Banii s-au întors pe card',
] as const;
const VAT = ['exempt', 'payer', 'payer-cash'] as const;

interface DrawnDocument {
  readonly name: string;
  readonly group: 'document';
  readonly xml: string;
}

/**
 * Draws orders as people and admins make them: a billing form that was checked, a seller of any kind, a price, then for half of them
 * stornos of a part or of all. Returns their e-invoices, each with a line that says what it is.
 */
export function drawDocuments({ seed, count }: { seed: number; count: number }): readonly DrawnDocument[] {
  const random = randomFrom(seed);
  const snapshots: InvoiceSnapshot[] = [];
  while (snapshots.length < count) snapshots.push(...drawOrder(random, snapshots.length + 1));
  return snapshots.slice(0, count).map((snapshot) => ({
    name: `${snapshot.kind} ${snapshot.number} of ${snapshot.seller.vatStatus} to ${snapshot.buyer.kind}, ${snapshot.grossBani} bani`,
    group: 'document',
    xml: buildEInvoice(snapshot),
  }));
}

function drawOrder(random: Random, number: number): readonly InvoiceSnapshot[] {
  const seller = drawSeller(random);
  const { billing } = checkBilling(drawForm(random));
  if (seller === null || billing === null) return [];
  const isExempt = seller.vatStatus === 'exempt';
  const percent = isExempt ? null : pick(random, [21, 21, 21, 11, 19, 9]);
  const paid = pick(random, [
    5_000,
    9_900,
    14_900,
    39_900,
    1,
    2,
    3,
    10_000_000,
    1 + Math.floor(random() * 1e6),
  ]);
  const amount = invoiceAmount(paid, percent);
  const plans = ['Abonament Pro, 30 de zile', 'Abonament Dealer, 30 de zile'] as const;
  const credits = 1 + Math.floor(random() * 2_000);
  const invoice: InvoiceSnapshot = {
    version: 1,
    kind: 'invoice',
    series: pick(random, ['FTL', 'A', 'PROBA', 'F2026X']),
    number,
    issuedOn: '2026-11-28',
    paidOn: pick(random, ['2026-11-28', '2026-11-27']),
    seller,
    buyer: toInvoiceBuyer(billing),
    item: random() < 0.3 ? pick(random, plans) : `Pachet ${formatCount(credits, NOUNS.credit)} Fotolot`,
    ...amount,
    vatPercent: percent,
    orderId: `ord_${Math.floor(random() * 1e9).toString(36)}`,
    paymentId: pick(random, [null, '2746123', 'a1-b2_c3']),
    corrects: null,
    reason: null,
    trial: random() < 0.3,
  };
  return random() < 0.5 ? [invoice] : [invoice, ...drawStornos(random, invoice)];
}

/** Takes an invoice back, whole or in two parts; some of the money is still owed. */
function drawStornos(random: Random, invoice: InvoiceSnapshot): readonly InvoiceSnapshot[] {
  const { grossBani, netBani, vatBani, vatPercent, series, number, issuedOn } = invoice;
  const part = random() < 0.4 ? grossBani : Math.max(1, Math.floor(grossBani * random()));
  const first = stornoAmount({ netBani, vatBani, grossBani }, part, vatPercent);
  const rest = {
    netBani: netBani + first.netBani,
    vatBani: vatBani + first.vatBani,
    grossBani: grossBani + first.grossBani,
  };
  const amounts =
    rest.grossBani > 0 && random() < 0.5 ? [first, stornoAmount(rest, rest.grossBani, vatPercent)] : [first];
  return amounts.map((amount, i) => ({
    ...invoice,
    kind: 'storno',
    number: number + 1 + i,
    issuedOn: '2026-11-29',
    paidOn: random() < 0.5 ? '2026-11-29' : null,
    ...amount,
    corrects: { series, number, issuedOn },
    reason: pick(random, REASONS),
  }));
}

function drawForm(random: Random): BillingForm {
  const county = drawCounty(random);
  return {
    kind: random() < 0.5 ? 'person' : 'firm',
    firstName: pick(random, NAMES),
    lastName: pick(random, NAMES),
    name: pick(random, FIRMS),
    cui: pick(random, CUIS),
    registrationNumber: pick(random, ['', 'J40/12763/2020', 'J2020012763400']),
    vatPayer: random() < 0.5,
    street: pick(random, STREETS),
    city: county === BUCHAREST ? `Sector ${1 + Math.floor(random() * 6)}` : pick(random, CITIES),
    county,
    postalCode: pick(random, ['', '061071']),
    phone: '',
  };
}

/** The record of a seller that has entered all of it, in one of three legal forms. */
function drawSeller(random: Random): InvoiceSeller | null {
  const county = drawCounty(random);
  const legalForm = pick(random, ['company', 'sole-trader', 'other']);
  const operator: Operator = {
    name: pick(random, FIRMS),
    legalForm,
    cui: pick(random, CUIS),
    tradeRegister: legalForm === 'other' ? '' : 'J2026000345001',
    street: pick(random, STREETS),
    city: county === BUCHAREST ? `SECTOR${1 + Math.floor(random() * 6)}` : pick(random, CITIES),
    county,
    postalCode: '400174',
    capitalLei: legalForm === 'company' ? pick(random, [1, 200, 90_000]) : null,
    iban: pick(random, ['', 'RO49AAAA1B31007593840000']),
    phone: '0722000000',
    email: 'salut@fotolot.example',
  };
  return toInvoiceSeller(operator, { vatStatus: pick(random, VAT), isTrial: false });
}

function drawCounty(random: Random): County {
  const counties = Object.keys(COUNTIES) as County[];
  return random() < 0.25 ? BUCHAREST : (counties[Math.floor(random() * counties.length)] ?? BUCHAREST);
}
