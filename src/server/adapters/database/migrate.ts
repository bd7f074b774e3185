import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Any constant will do, as long as nothing else in this database uses it. */
const LOCK = 4_620_101;
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/**
 * Brings the database to the state the code was written for; returns the names it applied. Several servers may start at once:
 * one applies, the others wait. Refuses a database whose history differs from the folder.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const files = await readMigrations(folder);
  // Waiting for another server's migration, or building an index, may take longer than a request ever should.
  const { query_timeout: _, ...options } = pool.options;
  const client = new pg.Client({ ...options, statement_timeout: 0 });
  // A cut is heard by the query that meets it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    return await applyMissing(client, files);
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files: Migration[] = [];
  for (const name of names) {
    if (!FILE_NAME.test(name)) throw new Error(`The migration ${name} is not named NNNN-what-it-does.sql.`);
    if (files.at(-1)?.name.slice(0, 4) === name.slice(0, 4))
      throw new Error(`Two migrations have the number ${name.slice(0, 4)}.`);
    const sql = await readFile(join(folder, name), 'utf8');
    // A checkout on Windows may turn the line ends; the content is the same.
    files.push({
      name,
      sql,
      sha256: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex'),
    });
  }
  return files;
}

async function applyMissing(client: pg.Client, files: Migration[]): Promise<string[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM migrations ORDER BY name COLLATE "C"',
  );
  for (const [at, row] of rows.entries()) refuseIfDifferent(row, files, at);
  const missing = files.slice(rows.length);
  for (const file of missing) await apply(client, file);
  return missing.map(({ name }) => name);
}

function refuseIfDifferent(row: { name: string; sha256: string }, files: Migration[], at: number): void {
  const known = files.find(({ name }) => name === row.name);
  if (!known)
    throw new Error(
      `The database is newer than this code: it has the migration ${row.name}, which the code lacks. Start the newer version.`,
    );
  if (known.sha256 !== row.sha256)
    throw new Error(
      `The migration ${row.name} was changed after it had been applied. Restore its text and write a new migration.`,
    );
  if (files[at] !== known)
    throw new Error(
      `The migration ${files[at]?.name} is missing in the database, although ${row.name} was applied. Give it a higher number.`,
    );
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO migrations (name, sha256) VALUES ($1, $2)', [name, sha256]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
