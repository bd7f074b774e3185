import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { downloadOrders, listOrders, readOrderTotals } from '#contract/admin/admin-orders.ts';
import type { QueryOf } from '#contract/route.ts';
import { ORDER_LIST_LABELS } from '#domain/language/order-sentences.ts';
import { formatCount, formatNumber, NOUNS } from '#domain/language/plural.ts';
import { ORDER_LISTS, type OrderList } from '#domain/payments/order-groups.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { withQuery } from '#web/api/with-query.ts';
import { ORDERS } from '#web/features/admin/orders/order-keys.ts';
import { OrderRow } from '#web/features/admin/orders/order-row.tsx';
import type { Limits } from '#web/features/admin/shared/limits.ts';
import { FoldedFilters, ListFilter } from '#web/features/admin/shared/list-filter.tsx';
import { ListSummary } from '#web/features/admin/shared/list-summary.tsx';
import { PagedList } from '#web/features/admin/shared/paged-list.tsx';
import { SearchForm } from '#web/features/admin/shared/search-form.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';

const FoundUsers = createLazyPart(
  async () => (await import('#web/features/admin/orders/found-users.tsx')).FoundUsers,
);

/** Filter by list (null: all), by what people quote, by days and sums. */
export interface OrderChoice {
  readonly list: OrderList | null;
  readonly search: string;
  readonly limits: Limits;
}

interface OrdersProps {
  readonly choice: OrderChoice;
  readonly onChoose: (choice: OrderChoice) => void;
  /** Link to an order. */
  readonly hrefOf: (orderId: string) => string;
}

/** Lists whose orders wait for something, with where the server says how many there are. */
const WAITING = [
  { list: 'review', count: 'inReview', say: (orders: string) => `${orders} așteaptă o decizie`, act: 'Vezi' },
  {
    list: 'storno',
    count: 'stornosDue',
    say: (orders: string) => `De stornat: ${orders.toLowerCase()}`,
    act: 'Vezi ce e de stornat',
  },
  {
    list: 'transfer',
    count: 'transfersDue',
    say: (orders: string) => `De transferat, din bunăvoință: ${orders.toLowerCase()}`,
    act: 'Vezi ce e de transferat',
  },
] as const;

/** All users' orders, newest first. */
export function Orders({ choice, onChoose, hrefOf }: OrdersProps) {
  const { list, search, limits } = choice;
  const filter = { ...(list ? { list } : {}), ...(search ? { search } : {}), ...limits };
  const query = useInfiniteQuery({
    queryKey: [ORDERS, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        listOrders,
        {
          query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) } as QueryOf<typeof listOrders>,
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  const [first] = query.data?.pages ?? [];
  return (
    <section aria-label="Comenzi" className="min-w-0">
      <h2 className="text-2xl">Comenzi</h2>
      {WAITING.map(({ list: waiting, count, say, act }) => {
        const orders = first?.[count] ?? 0;
        if (orders === 0 || list === waiting) return null;
        return (
          <p
            key={waiting}
            className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-3xl bg-signal-wash px-5 py-3.5"
          >
            <span className="font-semibold">
              {say(orders === 1 ? 'O comandă' : formatCount(orders, NOUNS.order))}
            </span>
            <Button look="quiet" small onClick={() => onChoose({ list: waiting, search: '', limits: {} })}>
              {act}
            </Button>
          </p>
        );
      })}
      <SearchForm
        search={search}
        label="Caută conturi și comenzi după numărul comenzii, al facturii sau al plății NETOPIA, nume, CUI, adresă, sumă sau zi"
        placeholder="Număr sau nume"
        onSearch={(text) => onChoose({ ...choice, search: text })}
      />
      <FoldedFilters key={search} chosen={[list && ORDER_LIST_LABELS[list]]}>
        <ListFilter
          key={JSON.stringify(limits)}
          limits={limits}
          withSums
          onChange={(next) => onChoose({ ...choice, limits: next })}
        />
        <div className="my-4">
          <Chips
            label="Care comenzi"
            choices={[null, ...ORDER_LISTS]}
            chosen={list}
            words={(one) => (one === null ? 'Toate' : ORDER_LIST_LABELS[one])}
            onChoose={(next) => onChoose({ ...choice, list: next })}
          />
        </div>
      </FoldedFilters>
      {search && (
        <Suspense fallback={null}>
          <FoundUsers search={search} />
        </Suspense>
      )}
      <ListSummary
        totals={<OrderTotals filter={filter} />}
        isCut={first?.isCut ?? false}
        csv={withQuery(downloadOrders.path, new URLSearchParams(filter))}
      />
      <PagedList
        label="Comenzi"
        query={query}
        itemsOf={(page) => page.orders}
        keyOf={(order) => order.id}
        row={(order) => <OrderRow order={order} href={hrefOf(order.id)} />}
        empty={<NoOrders {...choice} onChoose={onChoose} />}
      />
    </section>
  );
}

/** Says how many orders a choice has, and what those that were paid come to. */
function OrderTotals({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const query = useQuery({
    queryKey: [ORDERS, 'totals', filter],
    queryFn: ({ signal }) =>
      call(readOrderTotals, { query: filter as QueryOf<typeof readOrderTotals> }, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  if (!data) return <ReadFailed query={query} what="Totalul nu s-a putut citi." />;
  if (data.orders === 0) return null;
  const all = formatCount(data.orders, NOUNS.order);
  if (data.paid === 0) return `${all}, niciuna plătită`;
  return `${all}, din care plătite ${formatNumber(data.paid)}: ${leiLabel(data.paidLei)}`;
}

function NoOrders({ list, search, limits, onChoose }: OrderChoice & Pick<OrdersProps, 'onChoose'>) {
  const isLimited = Object.keys(limits).length > 0;
  if (list === null && search === '' && !isLimited)
    return (
      <EmptyState title="Nicio comandă încă">
        <p>Prima apare aici când cineva ajunge la plată.</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title="Nicio comandă aici"
      action={
        <Button look="quiet" onClick={() => onChoose({ list: null, search: '', limits: {} })}>
          Vezi toate comenzile
        </Button>
      }
    >
      <p>
        {search
          ? `Nicio comandă${list ? ` din „${ORDER_LIST_LABELS[list]}”` : ''} nu se găsește după „${search}”${isLimited ? ' în perioada și suma alese' : ''}. Numerele se scriu întregi, iar numele de la începutul cuvântului.`
          : list === null
            ? 'Nicio comandă în perioada și suma alese.'
            : `În „${ORDER_LIST_LABELS[list]}” nu e nimic${isLimited ? ' în perioada și suma alese' : ''}.`}
      </p>
    </EmptyState>
  );
}
