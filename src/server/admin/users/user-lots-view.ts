import { sql } from 'kysely';
import type { UserLot } from '#contract/admin/admin-users.ts';
import type { BatchState } from '#domain/batches/states.ts';
import type { App } from '#server/app.ts';

const LOTS_PER_PAGE = 50;

interface Row {
  id: string;
  number: string;
  state: BatchState;
  outputs: number;
  created_at: Date;
  deleted_at: Date | null;
  photos: string;
  runs: string;
  settled: string;
  failures: UserLot['failures'];
}

/** The lots of an account by states and counts, the photos that its owner sees in them. Neither a lot's name nor a file's leaves the account. */
export async function listLots(
  app: App,
  userId: string,
  cursor: number | undefined,
): Promise<{ lots: UserLot[]; nextCursor: number | null }> {
  const { rows } = await sql<Row>`
    select b.id, b.number, b.state, jsonb_array_length(b.outputs) as outputs, b.created_at, b.deleted_at,
      (select count(*) from batch_photos bp join photos p on p.id = bp.photo_id
        where bp.batch_id = b.id and p.trashed_at is null and p.purged_at is null
          and p.state in ('uploading', 'preparing', 'ready')) as photos,
      coalesce(r.runs, 0) as runs, coalesce(r.settled, 0) as settled, coalesce(f.failures, '[]') as failures
    from batches b
    left join lateral (
      select count(*) as runs, sum(settled) as settled from runs where batch_id = b.id) r on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('code', code, 'photos', n) order by n desc, code) as failures from (
        select error->>'code' as code, count(*) as n from run_photos
        where run_id = (select id from runs where batch_id = b.id order by number desc limit 1) and state = 'failed'
        group by 1) codes) f on true
    where b.owner_id = ${userId} and b.number < ${cursor ?? Number.MAX_SAFE_INTEGER}
    order by b.number desc limit ${LOTS_PER_PAGE + 1}`.execute(app.db);
  const lots = rows.slice(0, LOTS_PER_PAGE).map(
    (row): UserLot => ({
      id: row.id,
      number: Number(row.number),
      state: row.state,
      photos: Number(row.photos),
      outputs: row.outputs,
      runs: Number(row.runs),
      settled: Number(row.settled),
      failures: row.failures,
      isDeleted: row.deleted_at !== null,
      createdAt: row.created_at.toISOString(),
    }),
  );
  return { lots, nextCursor: rows.length > LOTS_PER_PAGE ? (lots.at(-1)?.number ?? null) : null };
}
