import { downloadInvoice, type InvoiceFiles } from '#contract/orders.ts';
import { fillPath } from '#contract/route.ts';
import { invoiceName } from '#domain/invoices/series.ts';

/** Shows „Factura FTL0001 · XML”; before its files are made, that they will be. */
export function InvoiceLinks({ invoice }: { invoice: InvoiceFiles }) {
  const name = `${invoice.kind === 'storno' ? 'Storno' : 'Factura'} ${invoiceName(invoice)}`;
  const link = (kind: 'pdf' | 'xml') => (
    <a
      href={fillPath(downloadInvoice.path, { invoiceId: invoice.id, kind })}
      download
      aria-label={`${name}, ${kind.toUpperCase()}`}
      className="inline-flex min-h-8 items-center font-medium underline underline-offset-2"
    >
      {kind === 'pdf' ? name : 'XML'}
    </a>
  );
  if (!invoice.hasPdf)
    return <span className="inline-flex min-h-8 items-center text-ink-soft">{name} se pregătește</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      {link('pdf')}
      {invoice.hasXml && link('xml')}
      {invoice.originalIndex !== null && (
        <span className="text-ink-soft">
          Originalul este cel din RO e-Factura, index {invoice.originalIndex}
        </span>
      )}
    </span>
  );
}
