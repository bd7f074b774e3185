import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import type { StoredEvent } from '#server/adapters/database/stored-json.ts';
import { type Announcement, createAnnouncer } from '#server/adapters/live/announce.ts';
import type { Live, LiveListener, NumberedEvent, Reader } from '#server/adapters/live/port.ts';
import type { Db, Log } from '#server/app.ts';

/** LISTEN on one connection of its own; when it breaks it comes back and all listeners look for what was missed. */
const KEPT_EVENTS = 500;
/** A connection that was cut without a word looks as quiet as one on which nothing happens: it is asked. */
const BEAT_MS = 10_000;
const ANSWER_MS = 5000;

type Message =
  | Announcement
  | { kind: 'session'; user: string; session: string | null }
  | { kind: 'token'; user: string; session: string }
  /** When the messages before it were sent, by the clock of the process that sent them. */
  | { kind: 'sent'; by: string; atMs: number };

export interface Hub extends Live {
  /** Tells of users whose events are stored, and of work that waits; returns before they are told. */
  notify(userIds: readonly string[], wakes: readonly string[]): Promise<void>;
  /** Is told, of each sending of this process, after how many seconds it arrived here. */
  onDelay(listener: (seconds: number) => void): void;
  /** Sends listeners away, those that are still to come as well. */
  leave(): void;
}

export async function startHub(url: string, db: Db, log: Log): Promise<Hub> {
  const listeners = new Map<string, Set<LiveListener>>();
  const wakers = new Map<string, Set<() => void>>();
  const by = randomUUID();
  let noteDelay = (_: number) => {};
  const send = async (...messages: Message[]) => {
    const sent: Message = { kind: 'sent', by, atMs: performance.now() };
    const texts = [...messages, sent].map((message) => JSON.stringify(message));
    // Nothing in this transaction has to outlive a power cut, and while it commits no other one with a NOTIFY can.
    await sql`select set_config('synchronous_commit', 'off', true), pg_notify('fotolot', text)
      from unnest(${texts}::text[]) as text`.execute(db);
  };
  const { announce, end } = createAnnouncer((all) => send(...all), log);
  const receive = (message: Message) => {
    if (message.kind === 'sent' && message.by === by) noteDelay((performance.now() - message.atMs) / 1000);
    if (message.kind === 'wake') for (const wake of wakers.get(message.work) ?? []) wake();
    if (message.kind === 'change')
      for (const user of message.users) for (const l of listeners.get(user) ?? []) l.onChange();
    if (message.kind === 'session')
      for (const l of listeners.get(message.user) ?? []) l.onSessionEnd(message.session);
    if (message.kind === 'token')
      for (const l of listeners.get(message.user) ?? []) l.onTokenChange?.(message.session);
  };
  const everybody = () => {
    for (const set of listeners.values()) for (const listener of set) listener.onChange();
    for (const set of wakers.values()) for (const wake of set) wake();
  };
  let isLeft = false;
  const close = await startListening(url, { receive, onReconnect: everybody, log });
  return {
    subscribe: (userId, listener) => {
      if (isLeft) queueMicrotask(() => listener.onLeave?.());
      return addToSet(listeners, userId, listener);
    },
    leave: () => {
      isLeft = true;
      for (const set of listeners.values()) for (const listener of set) listener.onLeave?.();
    },
    onDelay: (listener) => {
      noteDelay = listener;
    },
    onWake: (work, listener) => addToSet(wakers, work, listener),
    eventsAfter: (readers) => eventsAfter(db, readers),
    lastSeq: (userId) => lastSeq(db, userId),
    endSessions: (user, session) => send({ kind: 'session', user, session }),
    tokenChanged: (user, session) => send({ kind: 'token', user, session }),
    wake: (work) => send({ kind: 'wake', work }),
    notify: async (users, wakes) => announce(users, wakes),
    close: async () => {
      await end();
      await close();
    },
  };
}

function addToSet<T>(map: Map<string, Set<T>>, key: string, value: T): () => void {
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

async function eventsAfter(db: Db, readers: readonly Reader[]): Promise<(readonly NumberedEvent[] | null)[]> {
  const { rows } = await sql<{ n: number; last: number; seq: number | null; event: StoredEvent | null }>`
    select reader.n, coalesce(stream.seq, 0) as last, found.seq, found.event
    from unnest(${readers.map(({ userId }) => userId)}::text[], ${readers.map(({ seq }) => seq)}::bigint[])
      with ordinality as reader (user_id, seq, n)
    left join live_streams stream on stream.user_id = reader.user_id
    left join lateral (
      select seq, event from live_events e where e.user_id = reader.user_id and e.seq > reader.seq
      order by seq limit ${sql.lit(KEPT_EVENTS + 1)}
    ) found on true
    order by reader.n, found.seq`.execute(db);
  const byReader = Map.groupBy(rows, ({ n }) => n);
  return readers.map(({ seq: after }, i) => {
    const own = byReader.get(i + 1) ?? [];
    const events = own.flatMap(({ seq, event }) => (seq === null || event === null ? [] : [{ seq, event }]));
    // No rows: nothing new, or all that was new has been swept away (or the database is an older one).
    const isNext = events.length > 0 ? events[0]?.seq === after + 1 : (own[0]?.last ?? 0) === after;
    return events.length <= KEPT_EVENTS && isNext ? events : null;
  });
}

async function startListening(
  url: string,
  { receive, onReconnect, log }: { receive: (message: Message) => void; onReconnect: () => void; log: Log },
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | null = null;
  let beat: NodeJS.Timeout | null = null;
  /** One try at a time: whatever ends a connection, or a try, asks for one more. */
  const later = (ms: number) => {
    if (retry) clearTimeout(retry);
    if (!closed) retry = setTimeout(() => void reconnect(), ms);
  };
  /** A connection that does not respond is hung up on: a goodbye would not arrive either. */
  const beatLater = (next: pg.Client, socket: Socket) => {
    beat = setTimeout(async () => {
      try {
        await next.query('select 1');
        if (!closed && next === client) beatLater(next, socket);
      } catch (error) {
        log.warn({ error: String(error) }, 'live connection');
        socket.destroy();
      }
    }, BEAT_MS);
  };
  const connect = async () => {
    const socket = new Socket();
    const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
    const next = new pg.Client({ connectionString: url, stream: () => socket, keepAlive: true, ...limits });
    let isUp = false;
    next.on('error', (error) => log.warn({ error: error.message }, 'live connection'));
    // A try that fails ends too; it is told by its rejection.
    next.on('end', () => {
      if (beat) clearTimeout(beat);
      if (isUp) later(500);
    });
    next.on('notification', ({ payload }) => receive(JSON.parse(payload ?? '{}') as Message));
    try {
      await next.connect();
      await next.query('listen fotolot');
    } catch (error) {
      socket.destroy();
      throw error;
    }
    isUp = true;
    client = next;
    if (closed) await next.end();
    else beatLater(next, socket);
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
    if (beat) clearTimeout(beat);
    await client?.end();
  };
}
