import type { ServerResponse } from 'node:http';
import { AppError } from '#domain/errors.ts';
import { createRateGate } from '#server/http/limits/paced.ts';

/** Downloads that one person may have at a time in this process, a place each. */
export const DOWNLOADS_EACH = 4;
const PATIENCE_SECONDS = 30;
/** More would only hold connections that others could use. */
export const MOST_WAITING = 16;

interface Row {
  taken: number;
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
}

/** Hundreds of refusals at once would hold up everybody else. */
const refusals = createRateGate({ concurrency: 4, everyMs: 5 });

export interface Places {
  /**
   * Resolves with true once the answer has a place of this key, kept until it closes; with false when its reader left meanwhile. Throws
   * `http/too-many-downloads` after 30 s, or when too many wait already.
   */
  take(key: string, answer: ServerResponse): Promise<boolean>;
}

/** Places for answers that send large files, `most` at a time for each key. */
export function createPlaces({ most, mostWaiting }: { most: number; mostWaiting: number }): Places {
  const rows = new Map<string, Row>();
  const handOn = (key: string, row: Row) => {
    const [next] = row.waiting;
    if (next) next();
    else row.taken -= 1;
    if (row.taken === 0) rows.delete(key);
  };
  return {
    async take(key, answer) {
      if (answer.closed) return false;
      const row = rows.get(key) ?? { taken: 0, waiting: new Set() };
      rows.set(key, row);
      if (row.taken < most) row.taken += 1;
      else if (!(await waitForTurn(row, { answer, mostWaiting }))) return false;
      if (!answer.closed) answer.once('close', () => handOn(key, row));
      else handOn(key, row);
      return !answer.closed;
    },
  };
}

/** Places for the downloads of persons, by their ids. */
export const downloadPlaces = createPlaces({ most: DOWNLOADS_EACH, mostWaiting: MOST_WAITING });

async function waitForTurn(
  row: Row,
  { answer, mostWaiting }: { answer: ServerResponse; mostWaiting: number },
): Promise<boolean> {
  const refusal = () => new AppError('http/too-many-downloads', { retryAfter: PATIENCE_SECONDS });
  if (row.waiting.size >= mostWaiting) {
    await refusals();
    throw refusal();
  }
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  // Leaving frees the queue at once: a place must not go to a reader who just left.
  const endBy = (settle: () => void) => () => {
    clearTimeout(timer);
    row.waiting.delete(go);
    answer.off('close', leave);
    settle();
  };
  const go = endBy(() => resolve(true));
  const leave = endBy(() => resolve(false));
  const timer = setTimeout(
    endBy(() => reject(refusal())),
    PATIENCE_SECONDS * 1000,
  );
  row.waiting.add(go);
  answer.once('close', leave);
  return promise;
}
