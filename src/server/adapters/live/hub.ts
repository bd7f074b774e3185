import { sql } from 'kysely';
import pg from 'pg';
import type { Live, LiveListener } from '#server/adapters/live/port.ts';
import type { Db, Log } from '#server/app.ts';

/** LISTEN on one connection of its own; when it breaks it comes back and everybody looks for what was missed. */
const KEPT_EVENTS = 500;

type Message =
  | { kind: 'change'; users: string[] }
  | { kind: 'session'; user: string; session: string | null }
  | { kind: 'wake'; work: string };

export interface Hub extends Live {
  notifyChange(userIds: string[]): Promise<void>;
}

export async function startHub(url: string, db: Db, log: Log): Promise<Hub> {
  const listeners = new Map<string, Set<LiveListener>>();
  const wakers = new Map<string, Set<() => void>>();
  const send = async (message: Message) => {
    await sql`select pg_notify('fotolot', ${JSON.stringify(message)})`.execute(db);
  };
  const receive = (message: Message) => {
    if (message.kind === 'wake') for (const wake of wakers.get(message.work) ?? []) wake();
    if (message.kind === 'change')
      for (const user of message.users) for (const l of listeners.get(user) ?? []) l.onChange();
    if (message.kind === 'session')
      for (const l of listeners.get(message.user) ?? []) l.onSessionEnd(message.session);
  };
  const everybody = () => {
    for (const set of listeners.values()) for (const listener of set) listener.onChange();
    for (const set of wakers.values()) for (const wake of set) wake();
  };
  const close = await listen(url, receive, everybody, log);
  return {
    subscribe: (userId, listener) => add(listeners, userId, listener),
    onWake: (work, listener) => add(wakers, work, listener),
    eventsAfter: (userId, seq) => eventsAfter(db, userId, seq),
    lastSeq: (userId) => lastSeq(db, userId),
    endSessions: (user, session) => send({ kind: 'session', user, session }),
    wake: (work) => send({ kind: 'wake', work }),
    notifyChange: (users) => send({ kind: 'change', users }),
    close,
  };
}

function add<T>(map: Map<string, Set<T>>, key: string, value: T): () => void {
  const set = map.get(key) ?? new Set<T>();
  map.set(key, set.add(value));
  return () => {
    set.delete(value);
    if (set.size === 0 && map.get(key) === set) map.delete(key);
  };
}

async function lastSeq(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('live_streams')
    .select('seq')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

async function eventsAfter(db: Db, userId: string, seq: number) {
  // Read first: an event that comes in between is among the rows and no gap.
  const last = await lastSeq(db, userId);
  const rows = await db
    .selectFrom('live_events')
    .select(['seq', 'event'])
    .where('user_id', '=', userId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(KEPT_EVENTS + 1)
    .execute();
  // No rows: nothing new, or all that was new has been swept away (or the database is an older one).
  const isNext = rows.length > 0 ? rows[0]?.seq === seq + 1 : last === seq;
  const isWhole = rows.length <= KEPT_EVENTS && isNext;
  return isWhole ? rows : null;
}

async function listen(
  url: string,
  receive: (message: Message) => void,
  onReconnect: () => void,
  log: Log,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | null = null;
  /** One try at a time: whatever ends a connection, or a try, asks for one more. */
  const later = (ms: number) => {
    if (retry) clearTimeout(retry);
    if (!closed) retry = setTimeout(() => void reconnect(), ms);
  };
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    let isUp = false;
    next.on('error', (error) => log.warn({ error: error.message }, 'live connection'));
    // A try that fails ends too; it is told by its rejection.
    next.on('end', () => isUp && later(500));
    next.on('notification', ({ payload }) => receive(JSON.parse(payload ?? '{}') as Message));
    await next.connect();
    await next.query('listen fotolot');
    isUp = true;
    client = next;
    if (closed) await next.end();
  };
  const reconnect = async (): Promise<void> => {
    try {
      await connect();
      onReconnect();
    } catch (error) {
      log.warn({ error: String(error) }, 'live connection');
      later(1000);
    }
  };
  await connect();
  return async () => {
    closed = true;
    if (retry) clearTimeout(retry);
    await client?.end();
  };
}
