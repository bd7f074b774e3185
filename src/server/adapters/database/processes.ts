import type pg from 'pg';

/** A process whose row was not renewed for so long is gone. By these rows the processes of one installation know of each other. */
export const GONE_SECONDS = 60;

export interface ThisProcess {
  readonly id: string;
  readonly role: 'all' | 'web' | 'worker';
  /** The page that it has; null where none is built. */
  readonly build: string | null;
  /** True: there can be no other process, whatever rows say. */
  readonly isAlone: boolean;
}

/** A connection or a pool of them. */
interface Queries {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** Inserts or renews the process's row; `migration`: number of the newest one in its code. */
export async function renewProcess(
  db: Queries,
  { id, role, build }: ThisProcess,
  migration: string,
): Promise<void> {
  await db.query(
    `insert into processes (id, role, build, migration) values ($1, $2, $3, $4)
     on conflict (id) do update set seen_at = clock_timestamp()`,
    [id, role, build, migration],
  );
}

/** Deletes rows of processes that are gone; all rows where only one process can be there. */
export async function forgetProcesses(db: Queries, { isAlone }: { isAlone: boolean }): Promise<void> {
  await db.query(
    'delete from processes where $1 or seen_at < clock_timestamp() - make_interval(secs => $2)',
    [isAlone, GONE_SECONDS],
  );
}

export async function endProcess(db: Queries, id: string): Promise<void> {
  await db.query('delete from processes where id = $1', [id]);
}

/** Returns living processes whose code is older than a migration's number, and when each was last seen. */
export async function olderProcesses(db: Queries, code: string): Promise<{ id: string; seenAt: Date }[]> {
  const { rows: tables } = await db.query<{ name: string | null }>("select to_regclass('processes') as name");
  if (tables[0]?.name === null) return [];
  const { rows } = await db.query<{ id: string; seenAt: Date }>(
    `select id, seen_at as "seenAt" from processes
     where migration < $1 and seen_at >= clock_timestamp() - make_interval(secs => $2)`,
    [code, GONE_SECONDS],
  );
  return rows;
}

/** Returns the first migration that code up to a number can't bear, or null. */
export async function unbearableFor(db: Queries, code: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `select name from migrations where left(name, 4) > $1 and coalesce(oldest_code, '9999') > $1
     order by name collate "C" limit 1`,
    [code],
  );
  return rows[0]?.name ?? null;
}
