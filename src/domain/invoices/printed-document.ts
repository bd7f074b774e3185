import { BUCHAREST, COUNTIES, type County } from '#domain/payments/counties.ts';
import { buyerName } from './e-invoice/parties.ts';
import { cutLine } from './e-invoice/xml-text.ts';
import { invoiceName, orderName } from './series.ts';
import type { InvoiceBuyer, InvoiceSeller, InvoiceSnapshot } from './snapshot.ts';
import { fiscalCode } from './vat.ts';

/** A label and its value. */
type Fact = readonly [label: string, value: string];

interface PrintedParty {
  readonly role: string;
  readonly name: string;
  readonly lines: readonly string[];
}

/** A column of the one line; the first takes the room that the others leave. */
interface PrintedColumn {
  readonly head: string;
  readonly value: string;
}

/** Every word of a document as a person reads it, in reading order. */
export interface PrintedDocument {
  readonly title: string;
  readonly name: string;
  readonly facts: readonly Fact[];
  readonly parties: readonly PrintedParty[];
  readonly columns: readonly PrintedColumn[];
  readonly sums: readonly Fact[];
  readonly total: Fact;
  readonly notes: readonly string[];
  readonly mark: string | null;
  readonly foot: string;
}

const longDay = new Intl.DateTimeFormat('ro-RO', { dateStyle: 'long', timeZone: 'UTC' });
const amount = new Intl.NumberFormat('ro-RO', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
});
const wholeLei = new Intl.NumberFormat('ro-RO', { useGrouping: 'always' });

/** Returns „22 noiembrie 2026” for „2026-11-22”. */
function formatLongDay(day: string): string {
  return longDay.format(new Date(`${day}T00:00:00Z`));
}

/** Returns „1.234,50 lei”, with a minus sign where it is one. */
function formatLeiAmount(bani: number): string {
  return `${plainLei(bani)}\u00a0lei`;
}

function plainLei(bani: number): string {
  return amount.format(bani / 100).replace('-', '−');
}

/** Returns every word of a document: every item of art. 319 (20) of the Fiscal Code, and the other items that the law asks for. */
export function printedDocument(snapshot: InvoiceSnapshot): PrintedDocument {
  const { seller, grossBani, kind, trial } = snapshot;
  return {
    title: kind === 'storno' ? 'Factură storno' : 'Factură',
    name: invoiceName(snapshot),
    facts: listFacts(snapshot),
    parties: [buildPrintedSeller(seller), buildPrintedBuyer(snapshot.buyer)],
    columns: buildPrintedColumns(snapshot),
    sums: buildVatSums(snapshot),
    total: ['Total', formatLeiAmount(grossBani)],
    notes: buildPrintedNotes(snapshot),
    mark: trial ? 'FĂRĂ VALOARE FISCALĂ' : null,
    foot: [cutLine(seller.name, 200), fiscalNumber(seller), invoiceName(snapshot)]
      .filter(Boolean)
      .join(' · '),
  };
}

function listFacts(snapshot: InvoiceSnapshot): readonly Fact[] {
  const { kind, issuedOn, paidOn, remade, paymentId } = snapshot;
  const paid: Fact[] =
    paidOn && !remade
      ? [[kind === 'storno' ? 'Data restituirii' : 'Data plății', formatLongDay(paidOn)]]
      : [];
  const payment: Fact[] = paymentId ? [['Plata NETOPIA', paymentId]] : [];
  return [['Data emiterii', formatLongDay(issuedOn)], ...paid, ['Comanda', orderName(snapshot)], ...payment];
}

function fiscalNumber({ cui, vatStatus }: InvoiceSeller): string {
  return cui && `CUI ${fiscalCode(cui, vatStatus)}`;
}

function buildPrintedSeller(seller: InvoiceSeller): PrintedParty {
  return {
    role: 'Vânzător',
    name: cutLine(seller.name, 200),
    lines: [
      fiscalNumber(seller),
      seller.tradeRegister && `Nr. reg. com. ${seller.tradeRegister}`,
      ...buildAddressLines(seller),
      seller.shareCapitalLei > 0 && `Capital social ${wholeLei.format(seller.shareCapitalLei)} lei`,
      seller.iban && `IBAN ${seller.iban}`,
      seller.phone,
      seller.email,
    ].filter(isSaid),
  };
}

function buildPrintedBuyer(buyer: InvoiceBuyer): PrintedParty {
  const numbers =
    buyer.kind === 'firm'
      ? [
          `CUI ${buyer.vatPayer ? 'RO' : ''}${buyer.cui}`,
          ...(buyer.registrationNumber ? [`Nr. reg. com. ${buyer.registrationNumber}`] : []),
        ]
      : [];
  return {
    role: 'Cumpărător',
    name: cutLine(buyerName(buyer), 200),
    lines: [...numbers, ...buildAddressLines(buyer)],
  };
}

function buildAddressLines({
  street,
  city,
  county,
  postalCode,
}: {
  street: string;
  city: string;
  county: County;
  postalCode: string | null;
}): string[] {
  const place =
    county === BUCHAREST
      ? `București, sector ${city.replace(/\D/g, '')}`
      : `${cutLine(city, 50)}, jud. ${COUNTIES[county]}`;
  return [street && cutLine(street, 150), postalCode ? `${place}, cod poștal ${postalCode}` : place].filter(
    isSaid,
  );
}

function buildPrintedColumns({
  item,
  kind,
  netBani,
  vatBani,
  vatPercent,
}: InvoiceSnapshot): readonly PrintedColumn[] {
  const isTaxed = vatPercent !== null;
  const tax = [
    { head: 'Cota TVA', value: `${vatPercent} %` },
    { head: 'TVA', value: plainLei(vatBani) },
  ];
  const without = isTaxed ? ' fără TVA' : '';
  return [
    { head: 'Denumirea serviciului', value: cutLine(item, 100) },
    { head: 'Cantitate', value: kind === 'storno' ? '−1 buc.' : '1 buc.' },
    { head: `Preț unitar${without}`, value: plainLei(Math.abs(netBani)) },
    { head: `Valoare${without}`, value: plainLei(netBani) },
    ...(isTaxed ? tax : []),
  ];
}

function buildVatSums({ netBani, vatBani, vatPercent }: InvoiceSnapshot): readonly Fact[] {
  if (vatPercent === null) return [];
  return [
    ['Baza de impozitare', formatLeiAmount(netBani)],
    [`TVA ${vatPercent} %`, formatLeiAmount(vatBani)],
  ];
}

function buildPrintedNotes(snapshot: InvoiceSnapshot): readonly string[] {
  const { corrects, replaces, reason, seller } = snapshot;
  return [
    corrects && `Stornează factura ${invoiceName(corrects)} din ${formatLongDay(corrects.issuedOn)}.`,
    replaces && `Înlocuiește factura ${invoiceName(replaces)} din ${formatLongDay(replaces.issuedOn)}.`,
    reason && `Motivul: ${cutLine(reason, 300)}.`,
    howPaid(snapshot),
    seller.vatStatus === 'exempt' &&
      'Scutit de TVA: regimul special de scutire pentru întreprinderile mici, art. 310 din Codul fiscal.',
    seller.vatStatus === 'payer-cash' && 'TVA la încasare.',
  ].filter(isSaid);
}

/** True for a line that stands on the document: an item that the seller or the sale does not have is left out. */
function isSaid(line: string | false | null | undefined): line is string {
  return typeof line === 'string' && line !== '';
}

function howPaid({ kind, paidOn, grossBani, remade }: InvoiceSnapshot): string {
  if (remade) {
    // The version before kept the name with a space.
    const name = remade.as?.replace(' ', '');
    return `Nu se restituie bani: vânzarea se facturează din nou${name ? `, cu factura ${name}` : ''}.`;
  }
  const sum = formatLeiAmount(Math.abs(grossBani));
  if (kind === 'storno') return paidOn ? `Restituit: ${sum}.` : `De restituit: ${sum}.`;
  return paidOn ? 'Achitat cu cardul. Rest de plată: 0,00 lei.' : `De plată: ${sum}.`;
}
