import { invoiceName } from '#domain/invoices/series.ts';
import type { InvoiceSeller } from '#domain/invoices/snapshot.ts';

/**
 * Returns the written decision about series and first number that the accounting rules (order 2634/2015, annex 1, point 24) want from a
 * firm each year. It is to be printed, filled in and signed; a line for each paragraph.
 */
export function numberingDecision({
  seller,
  year,
  series,
  first,
}: {
  readonly seller: Pick<InvoiceSeller, 'name' | 'cui' | 'tradeRegister'>;
  readonly year: number;
  readonly series: string;
  /** The first number of the year: the one after the last number of the year before, or the first of a new series. */
  readonly first: number;
}): string {
  return [
    seller.name,
    [`CUI ${seller.cui}`, seller.tradeRegister && `nr. reg. com. ${seller.tradeRegister}`]
      .filter(Boolean)
      .join(', '),
    '',
    'DECIZIA nr. ____ din ____________',
    `privind numerotarea facturilor emise în anul ${year}`,
    '',
    `Subsemnatul/Subsemnata ______________________________, administrator al ${seller.name}, având în vedere art. 319 alin. (20) lit. a) din Legea nr. 227/2015 privind Codul fiscal și pct. 24 din anexa nr. 1 la Ordinul ministrului finanțelor publice nr. 2634/2015,`,
    '',
    'DECID:',
    '',
    `Art. 1. În anul ${year}, facturile și facturile de stornare se emit în seria ${series}, în ordine, fără goluri și fără repetări, începând cu ${invoiceName({ series, number: first })}.`,
    'Art. 2. Numerele sunt alocate automat de programul de facturare, câte unul pentru fiecare document, în ordinea emiterii. Un document emis nu se modifică și nu se șterge; se îndreaptă prin stornare și emiterea altuia.',
    'Art. 3. De alocarea și gestionarea numerelor răspunde ______________________________.',
    'Art. 4. Prezenta decizie se păstrează împreună cu documentele contabile ale anului.',
    '',
    'Administrator,',
    '______________________________',
    '',
  ].join('\n');
}
