import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/live.ts';
import { mergePatch } from '#web/api/live/merge-patch.ts';
import { noteRevision, revisionOf } from '#web/api/live/revisions.ts';

export type Effect = 'set' | 'patch' | 'ignore' | 'refetch' | 'invalidate';

/** Returns the effect of a live event on a document at revision `known` (undefined when the server has not sent it this session). */
export function effectOf(event: LiveEvent, known: number | undefined): Effect {
  if (event.type === 'changed') return 'invalidate';
  if (event.type === 'snapshot') return known !== undefined && event.rev < known ? 'ignore' : 'set';
  if (known === undefined) return 'refetch';
  if (event.rev <= known) return 'ignore';
  return event.rev === known + 1 ? 'patch' : 'refetch';
}

/** Brings the query cache up to date. Lists go through `invalidateList`, which may wait and gather. */
export function applyEvent(
  client: QueryClient,
  event: LiveEvent,
  invalidateList: (key: string) => void,
): void {
  const effect = effectOf(event, revisionOf(event.key));
  if (effect === 'ignore') return;
  if (effect === 'invalidate') {
    invalidateList(event.key);
    return;
  }
  const queryKey = [event.key];
  const current: unknown = client.getQueryData(queryKey);
  if (effect === 'set' && event.type === 'snapshot') {
    client.setQueryData(queryKey, event.data);
    noteRevision(event.key, event.rev);
  } else if (effect === 'patch' && event.type === 'patch' && current !== undefined) {
    client.setQueryData(queryKey, mergePatch(current, event.patch));
    noteRevision(event.key, event.rev);
  } else {
    void client.invalidateQueries({ queryKey });
  }
}
