import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';

/** The database of a data folder, for tools: of the running server when there is one, else started for as long as the tool runs. */
export const silent = { info: () => {}, warn: () => {}, error: () => {} };

export async function getDatabaseUrl(
  dataDir: string,
  url: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const found = await findDatabaseUrl(dataDir, url);
  return found === null
    ? startEmbeddedPostgres({ dataDir, log: silent })
    : { url: found, stop: async () => {} };
}

/** Returns `url`, else that of the running server's own database; null: none runs. */
export async function findDatabaseUrl(dataDir: string, url: string): Promise<string | null> {
  if (url) return url;
  const note = (await readFile(join(dataDir, 'database-url'), 'utf8').catch(() => '')).trim();
  return note && (await answers(note)) ? note : null;
}

/** A server that was killed leaves its note behind. */
async function answers(url: string): Promise<boolean> {
  const { pool, close } = openDatabase(url, silent);
  const isThere = await pool.query('select 1').then(
    () => true,
    () => false,
  );
  await close();
  return isThere;
}
