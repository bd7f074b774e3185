import { sql } from 'kysely';
import type { Pool } from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Queue } from '#server/adapters/queue/port.ts';
import type { Job, Log, Tx } from '#server/app.ts';

/** Calls the listener when work of a kind may be waiting. */
type OnWake = (work: string, listener: () => void) => void;

export interface RunningQueue extends Queue {
  /** Says how often each kind is tried and what follows its failure: a job that is sent takes it from there. */
  declare(jobs: Readonly<Record<string, Job>>): Promise<void>;
  /** Begins to carry declared jobs out; `onWake` says when one of `wakesOf` may have come. */
  work(jobs: Readonly<Record<string, Job>>, onWake: OnWake): Promise<void>;
  /** Fetches no further job from here on; resolves when those in work are done. Jobs can still be sent. */
  rest(): Promise<void>;
  /** Returns what to wake once this transaction is committed: the workers of the jobs it enqueued. */
  wakesOf(tx: Tx): readonly string[];
  /** All kinds, also those without a job. */
  waiting(): Promise<readonly WaitingJobs[]>;
  /** Its own connections to the database. */
  readonly pool: Pool;
  stop(): Promise<void>;
}

/** The jobs of one kind at this moment. */
export interface WaitingJobs {
  readonly name: string;
  /** Those that may be carried out at once, not those for later. */
  readonly waiting: number;
  readonly active: number;
  /** How long the oldest of `waiting` might have been carried out; 0: there is none. */
  readonly oldestSeconds: number;
}

interface QueueOptions {
  readonly log: Log;
  /** False: it only sends jobs; the clock and what became of lost jobs are looked after by others. */
  readonly isWorker?: boolean;
  /** To the database, at most. */
  readonly connections?: number;
  /** How often each worker looks by itself. */
  readonly ownLookSeconds?: number;
}

/** For its pool of connections, as for the database's own: none waits for ever for a database that vanished. */
const CONNECTION_LIMITS = { query_timeout: 35_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Longest wait of a job whose workers were not woken: a retry, one of the clock's, one whose NOTIFY was lost. */
const LOOK_MS = 1000;
/** Each worker of pg-boss looks by itself too, should ours fail. */
const OWN_LOOK_SECONDS = 30;
/** What became of jobs whose process died is looked at so often, by one of all workers. */
const SUPERVISED_SECONDS = 1;
const DUE = `select distinct name from jobs.job where state < 'active' and not blocked and start_after <= now()`;
const UNFINISHED = `select data from jobs.job where name = $1 and state in ('created', 'retry', 'active')`;
const WAITING = `
  select known.name, count(job.name) filter (where is_due)::integer as waiting, count(job.name) filter (where not is_due)::integer as active,
    coalesce(extract(epoch from now() - min(job.start_after) filter (where is_due)), 0)::float8 as "oldestSeconds"
  from unnest($1::text[]) as known (name)
  left join (
    select name, start_after, state < 'active' as is_due from jobs.job
    where state = 'active' or (state < 'active' and start_after <= now())
  ) job on job.name = known.name
  group by known.name order by known.name`;
const getWakeTopic = (name: string) => `job ${name}`;

/**
 * pg-boss on the same database: a job dies with its transaction and outlives a kill -9 (heartbeat 10 s). Its own NOTIFY stays off: it
 * would be part of our transactions, whose commits then wait for each other. Who commits wakes the workers instead.
 */
export async function startQueue(
  url: string,
  names: readonly string[],
  { log, isWorker = true, connections = 4, ownLookSeconds = OWN_LOOK_SECONDS }: QueueOptions,
): Promise<RunningQueue> {
  const boss = new PgBoss({
    ...CONNECTION_LIMITS,
    connectionString: url,
    schema: 'jobs',
    max: connections,
    supervise: isWorker,
    schedule: isWorker,
    monitorIntervalSeconds: SUPERVISED_SECONDS,
    superviseIntervalSeconds: SUPERVISED_SECONDS,
    cronMonitorIntervalSeconds: 30,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ error: error.message }, 'job queue'));
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, {
      heartbeatSeconds: 10,
      expireInSeconds: 600,
      deleteAfterSeconds: 3600,
    });
    // A cold cache makes the first send ask on another connection, which waits for the open transaction.
    await boss.getQueue(name);
  }
  const sent = new WeakMap<Tx, Set<string>>();
  const workers = new Map<string, readonly string[]>();
  const wake = (name: string) => {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
  };
  const stopLooking = isWorker ? lookForDue(boss, wake) : () => {};
  return {
    send: async (tx, { name, merged, inTurnOf, inSeconds }, payload) => {
      const once = merged && {
        singletonKey: merged.key,
        singletonSeconds: merged.seconds,
        singletonNextSlot: true,
      };
      const turn = inTurnOf && { group: { id: inTurnOf }, priority: await findPriority(tx, name, inTurnOf) };
      const later = inSeconds !== undefined && { startAfter: inSeconds };
      await boss.send(name, payload, { ...turn, ...once, ...later, db: fromKysely(tx) });
      sent.set(tx, (sent.get(tx) ?? new Set()).add(getWakeTopic(name)));
    },
    wakesOf: (tx) => [...(sent.get(tx) ?? [])],
    unfinished: async ({ name, payload }) => {
      const { rows } = await boss.getDb().executeSql(UNFINISHED, [name]);
      return rows.flatMap(({ data }: { data: unknown }) => {
        const { success, data: fitting } = payload.safeParse(data);
        return success ? [fitting] : [];
      });
    },
    waiting: async () => (await boss.getDb().executeSql(WAITING, [[...names]])).rows as WaitingJobs[],
    declare: async (jobs) => {
      for (const [name, job] of Object.entries(jobs)) await declareQueue(boss, name, job);
    },
    work: async (jobs, onWake) => {
      for (const [name, job] of Object.entries(jobs)) {
        workers.set(name, await carryOut(boss, name, { job, log, ownLookSeconds }));
        onWake(getWakeTopic(name), () => wake(name));
      }
    },
    rest: async () => {
      stopLooking();
      await Promise.all(names.map((name) => boss.offWork(name)));
    },
    pool: (boss.getDb() as unknown as { pool: Pool }).pool,
    stop: () => {
      stopLooking();
      return boss.stop({ graceful: true, timeout: 15_000, close: true });
    },
  };
}

/** Looks for jobs that may be carried out, of all kinds at once, and wakes their workers. Returns its end. */
function lookForDue(boss: PgBoss, wake: (name: string) => void): () => void {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // What keeps the database from answering is told by pg-boss.
    const { rows } = await boss
      .getDb()
      .executeSql(DUE)
      .catch(() => ({ rows: [] }));
    isLooking = false;
    for (const { name } of rows) wake(name);
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
}

/**
 * Returns its priority: one place behind the last that waits of the same person, else one behind what is being carried out. So a newcomer
 * is next however much waits of others, and goes before none of them twice. Those to be tried again later hold no others back and keep
 * their place. Sent at the same time by one person, each finds the one before.
 */
async function findPriority(tx: Tx, job: string, person: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${person}:${job}`}, 3))`.execute(tx);
  const { rows } = await sql<{ place: number }>`
    with due as not materialized (
      select priority, group_id from jobs.job
      where name = ${job} and state < 'active' and not blocked and start_after <= statement_timestamp()
    )
    select coalesce(
      (select min(priority) from due where group_id = ${person}),
      greatest(
        (select max(priority) from jobs.job where name = ${job} and state = 'active'),
        (select max(priority) from due)
      ),
      1
    ) - 1 as place`.execute(tx);
  return rows[0]?.place ?? 0;
}

async function declareQueue(boss: PgBoss, name: string, job: Job): Promise<void> {
  await boss.updateQueue(name, {
    retryLimit: job.retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: job.longestPause ?? null,
    expireInSeconds: (job.minutes ?? 10) * 60,
    deadLetter: job.failed ?? null,
    // Queues of earlier versions had it on.
    notify: false,
  });
}

/** Returns the workers that carry the jobs of a kind out. */
async function carryOut(
  boss: PgBoss,
  name: string,
  { job, log, ownLookSeconds }: { job: Job; log: Log; ownLookSeconds: number },
): Promise<string[]> {
  const workers: string[] = [];
  // One by one: pg-boss wakes only the first of several that it starts together.
  for (let n = 0; n < job.concurrency; n++) {
    const options = { pollingIntervalSeconds: ownLookSeconds };
    const worker = await boss.work<unknown>(name, options, async (batch) => {
      for (const { data } of batch) {
        try {
          await job.run(data);
        } catch (error) {
          log.error({ error, job: name }, 'a job failed');
          throw error;
        }
      }
      // Look for the next one at once instead of at the next poll.
      boss.notifyWorker(worker);
    });
    workers.push(worker);
  }
  if (job.cron) await boss.schedule(name, job.cron, {}, { tz: 'Europe/Bucharest' });
  return workers;
}
