import { invoiceName } from './series.ts';
import type { InvoiceSnapshot } from './snapshot.ts';

/** Returns „Factura-FTL0001.pdf”, „Storno-FTL0002.xml”. */
export function documentFileName(
  document: Pick<InvoiceSnapshot, 'kind' | 'series' | 'number'>,
  extension: 'pdf' | 'xml',
): string {
  return `${document.kind === 'storno' ? 'Storno' : 'Factura'}-${invoiceName(document)}.${extension}`;
}
