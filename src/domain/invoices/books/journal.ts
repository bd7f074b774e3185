import { buyerName } from '#domain/invoices/e-invoice/parties.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import type { InvoiceBuyer, InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { COUNTIES } from '#domain/payments/counties.ts';

/** A document and what became of it in RO e-Factura, where that is known. Its buyer is null once the years of the books are over. */
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
/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\ufeff';

/** The journal of sales as CSV: UTF-8 with its mark, semicolons, decimal commas, as spreadsheets in Romania read it. */
export function journalCsv(entries: readonly JournalEntry[]): string {
  const rows = [COLUMNS.map(textCell), ...entries.map(cellsOf)];
  return `${BYTE_ORDER_MARK}${rows.map((cells) => `${cells.join(';')}\r\n`).join('')}`;
}

/** „Jurnal-vanzari-2026-11.csv” for „2026-11”. */
export function journalFileName(month: string): string {
  return `Jurnal-vanzari-${month}.csv`;
}

function cellsOf({ snapshot, eInvoice }: JournalEntry): readonly string[] {
  const { buyer, corrects, vatPercent } = snapshot;
  return [
    textCell(snapshot.series),
    String(snapshot.number),
    snapshot.issuedOn,
    snapshot.kind === 'storno' ? 'storno' : 'factură',
    textCell(buyer ? buyerName(buyer) : ''),
    textCell(fiscalCode(buyer)),
    textCell(buyer ? COUNTIES[buyer.county] : ''),
    amountCell(snapshot.netBani),
    vatPercent === null ? 'scutit' : `${vatPercent}%`,
    amountCell(snapshot.vatBani),
    amountCell(snapshot.grossBani),
    textCell(snapshot.orderId),
    textCell(snapshot.paymentId ?? ''),
    corrects ? textCell(invoiceName(corrects)) : '',
    textCell(eInvoice?.state ?? ''),
    textCell(eInvoice?.index ?? ''),
  ];
}

function fiscalCode(buyer: InvoiceBuyer | null): string {
  return buyer?.kind === 'firm' ? `${buyer.vatPayer ? 'RO' : ''}${buyer.cui}` : '';
}

function amountCell(bani: number): string {
  const digits = String(Math.abs(bani)).padStart(3, '0');
  return `${bani < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** A text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe before it. */
function textCell(text: string): string {
  const line = tidyLine(text);
  const harmless = /^[=+\-@|%＝＋－＠]/.test(line) ? `'${line}` : line;
  return /[";,]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
