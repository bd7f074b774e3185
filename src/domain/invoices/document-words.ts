import type { InvoiceSnapshot } from './snapshot.ts';

/** „FTL0001”: a document's number where no space may stand, in e-invoices and names of files. */
export function documentCode({ series, number }: { series: string; number: number }): string {
  return `${series}${String(number).padStart(4, '0')}`;
}

/** „Factura-FTL0001.pdf”, „Storno-FTL0002.xml”. */
export function documentFileName(
  document: Pick<InvoiceSnapshot, 'kind' | 'series' | 'number'>,
  extension: 'pdf' | 'xml',
): string {
  return `${document.kind === 'storno' ? 'Storno' : 'Factura'}-${documentCode(document)}.${extension}`;
}
