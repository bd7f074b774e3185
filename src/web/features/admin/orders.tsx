import { useInfiniteQuery } from '@tanstack/react-query';
import { listOrders } from '#contract/admin-orders.ts';
import { ORDER_LIST_LABELS } from '#domain/language/order-sentences.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { ORDER_LISTS, type OrderList } from '#domain/payments/order-groups.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { ORDERS } from '#web/features/admin/order-keys.ts';
import { OrderRow } from '#web/features/admin/order-row.tsx';
import { SearchForm } from '#web/features/admin/search-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Which orders: of a list (null: all), found by part of the id or of the buyer's address. */
export interface OrderChoice {
  readonly list: OrderList | null;
  readonly search: string;
}

interface OrdersProps {
  readonly choice: OrderChoice;
  readonly onChoose: (choice: OrderChoice) => void;
  /** Where an order is shown. */
  readonly hrefOf: (orderId: string) => string;
}

/** Everybody's orders, newest first. */
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
  const orders = query.data?.pages.flatMap((page) => page.orders) ?? [];
  const inReview = query.data?.pages[0]?.inReview ?? 0;
  return (
    <section aria-label="Comenzi" className="min-w-0">
      <h2 className="text-2xl">Comenzi</h2>
      {inReview > 0 && list !== 'review' && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-3xl bg-signal-wash px-5 py-3.5">
          <span className="font-semibold">
            {inReview === 1 ? 'O comandă' : count(inReview, NOUNS.order)} așteaptă o decizie
          </span>
          <Button look="quiet" small onClick={() => onChoose({ list: 'review', search: '' })}>
            Vezi
          </Button>
        </p>
      )}
      <SearchForm
        key={search}
        search={search}
        label="Caută după numărul comenzii sau adresa cumpărătorului"
        placeholder="Comandă sau adresă"
        onSearch={(text) => onChoose({ list, search: text })}
      />
      <ListChoice list={list} onChoose={(next) => onChoose({ list: next, search })} />
      <div className="mt-4" aria-busy={query.isFetching}>
        {query.isPending && (
          <>
            <LoadingNote>Se încarcă comenzile…</LoadingNote>
            <Skeleton className="h-64 rounded-3xl" />
          </>
        )}
        {query.error && (
          <div role="alert" className="flex flex-wrap items-center gap-4 rounded-3xl bg-danger-wash p-5">
            <p className="font-medium text-danger">{errorMessage(query.error)}</p>
            <Button look="quiet" small onClick={() => void query.refetch()}>
              Încearcă din nou
            </Button>
          </div>
        )}
        {query.data && orders.length === 0 && <NoOrders {...choice} onChoose={onChoose} />}
        {orders.length > 0 && (
          <ul aria-label="Comenzi" className="divide-y divide-line rounded-3xl border border-line bg-card">
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} href={hrefOf(order.id)} />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <div className="mt-5">
            <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Arată mai multe
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

interface ListChoiceProps {
  readonly list: OrderList | null;
  readonly onChoose: (list: OrderList | null) => void;
}

function ListChoice({ list, onChoose }: ListChoiceProps) {
  return (
    <fieldset className="mt-4 flex flex-wrap gap-1">
      <legend className="sr-only">Care comenzi</legend>
      {[null, ...ORDER_LISTS].map((choice) => (
        <button
          key={choice ?? 'all'}
          type="button"
          className="chip"
          aria-pressed={choice === list}
          onClick={() => onChoose(choice)}
        >
          {choice === null ? 'Toate' : ORDER_LIST_LABELS[choice]}
        </button>
      ))}
    </fieldset>
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
