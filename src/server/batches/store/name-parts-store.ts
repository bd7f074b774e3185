import { sql } from 'kysely';
import { buildNameParts, type NameParts } from '#domain/batches/file-names.ts';
import { inBatchOrder, type PhotoOrder } from '#domain/batches/order.ts';
import type { Tx } from '#server/app.ts';
import { type BatchRow, getPhotoOrder } from '#server/batches/store/batch-store.ts';

type NamePartsByPhoto = ReadonlyMap<string, NameParts>;

interface Shown {
  mark: string;
  id: string | null;
  name: string;
  taken_at: string | null;
  state: string;
  position: number;
}

/** Batches whose name parts are cached; beyond it the least recently used goes. */
const MOST_KEPT = 100;

const kept = new Map<string, { readonly mark: string; readonly nameParts: NamePartsByPhoto }>();

/**
 * Returns the name parts of the photos that a batch shows, by id. Sorting follows the language's rules, which the database lacks: a hash
 * from it says whether anything changed, and only then are the photos read and sorted anew.
 */
export async function namePartsIn(
  tx: Tx,
  batch: Pick<BatchRow, 'id' | 'ordered_by_hand' | 'photo_order'>,
): Promise<NamePartsByPhoto> {
  const { id } = batch;
  const order = getPhotoOrder(batch);
  const key = `${id} ${order}`;
  const before = kept.get(key);
  const { rows } = await sql<Shown>`
    with shown as (
      select photos.id, coalesce(came_as->>'name', name) as name, taken_at, state, position from batch_photos join photos on photos.id = photo_id
      where batch_id = ${id} and trashed_at is null and purged_at is null and state not in ('refused', 'duplicate')
    ), marked as (
      select encode(sha256(convert_to(coalesce(string_agg(shown::text, ',' order by id), ''), 'UTF8')), 'hex') as mark
      from shown
    )
    select mark, shown.* from marked left join shown on mark is distinct from ${before?.mark ?? null}`.execute(
    tx,
  );
  const mark = rows[0]?.mark ?? '';
  const nameParts = before?.mark === mark ? before.nameParts : namePartsOfRows(rows, order);
  kept.delete(key);
  kept.set(key, { mark, nameParts });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return nameParts;
}

function namePartsOfRows(rows: readonly Shown[], order: PhotoOrder): NamePartsByPhoto {
  const shown = rows.flatMap(({ id, taken_at, ...row }) =>
    id === null ? [] : [{ ...row, id, takenAt: taken_at }],
  );
  return buildNameParts(inBatchOrder(shown, order));
}
