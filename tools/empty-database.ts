import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { stopOrphan } from '#server/adapters/database/embedded/postgres-orphan.ts';
import { migrateDatabase } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { silent } from './data-folder.ts';

/**
 * For the tests that start servers; making a database costs as much as starting a server twice.
 *   node tools/empty-database.ts FOLDER          makes one with its tables and nothing in it; prints its folder, or nothing where a
 *                                                copy of it would not be used
 *   node tools/empty-database.ts --stop FOLDER   stops databases of killed servers whose data folders lie in FOLDER
 */
const MIGRATIONS = 'src/server/adapters/database/migrations';

async function makeEmptyDatabase(dataDir: string): Promise<void> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: silent });
  const { pool, close } = openDatabase(url, silent);
  await migrateDatabase(pool, MIGRATIONS).finally(close);
  await stop();
  const made = join(dataDir, 'postgres');
  // It lies elsewhere where root's temporary folder is private; on Windows there is no cp.
  if (existsSync(join(made, 'cluster')) && process.platform !== 'win32') console.log(made);
}

async function stopDatabases(folder: string): Promise<void> {
  const elsewhere = globSync(join(folder, '*/postgres-location')).map((file) =>
    readFileSync(file, 'utf8').trim(),
  );
  for (const place of [...globSync(join(folder, '*/postgres')), ...elsewhere])
    await stopOrphan(join(place, 'cluster'));
  for (const place of elsewhere) rmSync(place, { recursive: true, force: true });
}

const [folder = '', killed] = process.argv.slice(2);
if (folder === '--stop' && killed !== undefined) await stopDatabases(killed);
else await makeEmptyDatabase(folder);
