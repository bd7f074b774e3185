import { Link } from 'react-router';
import type { OrderFile } from '#contract/admin/admin-orders.ts';
import { VAT_PAYER_LABEL } from '#domain/invoices/vat.ts';
import { BILLING_LABELS } from '#domain/language/billing-sentences.ts';
import { formatDay, formatMoment } from '#domain/language/time.ts';
import { BILLING_FIELDS } from '#domain/payments/billing.ts';
import { COUNTIES, type County } from '#domain/payments/counties.ts';
import { Fact, Facts } from '#web/features/admin/shared/fact.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';

/** The buyer, with the checkout form as it was agreed to. */
export function OrderBuyer({ file: { order, checkout } }: { file: OrderFile }) {
  const viewer = useViewer();
  return (
    <Facts title="Cumpărătorul">
      <Fact name="Cont">
        <Link to={viewer.userPath(order.userId)} className="link inline-flex min-h-6 items-center break-all">
          {order.email}
        </Link>
      </Fact>
      {checkout === null ? (
        <Fact name="Fișa comenzii">nu are: comanda a fost adusă</Fact>
      ) : (
        <>
          <Fact name="Cumpără ca">{kindWords(checkout.billing.kind)}</Fact>
          {BILLING_FIELDS.map((field) => {
            const value = checkout.billing[field];
            return value ? (
              <Fact key={field} name={BILLING_LABELS[field]}>
                {field === 'county' ? (COUNTIES[value as County] ?? value) : value}
              </Fact>
            ) : null;
          })}
          {checkout.vatPayer !== null && (
            <Fact name={VAT_PAYER_LABEL}>{checkout.vatPayer ? 'da' : 'nu'}</Fact>
          )}
          <Fact name={`Acorduri, ${formatMoment(new Date(checkout.consents.at))}`}>
            <ul className="flex flex-col gap-1.5">
              {checkout.consents.given.map((consent) => (
                <li key={consent}>{checkout.consents.words[consent] ?? consent}</li>
              ))}
            </ul>
            <p className="mt-1.5 text-sm text-ink-soft">
              Textele din {formatDay(new Date(checkout.consents.version))}
              {checkout.consents.termsPath && (
                <>
                  {': '}
                  <a href={checkout.consents.termsPath} className="link">
                    termenii de atunci
                  </a>
                </>
              )}
              {checkout.consents.address && `, de la adresa ${checkout.consents.address}`}
            </p>
          </Fact>
        </>
      )}
    </Facts>
  );
}

/**
 * Returns the kind of buyer. Billing details are not kept once the law no longer asks for them, or for a deleted account that never paid.
 */
function kindWords(kind: string | null | undefined): string {
  if (!kind) return 'datele de facturare nu se mai păstrează';
  return kind === 'firm' ? 'firmă' : 'persoană fizică';
}
