import { sql } from 'kysely';
import type { ListedBatch, listBatches as route } from '#contract/batches.ts';
import type { QueryOf, ReplyOf } from '#contract/route.ts';
import { inBatchOrder, type OrderedPhoto } from '#domain/batches/order.ts';
import { STATES_OF } from '#domain/batches/states.ts';
import type { App } from '#server/app.ts';
import { getPhotoOrder } from '#server/batches/store/batch-store.ts';

interface Row {
  id: string;
  number: number;
  name: string;
  state: ListedBatch['state'];
  created_at: Date;
  photo_count: number;
  ordered_by_hand: boolean;
  photo_order: 'time' | 'name' | null;
  covers: (OrderedPhoto & { readonly id: string })[] | null;
  done: number;
  total: number;
  result_count: number;
  is_downloaded: boolean | null;
  window_ends_at: Date | null;
}

const PAGE = 60;
const MOST_WORDS = 6;
const COVERS = 14;

/** Returns a page of own batches as strips, newest first. */
export async function listBatches(
  app: App,
  ownerId: string,
  { q = '', group, before, pile }: QueryOf<typeof route>,
): Promise<ReplyOf<typeof route>> {
  const words = q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const named = words.map(
    (word) => sql`and strpos(b.name_key || ' lot ' || lpad(b.number::text, 4, '0'), fold(${word})) > 0`,
  );
  const { rows } = await sql<Row>`
    select b.id, b.number, b.name, b.state, b.created_at, b.window_ends_at,
      b.ordered_by_hand, b.photo_order,
      coalesce(p.photo_count, 0)::int as photo_count, p.covers,
      coalesce(r.done, 0)::int as done, coalesce(r.total, 0)::int as total, made.result_count, made.is_downloaded
    from batches b
    left join lateral (
      select count(*) as photo_count,
        json_agg(json_build_object('id', ph.id, 'name', ph.name, 'takenAt', ph.taken_at, 'position', bp.position))
          filter (where ph.state = 'ready') as covers
      from batch_photos bp join photos ph on ph.id = bp.photo_id
      where bp.batch_id = b.id and ph.trashed_at is null and ph.purged_at is null
        and ph.state in ('uploading', 'preparing', 'ready')
    ) p on true
    left join lateral (
      select count(*) filter (where rp.state in ('done', 'failed')) as done, count(*) as total
      from run_photos rp
      where rp.run_id = (select id from runs where batch_id = b.id order by number desc limit 1)
    ) r on true
    left join lateral (
      select count(*)::int as result_count, bool_and(results.downloaded_at is not null) as is_downloaded
      from results join batch_photos using (batch_id, photo_id) join photos ph on ph.id = photo_id
      where batch_id = b.id and ph.trashed_at is null
    ) made on true
    where b.owner_id = ${ownerId} and b.deleted_at is null ${sql.join(named, sql` `)}
      ${pile ? sql`and (b.id = ${pile} or b.pile_id = ${pile})` : sql``}
      ${group ? sql`and b.state = any(${STATES_OF[group]})` : sql``}
      ${before ? sql`and b.number < ${Number(before)}` : sql``}
    order by b.number desc
    limit ${PAGE + 1}`.execute(app.db);
  const shown = rows.slice(0, PAGE);
  const now = app.now();
  return {
    batches: shown.map((row) => asBatchRow(row, now)),
    next: rows.length > PAGE ? String(shown.at(-1)?.number) : null,
  };
}

function asBatchRow(row: Row, now: Date): ListedBatch {
  const { window_ends_at: end } = row;
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    state: row.state,
    photoCount: row.photo_count,
    // Sorting follows the language's rules, which the database does not have.
    coverIds: inBatchOrder(row.covers ?? [], getPhotoOrder(row))
      .slice(0, COVERS)
      .map(({ id }) => id),
    done: row.done,
    total: row.total,
    resultCount: row.result_count,
    isDownloaded: row.is_downloaded ?? false,
    freeUntil: end && end > now ? end.toISOString() : null,
    createdAt: row.created_at.toISOString(),
  };
}
