import type { ServerResponse } from 'node:http';
import { AppError } from '#domain/errors.ts';
import { createRateGate } from '#server/http/limits/paced.ts';

/** Downloads of one person at a time, in this process: a place each. */
export const DOWNLOADS_EACH = 4;
const PATIENCE_SECONDS = 30;
/** More would only hold connections that others could use. */
export const MOST_WAITING = 16;

interface Row {
  taken: number;
  /** In the order they came. */
  readonly waiting: Set<() => void>;
}

/** Hundreds at once would hold up everybody else. */
const refusals = createRateGate({ concurrency: 4, everyMs: 5 });
const rows = new Map<string, Row>();

/**
 * Resolves with true once the answer has one of its person's places, which it keeps to its end; with false where its reader left meanwhile.
 * Refused when that takes too long, or when too many wait already.
 */
export async function takePlace(userId: string, answer: ServerResponse): Promise<boolean> {
  if (answer.closed) return false;
  const row = rows.get(userId) ?? { taken: 0, waiting: new Set() };
  rows.set(userId, row);
  if (row.taken < DOWNLOADS_EACH) row.taken += 1;
  else if (!(await waitForTurn(row, answer))) return false;
  if (!answer.closed) answer.once('close', () => handOn(userId, row));
  else handOn(userId, row);
  return !answer.closed;
}

function handOn(userId: string, row: Row): void {
  const [next] = row.waiting;
  if (next) next();
  else row.taken -= 1;
  if (row.taken === 0) rows.delete(userId);
}

async function waitForTurn(row: Row, answer: ServerResponse): Promise<boolean> {
  const refusal = () => new AppError('http/too-many-downloads', { retryAfter: PATIENCE_SECONDS });
  if (row.waiting.size >= MOST_WAITING) {
    await refusals();
    throw refusal();
  }
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  // At once: a place must not go to one who just left.
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
