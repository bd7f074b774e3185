import { sql } from 'kysely';
import type { BatchRow } from '#contract/batches.ts';
import type { App } from '#server/app.ts';

interface Row {
  id: string;
  number: number;
  name: string;
  state: BatchRow['state'];
  created_at: Date;
  photo_count: number;
  cover_ids: string[] | null;
  done: number;
  total: number;
}

const SHOWN = 100;
const COVERS = 14;

/** Own lots as strips, newest first. */
export async function listBatches(app: App, ownerId: string): Promise<BatchRow[]> {
  const { rows } = await sql<Row>`
    select b.id, b.number, b.name, b.state, b.created_at,
      coalesce(p.photo_count, 0)::int as photo_count, p.cover_ids,
      coalesce(r.done, 0)::int as done, coalesce(r.total, 0)::int as total
    from batches b
    left join lateral (
      select count(*) as photo_count,
        (array_agg(ph.id order by case when b.ordered_by_hand then bp.position end, ph.taken_at nulls last, ph.name, bp.position)
          filter (where ph.state = 'ready'))[1:${sql.lit(COVERS)}] as cover_ids
      from batch_photos bp join photos ph on ph.id = bp.photo_id
      where bp.batch_id = b.id and ph.trashed_at is null and ph.purged_at is null
        and ph.state in ('uploading', 'preparing', 'ready')
    ) p on true
    left join lateral (
      select count(*) filter (where rp.state in ('done', 'failed')) as done, count(*) as total
      from run_photos rp
      where rp.run_id = (select id from runs where batch_id = b.id order by number desc limit 1)
    ) r on true
    where b.owner_id = ${ownerId} and b.deleted_at is null
    order by b.created_at desc, b.number desc
    limit ${SHOWN}`.execute(app.db);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    name: row.name,
    state: row.state,
    photoCount: row.photo_count,
    coverIds: row.cover_ids ?? [],
    done: row.done,
    total: row.total,
    createdAt: row.created_at.toISOString(),
  }));
}
