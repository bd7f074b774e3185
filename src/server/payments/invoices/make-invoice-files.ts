import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { buildEInvoice } from '#domain/invoices/e-invoice/build.ts';
import { checkEInvoice } from '#domain/invoices/e-invoice/check/check.ts';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import type { App } from '#server/app.ts';
import { tellOfMissingFiles } from '#server/payments/invoices/missing-files-mail.ts';
import { NOTIFY_BUYERS } from '#server/payments/mails/notify-buyers.ts';
import {
  type InvoiceRow,
  invoicesWithoutFiles,
  keepFileHash,
  stillWithoutFiles,
} from '#server/payments/store/invoice-store.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';

/** Sent with each document that is issued, and without one by the clock. */
export const MAKE_INVOICE_FILES = {
  name: 'make-invoice-files',
  payload: z.object({ invoiceId: z.string().min(1).optional() }),
} as const;

/**
 * Job, as soon as a document is issued, and every minute for those that lack a file still: PDF and e-invoice out of its snapshot, kept with their hashes.
 * One that cannot be made holds up no other, and nothing that was bought waits for it: the admins are told. Throws in the end where that was so, so
 * that the job fails. Two at once make the same bytes.
 */
export async function makeInvoiceFiles(app: App, { invoiceId }: { invoiceId?: string } = {}): Promise<void> {
  const rows = await (invoiceId
    ? stillWithoutFiles(app.db, [invoiceId])
    : invoicesWithoutFiles(app.db, app.now()));
  const failed: InvoiceRow[] = [];
  for (const row of rows)
    await makeDocumentFiles(app, row).catch((error: unknown) => {
      app.log.error({ error, invoiceId: row.id }, 'the files of an invoice were not made');
      failed.push(row);
    });
  // Receipts wait for the file that they bring.
  if (failed.length < rows.length) await app.change(({ tx }) => app.queue.send(tx, NOTIFY_BUYERS, {}));
  if (failed.length === 0) return;
  await tellOfMissingFiles(app, failed);
  throw new Error(`the files of ${failed.map(({ id }) => id).join(', ')} were not made`);
}

async function makeDocumentFiles(app: App, row: InvoiceRow): Promise<void> {
  const snapshot = wholeSnapshot(row);
  if (!snapshot) return;
  if (row.pdf_sha256 === null) {
    const bytes = await app.documents.invoicePdf(snapshot);
    await storeInvoiceFile(app, row, { kind: 'pdf', bytes });
  }
  // Without a seller's record, which a trial needs not have, there is nothing to hand in.
  if (row.xml_sha256 !== null || snapshot.seller.cui === '') return;
  const xml = buildEInvoice(snapshot);
  const broken = checkEInvoice(xml);
  if (broken.length > 0) throw new Error(`its e-invoice breaks ${broken.join(', ')}`);
  await storeInvoiceFile(app, row, { kind: 'xml', bytes: Buffer.from(xml) });
}

/** Null once the buyer was forgotten. */
function wholeSnapshot({ snapshot }: InvoiceRow): InvoiceSnapshot | null {
  const { buyer } = snapshot;
  return buyer === null ? null : { ...snapshot, buyer };
}

async function storeInvoiceFile(
  app: App,
  { id }: InvoiceRow,
  { kind, bytes }: { kind: 'pdf' | 'xml'; bytes: Uint8Array },
): Promise<void> {
  const path = app.files.temporaryPath();
  await writeFile(path, bytes, { flush: true });
  await app.files.keep(path, invoiceKey(id, kind));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await app.change(({ tx }) => keepFileHash(tx, id, { kind, sha256 }));
}
