/** Series of the simulator's and the sandbox's invoices; never the name of a series of real ones. */
export const TRIAL_SERIES = 'PROBA';

/** Returns „FTL0001”: one way of writing it in documents, pages, mails, names of files, e-invoices and books, where no space may stand. */
export function invoiceName({ series, number }: { series: string; number: number }): string {
  return `${series}${String(number).padStart(4, '0')}`;
}

/** Returns the number of a document's order as the document says it: the short one, in older documents the id. */
export function orderName({ orderNumber, orderId }: { orderNumber?: string; orderId: string }): string {
  return orderNumber ?? orderId;
}

/**
 * Why a document was issued: money came; we made a refund; a withdrawal stands though the provider refused; money went back by another way,
 * as an admin decided; wrong data were mended by a storno and a new invoice.
 */
const INVOICE_CAUSES = ['payment', 'refund', 'withdrawal', 'outside', 'mended'] as const;
/** The causes that pages are told: an invoice made again for money that is here again is told apart from mended data. */
export const DOCUMENT_CAUSES = [...INVOICE_CAUSES, 'restored'] as const;
export type DocumentCause = (typeof DOCUMENT_CAUSES)[number];

export type InvoiceCause = (typeof INVOICE_CAUSES)[number];

const MOST_DIGITS = 9;

/**
 * Returns what a person may mean by the name of an invoice, „FTL 0001”, „ftl1”: a series may end in digits of its own. Empty for no such
 * name.
 */
export function readInvoiceName(text: string): { series: string; number: number }[] {
  const name = text.replace(/[\s-]/g, '').toUpperCase();
  const [, series = '', digits = ''] = /^([A-Z0-9]{1,10}?)(\d{1,12})$/.exec(name) ?? [];
  return Array.from(digits, (_, i) => ({
    series: series + digits.slice(0, i),
    number: Number(digits.slice(i)),
  })).filter(({ number }) => number < 10 ** MOST_DIGITS);
}
