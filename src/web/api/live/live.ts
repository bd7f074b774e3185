import type { QueryClient } from '@tanstack/react-query';
import { applyEvent } from '#web/api/live/apply-event.ts';
import { followLive } from '#web/api/live/live-stream.ts';
import { throttleByKey } from '#web/api/live/throttle.ts';
import { keys, ME } from '#web/api/queries/keys.ts';
import { serverAnswered, serverUnreachable } from '#web/api/reachability.ts';

const LIST_READS_MS = 500;
/** A stream that could not resume says that everything but the user document has to be read again. */
const EVERYTHING = '*';

/** Keeps the query cache live for the signed-in user; the answer stops it. */
export function keepLive(client: QueryClient, uid: string): () => void {
  const invalidateList = throttleByKey(LIST_READS_MS, (key) => {
    if (key !== EVERYTHING) void client.invalidateQueries({ queryKey: [key] });
    else void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME });
  });
  return followLive(uid, {
    onEvent: (event) => applyEvent(client, event, invalidateList),
    onRefused: () => {
      void client.invalidateQueries({ queryKey: keys.me });
    },
    onReach: (reachable) => (reachable ? serverAnswered() : serverUnreachable()),
  });
}
