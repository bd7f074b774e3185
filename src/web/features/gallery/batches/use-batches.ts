import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listBatches } from '#contract/batches.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import type { Filters } from '#web/features/gallery/gallery-url.ts';

/** Reads own batches, page after page. */
export function useBatches({ q, group }: Pick<Filters, 'q' | 'group'>) {
  const query = useInfiniteQuery({
    queryKey: keys.batchList({ q, group }),
    queryFn: ({ pageParam, signal }) =>
      call(listBatches, { query: { q, group, ...(pageParam ? { before: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  const batches = useMemo(() => (pages ?? []).flatMap(({ batches }) => batches), [pages]);
  return { query, batches };
}
