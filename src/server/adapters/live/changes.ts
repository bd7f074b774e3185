import { sql } from 'kysely';
import type { StoredEvent } from '#server/adapters/database/stored-json.ts';
import type { Changes, Db, Log, Tx, Unit } from '#server/app.ts';

interface ChangeSet extends Changes {
  readonly events: Map<string, StoredEvent[]>;
  readonly actions: (() => Promise<void> | void)[];
}

function createChangeSet(): ChangeSet {
  const events = new Map<string, StoredEvent[]>();
  const actions: (() => Promise<void> | void)[] = [];
  const add = (userId: string, event: StoredEvent) => {
    const list = events.get(userId) ?? [];
    events.set(userId, list);
    const same = event.type !== 'patch' && list.some((e) => e.type === event.type && e.key === event.key);
    if (!same) list.push(event);
  };
  return {
    events,
    actions,
    patch: (userId, key, { rev, patch }) => add(userId, { type: 'patch', key, rev, patch }),
    document: (userId, key) => add(userId, { type: 'document', key }),
    list: (userId, key) => add(userId, { type: 'changed', key }),
    afterCommit: (action) => actions.push(action),
  };
}

/** The stream row is locked last, so a user's events are numbered in the order of their commits. */
async function storeEvents(tx: Tx, events: Map<string, StoredEvent[]>): Promise<void> {
  for (const userId of [...events.keys()].sort()) {
    const list = events.get(userId) ?? [];
    const texts = list.map((event) => JSON.stringify(event));
    await sql`
      with stream as (
        insert into live_streams (user_id, seq) values (${userId}, ${list.length})
        on conflict (user_id) do update set seq = live_streams.seq + ${list.length} returning user_id, seq
      )
      insert into live_events (user_id, seq, event)
      select stream.user_id, stream.seq - ${list.length} + new.n, new.event::jsonb
      from stream, unnest(${texts}::text[]) with ordinality as new (event, n)`.execute(tx);
  }
}

const DEADLOCK = '40P01';

/** The order of locks makes deadlocks rare; the one that PostgreSQL ends is simply done again. */
async function retryOnDeadlock<T>(attempt: () => Promise<T>, left = 3): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK || left === 0) throw error;
    return retryOnDeadlock(attempt, left - 1);
  }
}

interface RunnerOptions {
  now(): Date;
  readonly log: Log;
  /** Tells of users whose events are stored, and of work that waits. */
  notify(userIds: readonly string[], wakes: readonly string[]): Promise<void>;
  /** Returns the names of the jobs that a transaction enqueued, to wake their workers. */
  wakesOf?(tx: Tx): readonly string[];
}

/** NOTIFY goes out after the commit, ids only: inside the transaction it would serialise all commits. */
export function createTransactionRunner(db: Db, { now, log, notify, wakesOf = () => [] }: RunnerOptions) {
  return async function change<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const { changes, result, wakes } = await retryOnDeadlock(async () => {
      const changes = createChangeSet();
      return db.transaction().execute(async (tx) => {
        const result = await work({ tx, changes, now: now() });
        await storeEvents(tx, changes.events);
        return { changes, result, wakes: wakesOf(tx) };
      });
    });
    try {
      if (changes.events.size + wakes.length > 0) await notify([...changes.events.keys()], wakes);
      for (const action of changes.actions) await action();
    } catch (error) {
      log.error({ error }, 'after a commit');
    }
    return result;
  };
}
