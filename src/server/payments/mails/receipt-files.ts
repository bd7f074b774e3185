import { documentFileName } from '#domain/invoices/document-words.ts';
import { versionDay } from '#domain/payments/consents.ts';
import type { StoredConsents } from '#server/adapters/database/stored-json.ts';
import type { MailAttachment } from '#server/adapters/mail/port.ts';
import type { App } from '#server/app.ts';
import { findText, findTextBySha256, TERMS_KIND } from '#server/payments/checkout/legal-text-store.ts';
import { type InvoiceRow, listOrderInvoices } from '#server/payments/store/invoice-store.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';

/** Returns a receipt's attachments: the invoice, the terms that were agreed to, and the withdrawal form that they hold. */
export async function receiptFiles(
  app: App,
  orderId: string,
  consents: StoredConsents | null,
): Promise<MailAttachment[]> {
  return [...(await invoiceFile(app, orderId)), ...(consents ? await termsFile(app, consents) : [])];
}

/** Returns a refund's storno; empty until its file is made. */
export async function stornoFile(
  app: App,
  { id, order_id }: { id: string; order_id: string },
): Promise<MailAttachment[]> {
  const documents = await listOrderInvoices(app.db, order_id);
  return readPdfAttachment(
    app,
    documents.findLast(({ refund_id, cause }) => refund_id === id || cause === 'withdrawal'),
  );
}

/** Returns „ Alăturat: Factura-FTL0001.pdf.”, to follow a sentence; empty without attachments. */
export function attachedWords(attachments: readonly MailAttachment[]): string {
  return attachments.length > 0 ? ` Alăturat: ${attachments.map(({ name }) => name).join(', ')}.` : '';
}

/** Returns the documents' PDFs that are made. */
export async function documentFiles(app: App, documents: readonly InvoiceRow[]): Promise<MailAttachment[]> {
  return (await Promise.all(documents.map((document) => readPdfAttachment(app, document)))).flat();
}

async function invoiceFile(app: App, orderId: string): Promise<MailAttachment[]> {
  return readPdfAttachment(
    app,
    (await listOrderInvoices(app.db, orderId)).findLast(({ kind }) => kind === 'invoice'),
  );
}

async function readPdfAttachment(app: App, document: InvoiceRow | undefined): Promise<MailAttachment[]> {
  if (!document?.pdf_sha256) return [];
  const bytes = await app.files.readWhole(invoiceKey(document.id, 'pdf'));
  return bytes ? [{ name: documentFileName(document, 'pdf'), type: 'application/pdf', bytes }] : [];
}

async function termsFile(app: App, { version, termsSha256 }: StoredConsents): Promise<MailAttachment[]> {
  const kept = termsSha256
    ? await findTextBySha256(app.db, termsSha256)
    : await findText(app.db, { kind: TERMS_KIND, version });
  if (!kept) return [];
  const page = attachedPage(app.publicUrl());
  const [form] = /<blockquote>[\s\S]*?<\/blockquote>/.exec(kept.html) ?? [];
  return [
    page(`Termeni și condiții ${versionDay(version)}`, kept.html),
    ...(form === undefined ? [] : [page('Formular de retragere', `<h1>Formular de retragere</h1>${form}`)]),
  ];
}

/** Wraps a document that is read from a saved file: its links lead back here, and it is as wide as a phone. */
const attachedPage =
  (publicUrl: string) =>
  (name: string, body: string): MailAttachment => {
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><base href="${publicUrl}/"><title>${name}, Fotolot</title><style>${STYLE}</style>`;
    const html = `<!doctype html><html lang="ro"><head>${head}</head><body>${body}</body></html>`;
    return { name: `${name}.html`, type: 'text/html; charset=utf-8', bytes: Buffer.from(html) };
  };

const STYLE =
  'body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 sans-serif;overflow-wrap:anywhere}';
