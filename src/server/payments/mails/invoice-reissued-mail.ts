import { invoiceName, orderName } from '#domain/invoices/series.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { attachedWords, documentFiles } from '#server/payments/mails/receipt-files.ts';
import { findInvoice, listOrderInvoices } from '#server/payments/store/invoice-store.ts';

/** Brings the storno and the new invoice, with the reason. No money moves by it. */
export const invoiceReissuedMail: Compose = async (app, { data }) => {
  const invoice = await findInvoice(app.db, String(data.invoiceId));
  if (!invoice) return null;
  const documents = await listOrderInvoices(app.db, invoice.order_id);
  const before = documents.find(({ id }) => id === invoice.replaces);
  // An invoice may have several stornos; the last one came with the new invoice.
  const storno = documents.findLast(
    ({ corrects, cause }) => corrects === invoice.replaces && cause === 'mended',
  );
  if (!before) return null;
  const attachments = await documentFiles(app, [...(storno ? [storno] : []), invoice]);
  const why = invoice.is_restored
    ? 'Banii plății tale sunt din nou la noi, așa că vânzarea se facturează din nou.'
    : 'Am îndreptat datele de pe factura ta.';
  const mail = renderEmail({
    subject: `Factura corectată pentru comanda ta: ${invoiceName(invoice)}`,
    before: [
      why,
      `Factura ${invoiceName(invoice)} înlocuiește factura ${invoiceName(before)}${storno ? `, stornată cu ${invoiceName(storno)}` : ''}. Nu ai nimic de plătit și nu se întorc bani.`,
      `Comanda: ${orderName(invoice.snapshot)}.${attachedWords(attachments)}`,
    ],
    action: { label: 'Vezi cumpărările', url: `${app.publicUrl()}/settings#purchases` },
    after: [
      'Dacă ești firmă, trimite contabilului documentele de aici: cele de dinainte nu mai sunt bune.',
      sellerLine(app),
    ],
  });
  return { ...mail, attachments };
};
