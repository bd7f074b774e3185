import type { Log } from '#server/app.ts';

/** What one announcement may hold, in bytes: PostgreSQL takes less than 8,000. */
const MOST_BYTES = 7_500;
const PAUSE_MS = 25;

export type Announcement = { kind: 'change'; users: readonly string[] } | { kind: 'wake'; work: string };

export interface Announcer {
  /** Returns at once. What cannot be told is logged: streams and workers look by themselves some seconds later. */
  announce(users: readonly string[], wakes: readonly string[]): void;
  /** Tells what has not been told yet. */
  end(): Promise<void>;
}

/**
 * Tells of committed changes: the first at once, what comes within 25 ms after it together, however many transactions it was. PostgreSQL
 * lets transactions with a NOTIFY commit one at a time, so there is one of each process under way at most.
 */
export function createAnnouncer(send: (all: readonly Announcement[]) => Promise<void>, log: Log): Announcer {
  let users = new Set<string>();
  let wakes = new Set<string>();
  let underWay: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isEnding = false;
  const take = (): Announcement[] => {
    const all = [
      ...inParts([...users]).map((part) => ({ kind: 'change', users: part }) as const),
      ...[...wakes].map((work) => ({ kind: 'wake', work }) as const),
    ];
    users = new Set();
    wakes = new Set();
    return all;
  };
  const tell = async () => {
    await send(take()).catch((error: unknown) => log.error({ error }, 'announcing changes'));
    underWay = null;
    if (!isEnding) timer = setTimeout(next, PAUSE_MS);
  };
  const next = () => {
    timer = null;
    if (users.size + wakes.size > 0) underWay = tell();
  };
  return {
    announce: (changed, work) => {
      for (const user of changed) users.add(user);
      for (const one of work) wakes.add(one);
      if (underWay === null && timer === null) next();
    },
    end: async () => {
      isEnding = true;
      await underWay;
      if (timer) clearTimeout(timer);
      next();
      await underWay;
    },
  };
}

/** Divides user ids among messages of at most that many bytes. */
function inParts(ids: readonly string[]): string[][] {
  const parts: string[][] = [];
  let bytes = MOST_BYTES;
  for (const id of ids) {
    const more = Buffer.byteLength(JSON.stringify(id)) + 1;
    bytes += more;
    if (bytes > MOST_BYTES) {
      parts.push([]);
      bytes = more;
    }
    parts.at(-1)?.push(id);
  }
  return parts;
}
