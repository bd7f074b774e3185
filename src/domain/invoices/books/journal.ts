import { buyerName } from '#domain/invoices/e-invoice/parties.ts';
import { invoiceName, orderName } from '#domain/invoices/series.ts';
import type { InvoiceBuyer, InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { buildCsv, buildTextCell } from '#domain/language/csv.ts';
import { COUNTIES } from '#domain/payments/counties.ts';

/** A document and its outcome in RO e-Factura, where that is known. Its buyer is null once the years of the books are over. */
export interface JournalEntry {
  readonly snapshot: Omit<InvoiceSnapshot, 'buyer'> & { readonly buyer: InvoiceBuyer | null };
  readonly eInvoice: { readonly state: string; readonly index: string | null } | null;
}

const COLUMNS = [
  'serie',
  'număr',
  'data',
  'tip',
  'client',
  'CUI',
  'județ',
  'bază',
  'cotă',
  'TVA',
  'total',
  'comandă',
  'plata NETOPIA',
  'factura stornată',
  'stare e-Factura',
  'index',
];

/** Returns the journal of sales as CSV, with decimal commas. */
export function journalCsv(entries: readonly JournalEntry[]): string {
  return buildCsv([COLUMNS.map(buildTextCell), ...entries.map(buildJournalCells)]);
}

/** Returns „Jurnal-vanzari-2026-11.csv” for „2026-11”. */
export function journalFileName(month: string): string {
  return `Jurnal-vanzari-${month}.csv`;
}

function buildJournalCells({ snapshot, eInvoice }: JournalEntry): readonly string[] {
  const { buyer, corrects, vatPercent } = snapshot;
  return [
    buildTextCell(snapshot.series),
    String(snapshot.number),
    snapshot.issuedOn,
    snapshot.kind === 'storno' ? 'storno' : 'factură',
    buildTextCell(buyer ? buyerName(buyer) : ''),
    buildTextCell(fiscalCode(buyer)),
    buildTextCell(buyer ? COUNTIES[buyer.county] : ''),
    amountCell(snapshot.netBani),
    vatPercent === null ? 'scutit' : `${vatPercent}%`,
    amountCell(snapshot.vatBani),
    amountCell(snapshot.grossBani),
    buildTextCell(orderName(snapshot)),
    buildTextCell(snapshot.paymentId ?? ''),
    corrects ? buildTextCell(invoiceName(corrects)) : '',
    buildTextCell(eInvoice?.state ?? ''),
    buildTextCell(eInvoice?.index ?? ''),
  ];
}

function fiscalCode(buyer: InvoiceBuyer | null): string {
  return buyer?.kind === 'firm' ? `${buyer.vatPayer ? 'RO' : ''}${buyer.cui}` : '';
}

function amountCell(bani: number): string {
  const digits = String(Math.abs(bani)).padStart(3, '0');
  return `${bani < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}
