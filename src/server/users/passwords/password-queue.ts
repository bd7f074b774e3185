import { randomInt } from 'node:crypto';
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
export function toStranger({ ip }: Pick<Visitor, 'ip'>): Waiter {
  return { key: networkKey(ip), isKnown: false };
}

interface Waiting {
  start(): void;
  refuse(error: AppError): void;
}

/**
 * Work that is dear, a few at once. Waiters are served in turn by key, the known and the strangers alternately. When there is no room, the
 * newest of the longest row goes without: a key that sends many waits behind, or instead of, none but itself. Of rows of one length it is
 * that of the key that asked most often in this crowd, so that a newcomer stays; of those that asked alike the lot decides.
 */
export function fairQueue({ concurrency, mostWaiting }: { concurrency: number; mostWaiting: number }) {
  const lanes = { known: createLane(mostWaiting), strangers: createLane(mostWaiting) };
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

/** Keys of which a crowd's tries are counted; with more the count begins anew. */
const MOST_COUNTED = 10_000;

/** Rows by key; the first row's first goes next, and its row to the end. */
function createLane(mostWaiting: number) {
  const rows = new Map<string, InLane[]>();
  /** How often each key asked since the lane was empty. */
  const asked = new Map<string, number>();
  let size = 0;
  return {
    push(key: string, entry: InLane): void {
      if (size === 0 || asked.size > MOST_COUNTED) asked.clear();
      asked.set(key, (asked.get(key) ?? 0) + 1);
      rows.set(key, [...(rows.get(key) ?? []), entry]);
      size += 1;
      if (size <= mostWaiting) return;
      const [loser, row] = drawLoser(rows, asked);
      row.pop()?.waiting.refuse(new AppError('auth/too-many-requests', { retryAfter: 5 }));
      size -= 1;
      if (row.length === 0) rows.delete(loser);
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

type Row = readonly [key: string, waiting: InLane[]];

/** Returns the row that gives up its newest. */
function drawLoser(rows: ReadonlyMap<string, InLane[]>, asked: ReadonlyMap<string, number>): Row {
  const longest = pickMost([...rows], ([, row]) => row.length);
  const keenest = pickMost(longest, ([key]) => asked.get(key) ?? 0);
  return keenest[randomInt(keenest.length)] as Row;
}

/** Those of which there is most, or all that have as much. */
function pickMost(rows: readonly Row[], count: (row: Row) => number): Row[] {
  const most = Math.max(...rows.map(count));
  return rows.filter((row) => count(row) === most);
}
