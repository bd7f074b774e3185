import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listOpenOrders } from '#contract/orders.ts';
import { mayGoOn } from '#domain/payments/open-order.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { GiveUpPayment } from '#web/shared/payments/give-up-payment.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';

/** The newest payment that its owner has begun and may go on with or give up; renders nothing without one. */
export function UnfinishedPayment() {
  const query = useQuery({
    queryKey: keys.openOrders,
    queryFn: ({ signal }) => call(listOpenOrders, {}, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  if (!data)
    return (
      <div className="mb-6 empty:hidden">
        <ReadFailed query={query} what="Plățile neterminate nu s-au putut citi." />
      </div>
    );
  const [order, ...more] = data.orders.filter(({ state, waitsFor }) => mayGoOn(state, waitsFor));
  if (!order) return null;
  return (
    <section
      aria-label="Plată neterminată"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-3xl bg-signal-wash px-5 py-4"
    >
      <p className="min-w-0">
        Ai o plată neterminată: <span className="font-semibold">{order.name}</span>, {leiLabel(order.price)}.
        {more.length > 0 && (
          <>
            {' '}
            <Link to="/settings#purchases" className="link">
              Vezi toate
            </Link>
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {order.paymentUrl ? (
          <a href={order.paymentUrl} className={buttonClass({ small: true })}>
            Plătește
          </a>
        ) : (
          <Link to={`/payments/netopia/return?orderId=${order.id}`} className={buttonClass({ small: true })}>
            Vezi comanda
          </Link>
        )}
        <GiveUpPayment orderId={order.id} name={order.name} words="Renunță" />
      </div>
    </section>
  );
}
