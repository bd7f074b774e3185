import { join } from 'node:path';
import type { Preset } from '#domain/recipes/presets.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { migrateDatabase } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { presetsAt } from '#server/recipes/preset-store.ts';
import { silent } from '../data-folder.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src/server/adapters/database/migrations');

/** The ones that a new database has; it is made in this folder. */
export async function shippedPresets(dataDir: string): Promise<Preset[]> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: silent });
  const { db, pool, close } = openDatabase(url, silent);
  await migrateDatabase(pool, MIGRATIONS);
  const presets = await presetsAt(db, new Date());
  await close();
  await stop();
  return presets;
}
