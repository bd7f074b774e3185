import { useQuery } from '@tanstack/react-query';
import { readAnaf } from '#contract/admin/admin-anaf.ts';
import { call } from '#web/api/call.ts';

export const ANAF = ['admin-anaf'];

export function useAnaf() {
  return useQuery({
    queryKey: ANAF,
    queryFn: ({ signal }) => call(readAnaf, {}, { signal }),
    staleTime: 0,
  });
}
