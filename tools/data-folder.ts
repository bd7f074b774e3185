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
  if (url) return { url, stop: async () => {} };
  const note = await readFile(join(dataDir, 'database-url'), 'utf8').catch(() => '');
  if (note && (await answers(note.trim()))) return { url: note.trim(), stop: async () => {} };
  return startEmbeddedPostgres({ dataDir, log: silent });
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
