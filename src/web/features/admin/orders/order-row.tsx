import { Link } from 'react-router';
import type { ListedOrder } from '#contract/admin/admin-orders.ts';
import { orderStateLabel, REVIEW_LABELS, shortfallWords } from '#domain/language/order-sentences.ts';
import { formatStamp } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { Pill } from '#web/ui/pill.tsx';

export function OrderRow({ order, href }: { order: ListedOrder; href: string }) {
  return (
    <Link
      to={href}
      className="grid gap-x-6 gap-y-1.5 px-5 py-4 hover:bg-sunken sm:grid-cols-[1fr_auto] sm:items-center"
    >
      <span className="min-w-0">
        <span className="block font-semibold break-words">
          {order.name} · {leiLabel(order.price)}
        </span>
        <span className="block text-sm break-words text-ink-soft">
          {order.number} · {order.email} · {formatStamp(new Date(order.createdAt))}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-1.5 sm:justify-end">
        <OrderPills order={order} />
      </span>
    </Link>
  );
}

const TONES: Partial<Record<ListedOrder['state'], 'signal' | 'danger'>> = {
  review: 'signal',
  'charged-back': 'danger',
};

/** Shows the order's state, and the reasons why admins were notified. */
export function OrderPills({ order }: { order: ListedOrder }) {
  const { state, waitsFor, told: reasons, shortfall } = order;
  return (
    <>
      {reasons
        .filter((reason) => reason !== state)
        .map((reason) => (
          <Pill key={reason} tone="danger">
            {REVIEW_LABELS[reason]}
          </Pill>
        ))}
      {shortfall !== null && shortfall > 0 && <Pill tone="danger">{shortfallWords(shortfall)}</Pill>}
      <Pill tone={TONES[state] ?? 'plain'}>{orderStateLabel(state, waitsFor)}</Pill>
    </>
  );
}
