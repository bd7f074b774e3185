import { setTimeout as wait } from 'node:timers/promises';
import type { Route } from '#contract/route.ts';
import { AppError } from '#domain/errors.ts';

/** True for routes that change stored data: each quick, and many at once only from a program. */
export function isEdit(route: Route): boolean {
  if (route.takes === 'picture' || route.method === 'GET') return false;
  return route.method !== 'POST' || route.edits === true;
}

/** Requests that a person or a page has on the way at once. */
export const FEW_WAITING = 4;
/** Cap, since an edit that waited for a lock cost the others nothing meanwhile. */
export const LONGEST_REST_MS = 20;

/**
 * Queues work by key: it runs one after another, in order of arrival, so that a key never takes more than its share of the machine. While
 * more than a few wait, each is followed by a rest as long as it took, which leaves others half of the time. Throws
 * `http/too-many-requests` beyond `mostWaiting`.
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
