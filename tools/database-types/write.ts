import { writeFile } from 'node:fs/promises';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { migrateDatabase } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { silent } from '../data-folder.ts';
import { generateTables, MIGRATIONS, TABLES_FILE } from './generate.ts';

/** npm run database-types: migrates an empty database and writes the types of its tables, which a new migration changes. */
const folder = await makeTemporaryFolder();
// Nothing of it needs to reach the disk.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silent, settings });
const { db, pool, close } = openDatabase(postgres.url, silent);
try {
  await migrateDatabase(pool, MIGRATIONS);
  await writeFile(TABLES_FILE, await generateTables(db));
} finally {
  await close();
  await postgres.stop();
  await folder.remove();
}
