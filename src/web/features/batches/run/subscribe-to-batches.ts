import type { QueryClient } from '@tanstack/react-query';
import type { Batch } from '#contract/batches.ts';

/**
 * Hands over each batch that this page knows, now and whenever it is read or the live stream brings it. Returns a function that stops it.
 */
export function subscribeToBatches(client: QueryClient, take: (batch: Batch) => void): () => void {
  const cache = client.getQueryCache();
  const hear = ({ queryKey, state }: { queryKey: readonly unknown[]; state: { data: unknown } }) => {
    if (String(queryKey[0]).startsWith('batches/') && state.data) take(state.data as Batch);
  };
  for (const query of cache.getAll()) hear(query);
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') hear(event.query);
  });
}
