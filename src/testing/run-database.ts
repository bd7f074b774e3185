import { globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { stopOrphan } from '#server/adapters/database/embedded/postgres-orphan.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

const log = {
  info: () => {},
  warn: () => {},
  error: (details: object, message: string) => console.log(message, details),
};
// Nothing outlives the run, so nothing needs to reach the disk; every test file has a pool of its own.
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

let database: Promise<EmbeddedPostgres> | undefined;

/** Starts the database that all test files of a run share; once. */
export function startRunDatabase(): Promise<EmbeddedPostgres> {
  database ??= makeTemporaryFolder().then(({ path }) =>
    startEmbeddedPostgres({ dataDir: path, log, settings: SETTINGS }),
  );
  return database;
}

/** Stops the run's database, and in the run's folders those of servers that were killed with the test that would have ended them. */
export async function stopDatabases(folders: readonly string[]): Promise<void> {
  await database?.then(({ stop }) => stop()).catch((error: unknown) => console.log(error));
  const find = (pattern: string) => folders.flatMap((folder) => globSync(join(folder, pattern)));
  const places = find('*/postgres-location');
  const elsewhere = places.map((file) => readFileSync(file, 'utf8').trim());
  for (const cluster of [...find('*/postgres'), ...elsewhere]) await stopOrphan(join(cluster, 'cluster'));
  await Promise.all(elsewhere.map((path) => rm(path, { recursive: true, force: true })));
}
