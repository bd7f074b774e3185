import { useInfiniteQuery } from '@tanstack/react-query';
import { listHandIns } from '#contract/admin/admin-hand-ins.ts';
import type { HandInList } from '#domain/invoices/hand-in.ts';
import { call } from '#web/api/call.ts';

export const HAND_INS = 'admin-hand-ins';

/** Reads a list of documents for RO e-Factura, page by page. */
export function useHandIns(list: HandInList) {
  return useInfiniteQuery({
    queryKey: [HAND_INS, list],
    queryFn: ({ pageParam, signal }) =>
      call(listHandIns, { query: { list, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
}
