import type { InvoiceFiles } from '#contract/orders.ts';
import { AppError } from '#domain/errors.ts';
import { documentFileName } from '#domain/invoices/document-words.ts';
import type { App, Db, User } from '#server/app.ts';
import type { SentFile } from '#server/http/files/send-file.ts';
import { findInvoice, type InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { findSendings, type SendingRow } from '#server/payments/store/sending-store.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';
import { noteLook } from '#server/users/admins/right-store.ts';

/** Returns a document's name, which files it has, and whether its original is in RO e-Factura; `sending`: how it was sent there. */
export function toInvoiceFiles(
  { id, kind, series, number, snapshot, pdf_sha256: pdf, xml_sha256: xml }: InvoiceRow,
  sending: SendingRow | undefined,
): InvoiceFiles {
  const isThere = sending?.state === 'accepted' && sending.base === 'live' && snapshot.buyer?.kind === 'firm';
  const originalIndex = isThere ? sending.upload_index : null;
  return { id, kind, series, number, hasPdf: pdf !== null, hasXml: xml !== null, originalIndex };
}

/** Returns the documents of orders as their buyers see them, oldest first. Firms alone are offered the e-invoice. */
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
  const sendings = await findSendings(
    db,
    rows.map(({ id }) => id),
  );
  const found = new Map<string, InvoiceFiles[]>();
  for (const row of rows) {
    const files = toInvoiceFiles(row, sendings.get(row.id));
    const hasXml = files.hasXml && row.snapshot.buyer?.kind === 'firm';
    found.set(row.order_id, [...(found.get(row.order_id) ?? []), { ...files, hasXml }]);
  }
  return found;
}

/**
 * Returns a document's file for its buyer, an admin or a holder of a narrow right, whose look is written down. Throws
 * payments/invoice-not-found for other people and before the file is made.
 */
export async function findInvoiceFile(
  app: App,
  user: User,
  { invoiceId, kind }: { invoiceId: string; kind: 'pdf' | 'xml' },
): Promise<SentFile> {
  const row = await findInvoice(app.db, invoiceId);
  const isOwn = row?.user_id === user.id || (user.role === 'admin' && !user.lacksFactor);
  const isByRight = !isOwn && !user.lacksFactor && (user.rights ?? []).length > 0;
  const isMade = (kind === 'pdf' ? row?.pdf_sha256 : row?.xml_sha256) != null;
  if (!row || !(isOwn || isByRight) || !isMade) throw new AppError('payments/invoice-not-found');
  if (isByRight)
    await noteLook(app, { userId: user.id, route: 'GET /api/invoices', about: `${invoiceId} ${kind}` });
  return {
    key: invoiceKey(invoiceId, kind),
    mediaType: kind === 'pdf' ? 'application/pdf' : 'application/xml; charset=utf-8',
    downloadAs: documentFileName(row, kind),
  };
}
