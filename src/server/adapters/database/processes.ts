import type pg from 'pg';

/** The rows by which processes of one installation know of each other. A row that was not renewed for a minute is a process that is gone. */
export const GONE_SECONDS = 60;

export interface ThisProcess {
  readonly id: string;
  readonly role: 'all' | 'web' | 'worker';
  /** The page that it has; null where none is built. */
  readonly build: string | null;
  /** True: no other can be there, whatever rows say. */
  readonly isAlone: boolean;
}

/** A connection or a pool of them. */
interface Queries {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** Makes the row or renews it; `migration`: number of the newest one that the code has. */
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

/** Those of processes that are gone, and where only one can be there, all of them. */
export async function forgetProcesses(db: Queries, { isAlone }: { isAlone: boolean }): Promise<void> {
  await db.query(
    'delete from processes where $1 or seen_at < clock_timestamp() - make_interval(secs => $2)',
    [isAlone, GONE_SECONDS],
  );
}

export async function endProcess(db: Queries, id: string): Promise<void> {
  await db.query('delete from processes where id = $1', [id]);
}

/** Processes that live with code older than a migration's number, and when each was seen. */
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

/** Returns the first migration that code up to a number cannot bear; null: it works on this schema. */
export async function unbearableFor(db: Queries, code: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `select name from migrations where left(name, 4) > $1 and coalesce(oldest_code, '9999') > $1
     order by name collate "C" limit 1`,
    [code],
  );
  return rows[0]?.name ?? null;
}
