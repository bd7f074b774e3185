import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';

/** Makes the files of invoices. */
export interface Documents {
  /** Returns a PDF of A4 pages, the same bytes for the same snapshot. Blocks the process for some 100 ms. */
  invoicePdf(snapshot: InvoiceSnapshot): Promise<Uint8Array>;
}
