import { realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from '#server/adapters/database/data-folder-lock.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { numberOf, readMigrations } from '#server/adapters/database/migration-files.ts';
import { type Database, openDatabase } from '#server/adapters/database/pool.ts';
import type { ThisProcess } from '#server/adapters/database/processes.ts';
import type { Log } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { databaseProblem } from '#server/start-errors.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'adapters', 'database', 'migrations');

/** Returns the address of the database; one of its own is started. The data folder is this server's from here on. */
export function ownFolderAndDatabase(
  config: Config,
  log: Log,
  started: AsyncDisposableStack,
): Promise<string> {
  return config.DATABASE_URL === '' ? embedded(config, log, started) : ownDatabase(config, started);
}

async function embedded(config: Config, log: Log, started: AsyncDisposableStack): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  started.defer(() => postgres.stop());
  // Tools beside a running server find its database here.
  const note = join(config.DATA_DIR, 'database-url');
  await writeFile(note, postgres.url, { mode: 0o600 });
  started.defer(() => rm(note, { force: true }));
  return postgres.url;
}

/** The embedded database locks its folder itself. */
async function ownDatabase(config: Config, started: AsyncDisposableStack): Promise<string> {
  const lock = lockDataFolder(await realpath(config.DATA_DIR));
  started.defer(() => lock.release());
  return config.DATABASE_URL;
}

/** Returns the number of the newest migration that this code has. */
export async function newestMigration(): Promise<string> {
  return numberOf((await readMigrations(MIGRATIONS)).at(-1)?.name ?? '');
}

/** The database, reached and brought up to date; from here on the process counts as living. */
export async function reachDatabase(
  config: Config,
  { url, log, presence }: { url: string; log: Log; presence: ThisProcess },
): Promise<Database> {
  let database: Database | null = null;
  try {
    database = openDatabase(url, log);
    await migrate(database.pool, MIGRATIONS, presence);
    return database;
  } catch (error) {
    await database?.close();
    throw config.DATABASE_URL ? databaseProblem(error, url) : error;
  }
}
