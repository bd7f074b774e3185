import type { InvoiceFiles } from '#contract/orders.ts';
import { AppError } from '#domain/errors.ts';
import { documentFileName } from '#domain/invoices/document-words.ts';
import type { App, Db, User } from '#server/app.ts';
import type { SentFile } from '#server/http/files/send-file.ts';
import { findInvoice, type InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';

/** What a page needs to name a document and to offer its files. */
export function toInvoiceFiles({
  id,
  kind,
  series,
  number,
  pdf_sha256: pdf,
  xml_sha256: xml,
}: InvoiceRow): InvoiceFiles {
  return { id, kind, series, number, hasPdf: pdf !== null, hasXml: xml !== null };
}

/** Documents of these orders as their buyers see them, oldest first: an e-invoice is of use to firms alone. */
export async function findInvoiceFilesByOrder(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, InvoiceFiles[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('number')
    .execute();
  const found = new Map<string, InvoiceFiles[]>();
  for (const row of rows) {
    const files = toInvoiceFiles(row);
    const hasXml = files.hasXml && row.snapshot.buyer?.kind === 'firm';
    found.set(row.order_id, [...(found.get(row.order_id) ?? []), { ...files, hasXml }]);
  }
  return found;
}

/** A file of a document for its buyer or an admin. Refuses payments/invoice-not-found: of others, and before it is made. */
export async function findInvoiceFile(
  app: App,
  user: User,
  { invoiceId, kind }: { invoiceId: string; kind: 'pdf' | 'xml' },
): Promise<SentFile> {
  const row = await findInvoice(app.db, invoiceId);
  const isReaders = row?.user_id === user.id || user.role === 'admin';
  const isMade = (kind === 'pdf' ? row?.pdf_sha256 : row?.xml_sha256) != null;
  if (!row || !isReaders || !isMade) throw new AppError('payments/invoice-not-found');
  return {
    key: invoiceKey(invoiceId, kind),
    mediaType: kind === 'pdf' ? 'application/pdf' : 'application/xml; charset=utf-8',
    downloadAs: documentFileName(row, kind),
  };
}
