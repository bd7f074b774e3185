import { useInfiniteQuery } from '@tanstack/react-query';
import { listCreditPurchases } from '#contract/orders.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { formatStamp } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/keys.ts';
import { HistoryList } from '#web/features/settings/history-list.tsx';

/** Paid orders, newest first. */
export function Purchases() {
  const query = useInfiniteQuery({
    queryKey: keys.purchases,
    queryFn: ({ pageParam, signal }) =>
      call(listCreditPurchases, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return (
    <HistoryList
      query={query}
      rows={(query.data?.pages ?? [])
        .flatMap(({ purchases }) => purchases)
        .map(({ id, name, credits, price, createdAt }) => ({
          id,
          what: name,
          about: count(credits, NOUNS.credit),
          when: formatStamp(new Date(createdAt)),
          figure: leiLabel(price),
          after: null,
        }))}
      none="Nu ai cumpărat nimic încă."
    />
  );
}
