import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { listOpenOrders } from '#contract/orders.ts';
import { mayGoOn } from '#domain/payments/open-order.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';

const UnfinishedOrder = createLazyPart(
  async () => (await import('#web/shared/payments/unfinished-order.tsx')).UnfinishedOrder,
);

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
    <Suspense fallback={null}>
      <UnfinishedOrder order={order} hasMore={more.length > 0} />
    </Suspense>
  );
}
