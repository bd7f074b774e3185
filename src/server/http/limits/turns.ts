import { setTimeout as wait } from 'node:timers/promises';
import type { Route } from '#contract/route.ts';
import { AppError } from '#domain/errors.ts';

/** Changes of what is stored: quick each, and many at once only from a program. */
export function isEdit(route: Route): boolean {
  if (route.takes === 'picture' || route.method === 'GET') return false;
  return route.method !== 'POST' || route.edits === true;
}

/** Requests that a hand or a page has on its way at once. */
export const FEW_WAITING = 4;
/** An edit that waited for a lock cost the others nothing meanwhile. */
export const LONGEST_REST_MS = 20;

/**
 * Work of one key is done one after another, in the order it came: however much of it one asks for at once, others share the machine with
 * one piece of it. While more than a few wait, each is followed by a rest as long as it took, so that they have half of the time to
 * themselves. Beyond `mostWaiting` it is refused.
 */
export function createKeyedQueue(
  mostWaiting: number,
  rest: (milliseconds: number) => Promise<unknown> = wait,
) {
  const rows = new Map<string, { last: Promise<unknown>; length: number }>();
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const row = rows.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (row.length > mostWaiting) throw new AppError('http/too-many-requests', { retryAfter: 5 });
    rows.set(key, row);
    row.length += 1;
    let begin = 0;
    const mine = row.last.then(() => {
      begin = performance.now();
      return work();
    });
    const leave = () => {
      row.length -= 1;
      if (row.length === 0) rows.delete(key);
      const took = performance.now() - begin;
      return row.length > FEW_WAITING ? rest(Math.min(took, LONGEST_REST_MS)) : undefined;
    };
    row.last = mine.then(leave, leave);
    return mine;
  };
}
