import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';

/** Makes files of what was sold. */
export interface Documents {
  /** A PDF of A4 pages; the same bytes for the same snapshot. Takes some 100 ms of the processor, in which nothing else is done. */
  invoicePdf(snapshot: InvoiceSnapshot): Promise<Uint8Array>;
}
