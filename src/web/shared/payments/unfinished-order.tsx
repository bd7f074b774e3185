import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { GiveUpPayment } from '#web/shared/payments/give-up-payment.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';

interface UnfinishedOrderProps {
  readonly order: Order;
  /** True where there are older ones beside it. */
  readonly hasMore: boolean;
}

/** A payment that was begun, with the ways on. */
export function UnfinishedOrder({ order, hasMore }: UnfinishedOrderProps) {
  return (
    <section
      aria-label="Plată neterminată"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-3xl bg-signal-wash px-5 py-4"
    >
      <p className="min-w-0">
        Ai o plată neterminată: <span className="font-semibold">{order.name}</span>, {leiLabel(order.price)}.
        {hasMore && (
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
