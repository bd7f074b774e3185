import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listOpenOrders, type Order } from '#contract/orders.ts';
import { formatStamp } from '#domain/language/time.ts';
import { isCheckedForFraud, mayGoOn } from '#domain/payments/open-order.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { GiveUpPayment } from '#web/shared/payments/give-up-payment.tsx';

const READ_AGAIN_MS = 10_000;

/** Lists own orders that are not paid yet, above the purchases; renders nothing without any. */
export function OpenOrders() {
  const query = useQuery({
    queryKey: keys.openOrders,
    queryFn: ({ signal }) => call(listOpenOrders, {}, { signal }),
    staleTime: 0,
    // No live word tells that another order was begun or decided.
    refetchInterval: ({ state }) => (state.data?.orders.length ?? 0) > 0 && READ_AGAIN_MS,
  });
  const { data } = query;
  if (!data)
    return (
      <div className="mb-6 empty:hidden">
        <ReadFailed query={query} what="Comenzile neîncheiate nu s-au putut citi." />
      </div>
    );
  if (data.orders.length === 0) return null;
  return (
    <ul aria-label="Comenzi neîncheiate" className="mb-6 rounded-2xl border border-line bg-card px-4">
      {data.orders.map((order) => (
        <li key={order.id} className="border-line py-3 not-first:border-t">
          <div className="flex justify-between gap-4">
            <div className="min-w-0">
              <p className="font-medium">{order.name}</p>
              <p className="text-sm text-ink-soft">
                {stateWords(order)} · {formatStamp(new Date(order.createdAt))} · {order.number}
              </p>
            </div>
            <p className="shrink-0 font-semibold whitespace-nowrap">{leiLabel(order.price)}</p>
          </div>
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
            <Link
              to={`/payments/netopia/return?orderId=${order.id}`}
              aria-label={`Vezi comanda: ${order.name}`}
              className="link inline-flex min-h-8 items-center"
            >
              Vezi comanda
            </Link>
            {mayGoOn(order.state, order.waitsFor) && <GiveUpPayment orderId={order.id} name={order.name} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function stateWords({ state, waitsFor }: Order): string {
  if (state === 'review') return 'Plata este verificată de un om de la noi';
  if (isCheckedForFraud(state, waitsFor)) return 'Plata este verificată de NETOPIA';
  return state === 'declined' ? 'Cardul a fost refuzat' : 'Neplătită încă';
}
