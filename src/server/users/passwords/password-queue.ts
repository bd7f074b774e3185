import { AppError } from '#domain/errors.ts';
import { networkKey } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';

/** Waits for a turn. Those who were here before have turns of their own, which no crowd of strangers takes. */
export interface Waiter {
  /** One share each: a stranger's network, a known browser, an account. */
  readonly key: string;
  readonly isKnown: boolean;
}

/** A waiter of whom only the address is known. */
export function strangerOf({ ip }: Pick<Visitor, 'ip'>): Waiter {
  return { key: networkKey(ip), isKnown: false };
}

interface Waiting {
  start(): void;
  refuse(error: AppError): void;
}

/**
 * Work that is dear, a few at once. Waiters are served in turn by key, the known and the strangers alternately. When there is no room, the
 * newest of the longest row goes without: a key that sends many waits behind, or instead of, none but itself.
 */
export function fairQueue({ concurrency, mostWaiting }: { concurrency: number; mostWaiting: number }) {
  const lanes = { known: lane(mostWaiting), strangers: lane(mostWaiting) };
  let running = 0;
  let wasKnown = false;
  const next = () => {
    const [first, second] = wasKnown ? [lanes.strangers, lanes.known] : [lanes.known, lanes.strangers];
    const taken = first.shift() ?? second.shift();
    if (taken) wasKnown = taken.isKnown;
    return taken?.waiting;
  };
  return async function inTurn<T>({ key, isKnown }: Waiter, work: () => Promise<T>): Promise<T> {
    if (running >= concurrency)
      await new Promise<void>((start, refuse) =>
        lanes[isKnown ? 'known' : 'strangers'].push(key, { isKnown, waiting: { start, refuse } }),
      );
    else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes the place over, so that no other slips in between.
      const waiting = next();
      if (waiting) waiting.start();
      else running -= 1;
    }
  };
}

interface InLane {
  readonly isKnown: boolean;
  readonly waiting: Waiting;
}

/** Rows by key; the first row's first goes next, and its row to the end. */
function lane(mostWaiting: number) {
  const rows = new Map<string, InLane[]>();
  let size = 0;
  return {
    push(key: string, entry: InLane): void {
      const row = rows.get(key) ?? [];
      row.push(entry);
      rows.set(key, row);
      size += 1;
      if (size <= mostWaiting) return;
      // Of rows of one length the newcomer's.
      let longest = row;
      for (const other of rows.values()) if (other.length > longest.length) longest = other;
      longest.pop()?.waiting.refuse(new AppError('auth/too-many-requests', { retryAfter: 5 }));
      size -= 1;
      if (row.length === 0) rows.delete(key);
    },
    shift(): InLane | undefined {
      const [first] = rows;
      if (!first) return undefined;
      const [key, row] = first;
      const taken = row.shift();
      rows.delete(key);
      if (row.length > 0) rows.set(key, row);
      size -= 1;
      return taken;
    },
  };
}
