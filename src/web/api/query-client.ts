import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { showToast } from '#web/ui/toast.ts';

const DAY = 86_400_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** `silent`: the page shows this mutation's errors itself. */
    mutationMeta: { silent?: boolean };
  }
}

function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2) return false;
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/** gcTime is a day and more: the kept pages have no observers while they are hidden. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { gcTime: 2 * DAY, staleTime: 60_000, retry: worthRetrying, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.silent !== true) showToast({ text: errorMessage(error), negative: true });
    },
  }),
});
