import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listBatches } from '#contract/batches.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import type { Filters } from '#web/features/gallery/gallery-address.ts';

/** Own lots, page after page. */
export function useLots({ q, group }: Pick<Filters, 'q' | 'group'>) {
  const query = useInfiniteQuery({
    queryKey: keys.lots({ q, group }),
    queryFn: ({ pageParam, signal }) =>
      call(listBatches, { query: { q, group, ...(pageParam ? { before: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  const lots = useMemo(() => (pages ?? []).flatMap(({ batches }) => batches), [pages]);
  return { query, lots };
}
