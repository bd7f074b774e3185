import { useInfiniteQuery } from '@tanstack/react-query';
import { listOrders } from '#contract/admin/admin-orders.ts';
import { ORDER_LIST_LABELS } from '#domain/language/order-sentences.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { ORDER_LISTS, type OrderList } from '#domain/payments/order-groups.ts';
import { call } from '#web/api/call.ts';
import { ORDERS } from '#web/features/admin/orders/order-keys.ts';
import { OrderRow } from '#web/features/admin/orders/order-row.tsx';
import { PagedList } from '#web/features/admin/shared/paged-list.tsx';
import { SearchForm } from '#web/features/admin/shared/search-form.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';

/** Filter by list (null: all) and by part of the id or of the buyer's address. */
export interface OrderChoice {
  readonly list: OrderList | null;
  readonly search: string;
}

interface OrdersProps {
  readonly choice: OrderChoice;
  readonly onChoose: (choice: OrderChoice) => void;
  /** Link to an order. */
  readonly hrefOf: (orderId: string) => string;
}

/** All users' orders, newest first. */
export function Orders({ choice, onChoose, hrefOf }: OrdersProps) {
  const { list, search } = choice;
  const query = useInfiniteQuery({
    queryKey: [ORDERS, list, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        listOrders,
        {
          query: {
            ...(list ? { list } : {}),
            ...(search ? { search } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  const stornosDue = query.data?.pages[0]?.stornosDue ?? 0;
  const inReview = query.data?.pages[0]?.inReview ?? 0;
  return (
    <section aria-label="Comenzi" className="min-w-0">
      <h2 className="text-2xl">Comenzi</h2>
      {inReview > 0 && list !== 'review' && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-3xl bg-signal-wash px-5 py-3.5">
          <span className="font-semibold">
            {inReview === 1 ? 'O comandă' : formatCount(inReview, NOUNS.order)} așteaptă o decizie
          </span>
          <Button look="quiet" small onClick={() => onChoose({ list: 'review', search: '' })}>
            Vezi
          </Button>
        </p>
      )}
      {stornosDue > 0 && list !== 'storno' && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-3xl bg-signal-wash px-5 py-3.5">
          <span className="font-semibold">
            De stornat: {stornosDue === 1 ? 'o comandă' : formatCount(stornosDue, NOUNS.order)}
          </span>
          <Button look="quiet" small onClick={() => onChoose({ list: 'storno', search: '' })}>
            Vezi ce e de stornat
          </Button>
        </p>
      )}
      <SearchForm
        key={search}
        search={search}
        label="Caută după numărul comenzii, al facturii sau adresa cumpărătorului"
        placeholder="Comandă sau adresă"
        onSearch={(text) => onChoose({ list, search: text })}
      />
      <div className="my-4">
        <Chips
          label="Care comenzi"
          choices={[null, ...ORDER_LISTS]}
          chosen={list}
          words={(one) => (one === null ? 'Toate' : ORDER_LIST_LABELS[one])}
          onChoose={(next) => onChoose({ list: next, search })}
        />
      </div>
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

function NoOrders({ list, search, onChoose }: OrderChoice & Pick<OrdersProps, 'onChoose'>) {
  if (list === null && search === '')
    return (
      <EmptyState title="Nicio comandă încă">
        <p>Prima apare aici când cineva ajunge la plată.</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title="Nicio comandă aici"
      action={
        <Button look="quiet" onClick={() => onChoose({ list: null, search: '' })}>
          Vezi toate comenzile
        </Button>
      }
    >
      <p>
        {search
          ? `Nicio comandă${list ? ` din „${ORDER_LIST_LABELS[list]}”` : ''} nu are „${search}” în număr sau în adresa cumpărătorului.`
          : `În „${ORDER_LIST_LABELS[list ?? 'told']}” nu e nimic.`}
      </p>
    </EmptyState>
  );
}
