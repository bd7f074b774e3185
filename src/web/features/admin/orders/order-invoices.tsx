import { CAUSE_WORDS } from '#domain/invoices/cause-words.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import { VAT_LABELS } from '#domain/invoices/vat.ts';
import { formatDay } from '#domain/language/time.ts';
import { inLei } from '#domain/payments/price.ts';
import {
  Mending,
  type OrderInvoicesProps,
  Restoring,
  StornoDecision,
} from '#web/features/admin/orders/order-invoice-decisions.tsx';
import { SendingLine } from '#web/features/admin/shared/sending-line.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';
import { InvoiceLinks } from '#web/shared/payments/invoice-links.tsx';
import { Pill } from '#web/ui/pill.tsx';

/** The order's invoices and stornos, and what an admin may decide about them. */
export function OrderInvoices(props: OrderInvoicesProps) {
  const { invoices, invoiced, mayDecideStorno, isStornoDue, restoreNow } = props.file;
  const rest = invoiced?.rest ?? 0;
  const { isAdmin } = useViewer();
  if (invoices.length === 0) return null;
  return (
    <section aria-label="Facturi" className="mt-8">
      <h2 className="text-2xl">Facturi</h2>
      <ul className="mt-3">
        {invoices.map((invoice) => (
          <li
            key={invoice.id}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-2.5"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {invoice.kind === 'storno' ? 'Storno' : 'Factură'} {invoiceName(invoice)}
                {invoice.isTrial && <Pill tone="film">FĂRĂ VALOARE FISCALĂ</Pill>}
              </p>
              <p className="text-sm text-ink-soft">
                {formatDay(new Date(`${invoice.issuedOn}T12:00:00Z`))} · {CAUSE_WORDS[invoice.cause]}
              </p>
              <p className="text-sm">
                <InvoiceLinks invoice={invoice} />
              </p>
              <SendingLine document={{ ...invoice, name: invoiceName(invoice) }} />
            </div>
            <p className="ml-auto text-right font-medium whitespace-nowrap">
              {formatSignedLei(invoice.gross)}
              {invoice.vat !== 0 && (
                <span className="block text-sm font-normal text-ink-soft">
                  {VAT_LABELS.net.toLowerCase()} {formatSignedLei(invoice.net)}, {VAT_LABELS.vat}{' '}
                  {formatSignedLei(invoice.vat)}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      {isAdmin && restoreNow && <Restoring {...props} restoreNow={restoreNow} />}
      {isAdmin && (mayDecideStorno || isStornoDue) && (
        <StornoDecision key={`storno ${invoices.length}`} {...props} rest={rest} />
      )}
      {isAdmin && invoiced && (
        <Mending key={invoices.length} {...props} buyer={invoiced.buyer} rest={invoiced.rest} />
      )}
    </section>
  );
}

/** Returns „−49,59 lei”, with a true minus. */
function formatSignedLei(lei: number): string {
  return lei < 0 ? `−${inLei(-lei)}` : inLei(lei);
}
