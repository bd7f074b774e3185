import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  getMigrationNumber,
  type MigrationFile,
  readMigrations,
  splitStatements,
} from './migration-files.ts';
import {
  forgetProcesses,
  GONE_SECONDS,
  olderProcesses,
  renewProcess,
  type ThisProcess,
} from './processes.ts';

/** Any constant will do, as long as nothing else in this database uses it. */
const LOCK = 4_620_101;
const ASK_FOR_LOCK_MS = 200;
/** Longest that a migration waits for a table, and what comes after it for the migration. */
const LOCK_SECONDS = 3;
/** A request that has waited so long behind a migration is let through: seen every so often, it is below three seconds. */
const WAITED_SECONDS = 2;
const LOOK_MS = 250;
const TRIES = 20;
const BETWEEN_TRIES_MS = 1000;
const ASK_OLDER_MS = 1000;
/** The lock was not to be had, the migration was cut short for those who waited, or it met another in a circle. */
const OTHERS_FIRST = new Set(['55P03', '57014', '40P01']);

/**
 * Brings the database to the state the code was written for; returns the names it applied. Several servers may start at once:
 * one applies, the others wait. Refuses a database whose history differs from the folder, unless what it has more bears this code, and
 * migrations that a process with older code, which lives, does not bear. From its end on `process` counts as living.
 */
export async function migrateDatabase(
  pool: pg.Pool,
  folder: string,
  process?: ThisProcess,
): Promise<string[]> {
  const files = await readMigrations(folder);
  // Waiting for another server's migration, or building an index, may take longer than a request ever should.
  const { query_timeout: _, ...options } = pool.options;
  const client = new pg.Client({ ...options, statement_timeout: 0 });
  // A cut is heard by the query that meets it.
  client.on('error', () => {});
  try {
    await client.connect();
    await acquireMigrationLock(client);
    const applied = await applyMissing({ client, pool }, files, process);
    if (process) {
      await forgetProcesses(client, process);
      await renewProcess(client, process, getMigrationNumber(files.at(-1)?.name ?? ''));
    }
    return applied;
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}

/** Who waits for it in a statement holds a snapshot, for whose end an index that is built concurrently would wait in turn. */
async function acquireMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      LOCK,
    ]);
    if (rows[0]?.isOurs) return;
    await delay(ASK_FOR_LOCK_MS);
  }
}

interface Connections {
  /** Holds the lock of all migrations. */
  readonly client: pg.Client;
  readonly pool: pg.Pool;
}

async function applyMissing(
  connections: Connections,
  files: readonly MigrationFile[],
  process?: ThisProcess,
): Promise<string[]> {
  const { client } = connections;
  await prepareTable(client);
  const { rows } = await client.query<AppliedMigration>(
    'select name, sha256, oldest_code as "oldestCode" from migrations order by name collate "C"',
  );
  const known = rows.filter((row) => !isBorne(row, files));
  for (const [at, row] of known.entries()) refuseIfDifferent(row, files, at);
  const missing = files.slice(known.length);
  if (missing[0] && known.length < rows.length) throw notInOrder(missing[0].name, rows.at(-1)?.name);
  for (const file of missing) {
    await untilNoneIsOlder(client, file, process);
    await applyMigration(connections, file);
  }
  return missing.map(({ name }) => name);
}

interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
  readonly oldestCode: string | null;
}

/** Asked first: a column cannot be added to a table while a backup reads it. */
async function prepareTable(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now(), oldest_code text)',
  );
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'oldest_code'`,
  );
  if (!rowCount) await client.query('alter table migrations add column oldest_code text');
}

/** True for a migration of a newer version that says that it bears this code. */
function isBorne({ name, oldestCode }: AppliedMigration, files: readonly MigrationFile[]): boolean {
  const newest = files.at(-1)?.name;
  return (
    newest !== undefined && name > newest && oldestCode !== null && oldestCode <= getMigrationNumber(newest)
  );
}

function refuseIfDifferent(row: AppliedMigration, files: readonly MigrationFile[], at: number): void {
  const known = files.find(({ name }) => name === row.name);
  if (!known)
    throw new Error(
      `The database is newer than this code: it has the migration ${row.name}, which the code lacks and which does not bear it. Start the newer version.`,
    );
  if (known.sha256 !== row.sha256)
    throw new Error(
      `The migration ${row.name} was changed after it had been applied. Restore its text and write a new migration.`,
    );
  const expected = files[at];
  if (expected && expected !== known) throw notInOrder(expected.name, row.name);
}

function notInOrder(missing: string, applied: string | undefined): Error {
  return new Error(
    `The migration ${missing} is missing in the database, although ${applied} was applied. Give it a higher number.`,
  );
}

/**
 * Returns once no process has code that a migration does not bear. One that renews its row meanwhile lives, and the migration is refused; one
 * that was killed is gone within a minute.
 */
async function untilNoneIsOlder(
  client: pg.Client,
  { name, oldestCode }: MigrationFile,
  process?: ThisProcess,
): Promise<void> {
  if (oldestCode === null || process?.isAlone) return;
  let before: readonly { id: string; seenAt: Date }[] | null = null;
  for (const until = Date.now() + 2 * GONE_SECONDS * 1000; ; await delay(ASK_OLDER_MS)) {
    const older = await olderProcesses(client, oldestCode);
    if (older.length === 0) return;
    before ??= older;
    const seen = new Map(before.map(({ id, seenAt }) => [id, seenAt.getTime()]));
    const isAnyAlive = older.some(({ id, seenAt }) => seenAt.getTime() !== seen.get(id));
    if (isAnyAlive || Date.now() > until)
      throw new Error(
        `The migration ${name} is not applied while processes live whose code is older than ${oldestCode}: they would not bear it (${older.length} of them). Stop or upgrade them first, then start this version.`,
      );
  }
}

async function applyMigration(connections: Connections, file: MigrationFile): Promise<void> {
  const { client } = connections;
  try {
    if (!file.isConcurrent) await inTransaction(connections, file);
    else {
      for (const statement of splitStatements(file.sql)) await client.query(statement);
      await recordMigration(client, file);
    }
  } catch (error) {
    throw new Error(`The migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function recordMigration(
  client: pg.Client,
  { name, sha256, oldestCode }: MigrationFile,
): Promise<void> {
  await client.query('insert into migrations (name, sha256, oldest_code) values ($1, $2, $3)', [
    name,
    sha256,
    oldestCode,
  ]);
}

async function inTransaction(connections: Connections, file: MigrationFile): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryInTransaction(connections, file);
    } catch (error) {
      const mayGoOn = OTHERS_FIRST.has((error as pg.DatabaseError).code ?? '');
      if (!mayGoOn || tries === TRIES) throw error;
      await delay(BETWEEN_TRIES_MS);
    }
  }
}

/** One try, given up as soon as a request would wait too long for it. */
async function tryInTransaction({ client, pool }: Connections, file: MigrationFile): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const watch = letOthersThrough(pool, rows[0]?.pid ?? 0);
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '${LOCK_SECONDS}s'`);
    await client.query(file.sql);
    await recordMigration(client, file);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    await watch.end();
  }
}

/** Cancels what a connection does once another one has waited for it. A migration of several statements may wait several times. */
function letOthersThrough(pool: pg.Pool, pid: number): { end(): Promise<void> } {
  const over = new AbortController();
  const look = async () => {
    while (!over.signal.aborted) {
      await pool
        .query(
          `select pg_cancel_backend($1) where exists (select from pg_stat_activity other
             where other.wait_event_type = 'Lock' and $1 = any(pg_blocking_pids(other.pid))
               and clock_timestamp() - other.query_start > make_interval(secs => $2))`,
          [pid, WAITED_SECONDS],
        )
        .catch(() => {});
      await delay(LOOK_MS, undefined, { signal: over.signal }).catch(() => {});
    }
  };
  const looking = look();
  return {
    end: async () => {
      over.abort();
      await looking;
    },
  };
}
