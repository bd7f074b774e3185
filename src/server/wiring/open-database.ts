import { realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from '#server/adapters/database/data-folder-lock.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { migrateDatabase } from '#server/adapters/database/migrate.ts';
import { getMigrationNumber, readMigrations } from '#server/adapters/database/migration-files.ts';
import { type Database, hasLimits, openDatabase } from '#server/adapters/database/pool.ts';
import type { ThisProcess } from '#server/adapters/database/processes.ts';
import type { Log } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { databaseProblem } from '#server/start-errors.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'adapters', 'database', 'migrations');

/** How the database is reached: by a pooler, and by sessions of one's own. Without a pooler both are the same. */
export interface DatabaseAddress {
  readonly url: string;
  readonly directUrl: string;
}

/** Connections of the two pools, by what a process does. One more listens. */
export function getPoolSizes({ ROLE, LOT_PROCESSES }: Config): { requests: number; jobs: number } {
  if (ROLE === 'all') return { requests: 10, jobs: 4 };
  return ROLE === 'web' ? { requests: 8, jobs: 1 } : { requests: 4 + LOT_PROCESSES, jobs: 2 };
}

/** Returns the address of the database; one of its own is started. The data folder is this server's from here on. */
export async function ownFolderAndDatabase(
  config: Config,
  log: Log,
  started: AsyncDisposableStack,
): Promise<DatabaseAddress> {
  if (config.DATABASE_URL !== '') return ownDatabase(config, started);
  const url = await startEmbeddedDatabase(config, log, started);
  return { url, directUrl: url };
}

async function startEmbeddedDatabase(
  config: Config,
  log: Log,
  started: AsyncDisposableStack,
): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  started.defer(() => postgres.stop());
  // Tools beside a running server find its database here.
  const note = join(config.DATA_DIR, 'database-url');
  await writeFile(note, postgres.url, { mode: 0o600 });
  started.defer(() => rm(note, { force: true }));
  return postgres.url;
}

/** The embedded database locks its folder itself. */
async function ownDatabase(config: Config, started: AsyncDisposableStack): Promise<DatabaseAddress> {
  const lock = lockDataFolder(await realpath(config.DATA_DIR));
  started.defer(() => lock.release());
  return { url: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL || config.DATABASE_URL };
}

/** Returns the number of the newest migration that this code has. */
export async function newestMigration(): Promise<string> {
  return getMigrationNumber((await readMigrations(MIGRATIONS)).at(-1)?.name ?? '');
}

/** The database, reached and brought up to date; from here on the process counts as living. */
export async function reachDatabase(
  config: Config,
  { url, directUrl }: DatabaseAddress,
  { log, presence }: { log: Log; presence: ThisProcess },
): Promise<Database> {
  const isPooled = config.DATABASE_DIRECT_URL !== '';
  let asked = directUrl;
  let database: Database | null = null;
  try {
    // Migrations need a session. One of this pool's settings is opened for them; the pool itself stays unused.
    const direct = openDatabase(directUrl, log);
    await migrateDatabase(direct.pool, MIGRATIONS, presence).finally(() => direct.close());
    asked = url;
    database = openDatabase(url, log, { most: getPoolSizes(config).requests, isPooled });
    if (isPooled && !(await hasLimits(database)))
      log.warn({}, 'the database ends neither long statements nor forgotten transactions: see operations.md');
    return database;
  } catch (error) {
    await database?.close();
    throw config.DATABASE_URL ? databaseProblem(error, asked) : error;
  }
}
