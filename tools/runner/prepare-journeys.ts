import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { findBrowser } from '../../e2e/support/find-browser.ts';
import { silent } from '../data-folder.ts';
import { runProgram } from './run-tests.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src/server/adapters/database/migrations');
const VITE = 'node_modules/vite/bin/vite.js';

/** Builds the page, and finds a browser here, so that two processes do not unpack or install the same one at once. */
export async function preparePage(): Promise<void> {
  const problem = await runProgram([VITE, 'build', '--logLevel', 'warn'], { env: {}, hangMs: 600_000 });
  if (problem) throw new Error(`The page could not be built: ${problem}.`);
  await findBrowser();
}

/**
 * Makes the database that the journeys' servers begin with; those that are killed make their own. Returns where it is, for their
 * environment.
 */
export async function makeEmptyDatabase(): Promise<Record<string, string>> {
  if (process.env.EMPTY_DATABASE) return {};
  const { path } = await makeTemporaryFolder();
  const { url, stop } = await startEmbeddedPostgres({ dataDir: path, log: silent });
  const { pool, close } = openDatabase(url, silent);
  await migrate(pool, MIGRATIONS).finally(close);
  await stop();
  const made = join(path, 'postgres');
  // Elsewhere where root's temporary folder is private, and on Windows there is no cp.
  return existsSync(join(made, 'cluster')) && process.platform !== 'win32' ? { EMPTY_DATABASE: made } : {};
}
