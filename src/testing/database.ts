import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { migrateDatabase } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import { PATIENCE } from '#testing/patience.ts';

export interface TestDatabase {
  /** Of the database itself, where a session lasts. */
  url: string;
  /** By the pooler, where the run has one. */
  pooledUrl: string | null;
  db: Kysely<DB>;
  pool: pg.Pool;
  close(): Promise<void>;
}

const MIGRATIONS = join(import.meta.dirname, '../server/adapters/database/migrations');
const LOCK = 4_620_102;
/** On a slow machine the last of 200 who want a connection waits longer than a server would let it. */
const LIMITS = ['connectionTimeoutMillis', 'statement_timeout', 'query_timeout'] as const;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A migrated, empty database of one's own (about 0.1 s), a copy of the run's template. Call it in `before`, close it in `after`. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(async (admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${await ensureTemplate(admin)}`),
  );
  const url = buildDatabaseUrl(name);
  const pooledUrl = process.env.TEST_POOLER_URL ? buildDatabaseUrl(name, process.env.TEST_POOLER_URL) : null;
  const { db, pool, close } = openDatabase(pooledUrl ?? url, silent, { isPooled: pooledUrl !== null });
  for (const limit of LIMITS) pool.options[limit] = Number(pool.options[limit]) * PATIENCE;
  const remove = async () => {
    await close();
    await asAdmin((admin) => dropDatabase(admin, name));
  };
  return { url, pooledUrl, db, pool, close: remove };
}

/** Made once per run, by the first file that needs it; named by the migrations: a server kept between runs never gives an old one. */
async function ensureTemplate(admin: pg.Client): Promise<string> {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(join(MIGRATIONS, file)));
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  await admin.query('SELECT pg_advisory_lock($1)', [LOCK]);
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (!rowCount) {
    await admin.query(`DROP DATABASE IF EXISTS ${name}_half WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${name}_half`);
    const half = openDatabase(buildDatabaseUrl(`${name}_half`), silent);
    await migrateDatabase(half.pool, MIGRATIONS).finally(half.close);
    await admin.query(`ALTER DATABASE ${name}_half RENAME TO ${name}`);
  }
  await admin.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  return name;
}

/** A pool's last connections are still closing when its `end` resolves; PostgreSQL waits 5 s for them. Force is for those forgotten. */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`DROP DATABASE ${name}`).catch(() => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl() });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error(
      'TEST_DATABASE_URL is not set: run the tests through `npm test -- path/of/the.test.ts`, which starts a database.',
    );
  return url;
}

function buildDatabaseUrl(name: string, server = adminUrl()): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
