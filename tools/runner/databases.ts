import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { stopOrphan } from '#server/adapters/database/embedded/postgres-orphan.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

const MIGRATIONS = 'src/server/adapters/database/migrations';
const quiet = {
  info: () => {},
  warn: () => {},
  error: (details: object, message: string) => console.log(message, details),
};

/** For the journeys' servers to begin with; those that are killed make their own. */
export async function emptyDatabase(cleanUps: (() => Promise<void>)[]): Promise<Record<string, string>> {
  const folder = await makeTemporaryFolder();
  cleanUps.push(folder.remove);
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder.path, log: quiet });
  const { pool, close } = openDatabase(url, quiet);
  await migrate(pool, MIGRATIONS).finally(close);
  await stop();
  const made = join(folder.path, 'postgres');
  // Elsewhere where root's temporary folder is private, and on Windows there is no cp.
  return existsSync(join(made, 'cluster')) && process.platform !== 'win32' ? { EMPTY_DATABASE: made } : {};
}

/** Databases of servers that were killed, with the test that would have ended them. */
export async function stopDatabases(scratch: string): Promise<void> {
  const elsewhere = globSync(join(scratch, '*/postgres-location')).map((file) =>
    readFileSync(file, 'utf8').trim(),
  );
  for (const folder of [...globSync(join(scratch, '*/postgres')), ...elsewhere])
    await stopOrphan(join(folder, 'cluster'));
  for (const folder of elsewhere) rmSync(folder, { recursive: true, force: true });
}
