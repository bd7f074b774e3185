import type { QueryClient } from '@tanstack/react-query';
import type { UserDocument } from '#contract/users.ts';
import { batchKey, keys, ME } from '#web/api/queries/keys.ts';

const ANY_BATCH = batchKey('');

/**
 * Reads documents with limits again when the plan changes: one that arrives while a batch is open changes the batch's limits with the words
 * about them.
 */
export function followLimits(client: QueryClient): void {
  let known: string | null = null;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== ME) return;
    const limits = limitsIn(query.state.data);
    if (limits === null || limits === known) return;
    const isFirst = known === null;
    known = limits;
    if (isFirst) return;
    void client.invalidateQueries({ queryKey: keys.recipes });
    void client.invalidateQueries({
      predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith(ANY_BATCH),
    });
  });
}

function limitsIn(data: unknown): string | null {
  const limits = (data as UserDocument | undefined)?.limits;
  return limits === undefined ? null : JSON.stringify(limits);
}
