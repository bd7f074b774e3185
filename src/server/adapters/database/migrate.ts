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

/** Any constant that nothing else in this database uses. */
const LOCK = 4_620_101;
const ASK_FOR_LOCK_MS = 200;
/** Longest that a migration waits for a table, and later queries wait for the migration. */
const LOCK_SECONDS = 3;
/** A request that has waited this long behind a migration is let through; with LOOK_MS that stays below three seconds. */
const WAITED_SECONDS = 2;
const LOOK_MS = 250;
const TRIES = 20;
const BETWEEN_TRIES_MS = 1000;
const ASK_OLDER_MS = 1000;
/** The lock was not free, the migration was cancelled for waiting requests, or it met another in a deadlock. */
const OTHERS_FIRST = new Set(['55P03', '57014', '40P01']);

/**
 * Migrates the database to the code's state; returns the names applied. Of several servers that start at once one applies, the others wait.
 * Throws for a database whose history differs from the folder, unless its newer migrations bear this code, and for migrations that a living
 * process with older code does not bear. From its end on `process` counts as living.
 */
export async function migrateDatabase(
  pool: pg.Pool,
  folder: string,
  process?: ThisProcess,
): Promise<string[]> {
  const files = await readMigrations(folder);
  // Waiting for another server's migration, or building an index, may take longer than any request.
  const { query_timeout: _, ...options } = pool.options;
  const client = new pg.Client({ ...options, statement_timeout: 0 });
  // A lost connection shows in the query that meets it.
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

/** Polls: a statement that waits for the lock holds a snapshot, which a concurrent index build would wait for in turn. */
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

/** Looks first, since a column can't be added while a backup reads the table. */
async function prepareTable(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now(), oldest_code text)',
  );
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'oldest_code'`,
  );
  if (!rowCount) await client.query('alter table migrations add column oldest_code text');
}

/** True for a migration of a newer version that declares that it bears this code. */
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
 * Waits until no process has code that a migration does not bear. A process that renews its row meanwhile is alive, and the migration is
 * refused; a killed one is gone within a minute.
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

/** Tries once, and gives up as soon as a request would wait too long. */
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

/** Cancels a connection's statement once another connection has waited for it. A migration of several statements may wait several times. */
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
