import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listCreditPurchases } from '#contract/orders.ts';
import { call } from '#web/api/call.ts';
import { InvoiceLinks } from '#web/shared/payments/invoice-links.tsx';

/** Interval of asking: an invoice's file is made within a minute of the payment. */
const ASK_AGAIN_MS = 5000;

/** Shows the invoice of a paid order once its file is made; until then where it will be. */
export function OrderInvoice({ orderId }: { readonly orderId: string }) {
  const { data: invoices = [] } = useQuery({
    queryKey: ['order-invoices', orderId],
    queryFn: async ({ signal }) => {
      const { purchases } = await call(listCreditPurchases, { query: {} }, { signal });
      return purchases.find((purchase) => purchase.orderId === orderId)?.invoices ?? [];
    },
    staleTime: 0,
    refetchInterval: ({ state }) => !state.data?.some(({ hasPdf }) => hasPdf) && ASK_AGAIN_MS,
  });
  const made = invoices.filter(({ hasPdf }) => hasPdf);
  if (made.length === 0)
    return (
      <p className="text-ink-soft">
        Factura sosește pe email și rămâne în{' '}
        <Link to="/settings#purchases" className="link">
          Setări › Cumpărări
        </Link>
        .
      </p>
    );
  return (
    <p className="flex flex-wrap gap-x-4">
      {made.map((invoice) => (
        <InvoiceLinks key={invoice.id} invoice={invoice} />
      ))}
    </p>
  );
}
