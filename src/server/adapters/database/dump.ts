import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** The contents of a database at one moment. The rows lie beside it as gzipped COPY text, one file per table. */
export interface Dump {
  /** Names of the migrations that had been applied, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly DumpedTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly isUsed: boolean }[];
  /** Jobs that had not been carried out. */
  readonly jobs: readonly { readonly name: string; readonly data: Readonly<Record<string, string>> }[];
}

interface DumpedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/**
 * Tables whose rows go within minutes, are rebuilt by each start, give access that a copy must not have, or are no fact about a copy; they
 * stay out of a dump.
 */
const PASSING = ['trial_images', 'trial_cutouts', 'processes', 'web_builds', 'anaf_grant', 'last_backup'];
const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1) group by 1 order by 1`;
const SEQUENCES = `
  select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as "isUsed"
  from pg_sequences where schemaname = current_schema() order by 1`;
const JOBS = `select name, data from jobs.job where state in ('created', 'retry', 'active') and name = any($1) order by created_on`;
const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`;

const quoteIdentifier = (name: string) => pg.escapeIdentifier(name);
const buildDumpPath = (folder: string, table: string) => join(folder, `${table}.copy.gz`);

async function runWithClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'fotolot backup' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Dumps every table at one moment while others use the database. `jobNames`: jobs to take along. Errors of database and disk pass through.
 */
export function dumpDatabase(url: string, folder: string, jobNames: readonly string[]): Promise<Dump> {
  return runWithClient(url, async (client) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await client.query('begin isolation level repeatable read read only');
    const found = await client.query<{ name: string; columns: string[] }>(TABLES, [PASSING]);
    const tables: DumpedTable[] = [];
    for (const { name, columns } of found.rows) {
      const source = client.query(
        copyTo(`copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`),
      );
      await pipeline(
        source,
        createGzip(),
        createWriteStream(buildDumpPath(folder, name), { mode: 0o600, flush: true }),
      );
      tables.push({ name, columns, rows: source.rowCount });
    }
    const migrations = await client.query<{ name: string }>(
      'select name from migrations order by name collate "C"',
    );
    const sequences = await client.query<Dump['sequences'][number]>(SEQUENCES);
    const jobs = await client.query<Dump['jobs'][number]>(JOBS, [jobNames]);
    await client.query('commit');
    return {
      tables,
      migrations: migrations.rows.map(({ name }) => name),
      sequences: sequences.rows,
      jobs: jobs.rows,
    };
  });
}

/** Replaces the rows of a database with the same migrations by a dump's, all or none. Throws when a table's backup lacks rows. */
export function loadDatabase(url: string, folder: string, dump: Dump): Promise<void> {
  return runWithClient(url, async (client) => {
    await client.query('begin');
    // Tables are filled one by one, so foreign keys come back once all are there.
    const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
      FOREIGN_KEYS,
    );
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
    // The ledger refuses to be emptied; only a restore may do it.
    const triggers = async (state: 'disable' | 'enable') => {
      for (const { name } of dump.tables)
        await client.query(`alter table ${quoteIdentifier(name)} ${state} trigger user`);
    };
    await triggers('disable');
    await client.query(`truncate ${dump.tables.map(({ name }) => quoteIdentifier(name)).join(', ')}`);
    for (const { name, columns, rows } of dump.tables) {
      const target = client.query(
        copyFrom(`copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`),
      );
      await pipeline(createReadStream(buildDumpPath(folder, name)), createGunzip(), target);
      if (target.rowCount !== rows)
        throw new Error(`The backup of table ${name} has ${target.rowCount} rows instead of ${rows}.`);
    }
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const { name, value, isUsed } of dump.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        quoteIdentifier(name),
        value,
        isUsed,
      ]);
    await triggers('enable');
    await client.query('commit');
  });
}
