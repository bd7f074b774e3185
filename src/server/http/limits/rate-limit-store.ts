import { sql } from 'kysely';
import type { Db } from '#server/app.ts';

interface Hit {
  readonly key: string;
  readonly at: Date;
  /** When counting starts anew, if this is the first hit. */
  readonly resetsAt: Date;
}

/** Counts a hit of a key; returns its hits so far and until when they count. */
export async function countHit(
  db: Db,
  { key, at, resetsAt }: Hit,
): Promise<{ hits: number; resetsAt: Date } | undefined> {
  const { rows } = await sql<{ hits: number; resets_at: Date }>`
    insert into rate_limits (key, hits, resets_at) values (${key}, 1, ${resetsAt})
    on conflict (key) do update set
      hits = case when rate_limits.resets_at <= ${at} then 1 else rate_limits.hits + 1 end,
      -- After the clock was set back the end would lie further ahead than the limit is long.
      resets_at = case when rate_limits.resets_at <= ${at} then ${resetsAt}
        else least(rate_limits.resets_at, ${resetsAt}) end
    returning hits, resets_at`.execute(db);
  const [row] = rows;
  return row && { hits: row.hits, resetsAt: row.resets_at };
}

/** Forgets a key's hits. */
export async function deleteHits(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Forgets hits that counted until before an instant. */
export async function deleteOldHits(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<', before).execute();
}
