import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '#server/adapters/database/schema.ts';
import { ImpatientClient } from './hung-up.ts';
import type { Log } from './log.ts';
import { PreparingClient } from './prepared.ts';

export interface Database {
  pool: pg.Pool;
  db: Kysely<DB>;
  close(): Promise<void>;
}

const STATEMENT_LIMIT_MS = 30_000;
/** Longer than PostgreSQL's own limit: for a database that no longer responds at all. */
const ANSWER_LIMIT_MS = 35_000;
const CONNECT_LIMIT_MS = 10_000;
/** Interval at which an idle connection is checked. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Counts and bani stay far below 2^53, so int8 becomes a plain number. (A sum of int8 is numeric, hence text: cast it.) A date stays a
 * text, „2026-11-22”, since it is no moment.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === pg.types.builtins.INT8) return Number;
    if (format !== 'binary' && oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

interface DatabaseOptions {
  /** Milliseconds that a query may go without a response; 0 for tools whose queries take hours. */
  readonly answerLimitMs?: number;
  /** Most connections. */
  readonly most?: number;
  /**
   * The address is a pooler's in transaction mode: each transaction may be on another session, so no session gets limits and no statement a
   * name. The limits are those of the database's role.
   */
  readonly isPooled?: boolean;
}

/** Opens a pool; connects at the first query. */
export function openDatabase(
  url: string,
  log: Log,
  { answerLimitMs = ANSWER_LIMIT_MS, most = 10, isPooled = false }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    query_timeout: answerLimitMs,
    Client: isPooled ? ImpatientClient : PreparingClient,
    ...(!isPooled && {
      statement_timeout: STATEMENT_LIMIT_MS,
      idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
    }),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'fotolot',
    types,
  });
  // Without these listeners a connection cut by the server (a restart, a failover) would end the whole process: the pool reports idle ones,
  // a connection in use reports itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error: error.message }, 'a database connection was cut'));
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends only a pool that it has used.
    if (!pool.ending) await pool.end();
  };
  return { pool, db, close };
}

/** True when the database itself ends forgotten statements and transactions. */
export async function hasLimits({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ limit: string }>(
    "select setting as limit from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')",
  );
  return rows.every(({ limit }) => limit !== '0');
}

/** Throws when the database does not answer for one of its tables. */
export async function requireAnswer(db: Kysely<DB>): Promise<void> {
  await db.selectFrom('plan_terms').select('plan').limit(1).execute();
}
