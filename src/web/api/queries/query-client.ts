import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, errorMessage, isUnanswered } from '#web/api/api-error.ts';
import { showToast } from '#web/ui/layers/toast.ts';

const DAY = 86_400_000;

declare module '@tanstack/react-query' {
  interface Register {
    /** `silent`: the page itself shows what went wrong. */
    mutationMeta: { silent?: boolean };
    queryMeta: { silent?: boolean };
  }
}

function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2) return false;
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/** The one place where errors become toasts: a feature only says that it shows its own. */
function showErrorToast(error: Error, meta: { readonly silent?: boolean } | undefined): void {
  if (meta?.silent !== true) showToast({ text: errorMessage(error), negative: true });
}

/** gcTime is a day and more: the kept pages have no observers while they are hidden. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { gcTime: 2 * DAY, staleTime: 60_000, retry: worthRetrying, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onError: (error, _variables, _context, mutation) => showErrorToast(error, mutation.meta),
  }),
  // A first read that failed is told in its place (failed-reads.ts); an unreachable server is the offline notice's to tell.
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.state.data !== undefined && !isUnanswered(error)) showErrorToast(error, query.meta);
    },
  }),
});
