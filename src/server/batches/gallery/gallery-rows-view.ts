import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import type { OutputFormat } from '#domain/recipes/outputs.ts';
import type { Db } from '#server/app.ts';
import { buildConditions, type GalleryQuery } from '#server/batches/gallery/gallery-filters-view.ts';
import type { ShownRow } from '#server/photos/photo-view.ts';

export interface GalleryRow extends ShownRow {
  readonly id: string;
  readonly photo_id: string;
  readonly last_used_at: Date;
  readonly output_key: string | null;
  readonly output_label: string | null;
  readonly suffix: string | null;
  readonly format: OutputFormat | null;
  readonly batch_id: string | null;
  /** Its place in the order asked for: an instant, a name, or numbers of its batch. */
  readonly at: Date | string;
}

export interface Cursor {
  readonly id: string;
  readonly at: string;
}
interface Page {
  readonly after: Cursor | null;
  readonly most: number;
}

const CURSOR = /^((?:img|res)_[a-z0-9]{20,32}) (.+)$/s;
const IN_PHOTO_BATCHES = /^\d{1,15}:\d{1,9}$/;
const IN_RESULT_BATCHES = /^\d{1,15}:\d{1,9}:\d{1,9}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const EARLIEST = Date.parse('1970-01-01');

/** „id place”, as it was sent with the last page. */
export function readCursor(text: string, { kind, sort }: Pick<GalleryQuery, 'kind' | 'sort'>): Cursor {
  const [, id = '', at = ''] = CURSOR.exec(text) ?? [];
  const isInBatches = (kind === 'results' ? IN_RESULT_BATCHES : IN_PHOTO_BATCHES).test(at);
  const isPosition =
    sort === 'name' ||
    (sort === 'lots' && isInBatches) ||
    (isInstant(at) && !(sort === 'lots' && kind === 'results'));
  if (id === '' || !isPosition) throw new AppError('http/bad-request', { fields: ['cursor'] });
  return { id, at };
}

function isInstant(text: string): boolean {
  const at = Date.parse(text);
  // A day that does not exist is carried over into the next month.
  return INSTANT.test(text) && at >= EARLIEST && new Date(at).toISOString() === text;
}

export function toCursor({ id, at }: GalleryRow): string {
  return `${id} ${at instanceof Date ? at.toISOString() : at}`;
}

/** A page behind the cursor, read along an index: nothing is counted off or sorted as a whole. */
export async function galleryRows(db: Db, wanted: GalleryQuery, page: Page): Promise<GalleryRow[]> {
  const read = async (query: RawBuilder<GalleryRow>) => (await query.execute(db)).rows;
  if (wanted.sort !== 'lots') return read(inOrder(wanted, page));
  if (wanted.kind === 'results') return read(resultsByBatch(wanted, page));
  const { after, most } = page;
  const isPastBatches = after !== null && isInstant(after.at);
  const inBatches = isPastBatches ? [] : await read(photosByBatch(wanted, page));
  if (inBatches.length === most || wanted.lot !== null) return inBatches;
  const loose = { ...wanted, uses: [...wanted.uses, 'loose'], sort: 'newest' } as const;
  const rest = { after: isPastBatches ? after : null, most: most - inBatches.length };
  return [...inBatches, ...(await read(inOrder(loose, rest)))];
}

export async function countGallery(db: Db, wanted: GalleryQuery): Promise<number> {
  const from = wanted.kind === 'results' ? RESULTS : sql`photos p`;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${from} where ${buildConditions(wanted)}`.execute(db);
  return rows[0]?.n ?? 0;
}

const RESULTS = sql`results r
  join photos p on p.id = r.photo_id
  join batches b on b.id = r.batch_id
  join batch_photos bp on bp.batch_id = r.batch_id and bp.photo_id = r.photo_id`;

const PHOTO_COLUMNS = sql`p.id, p.id as photo_id, p.name, p.state, p.bytes, p.width, p.height, p.thumbhash, p.taken_at,
  p.created_at, p.trashed_at, p.last_used_at, p.has_gps, null as output_key, null as output_label, null as suffix,
  null as format, null as batch_id`;

const RESULT_COLUMNS = sql`r.id, p.id as photo_id, p.name, p.state, r.bytes, r.width, r.height, p.thumbhash, p.taken_at,
  r.created_at, p.trashed_at, p.last_used_at, p.has_gps, r.output_key, r.output_label, r.suffix, r.format, r.batch_id`;

/** By the instant they came (into the trash), or by name. */
function inOrder(wanted: GalleryQuery, { after, most }: Page): RawBuilder<GalleryRow> {
  const isResults = wanted.kind === 'results';
  const item = isResults ? sql.ref('r') : sql.ref('p');
  const byName = wanted.sort === 'name';
  const instant = wanted.kind === 'trash' ? sql`p.trashed_at` : sql`${item}.created_at`;
  const at = byName ? sql`p.name_key` : instant;
  const rising = byName || wanted.sort === 'oldest';
  const direction = rising ? sql`asc` : sql`desc`;
  const from = after && (byName ? sql`${after.at}::text` : sql`${after.at}::timestamptz`);
  const beyond = after && sql`and (${at}, ${item}.id) ${rising ? sql`>` : sql`<`} (${from}, ${after.id})`;
  return sql`select ${isResults ? RESULT_COLUMNS : PHOTO_COLUMNS}, ${at} as at
    from ${isResults ? RESULTS : sql`photos p`}
    where ${buildConditions(wanted)} ${beyond ?? sql``}
    order by ${at} ${direction}, ${item}.id ${direction} limit ${most}`;
}

/** Every photo under the newest batch that holds it, or under the one that is asked for. */
function photosByBatch(wanted: GalleryQuery, { after, most }: Page): RawBuilder<GalleryRow> {
  const [number, position] = (after?.at ?? '').split(':').map(Number);
  const beyond = after
    ? sql`and b.number <= ${number} and (b.number < ${number} or (bp.position, p.id) > (${position}, ${after.id}))`
    : sql``;
  const inBatch = wanted.lot
    ? sql`and b.id = ${wanted.lot}`
    : sql`and not exists (
        select from batch_photos o join batches newer on newer.id = o.batch_id
        where o.photo_id = p.id and newer.deleted_at is null and newer.number > b.number)`;
  return sql`select ${PHOTO_COLUMNS}, b.number || ':' || bp.position as at
    from batches b join batch_photos bp on bp.batch_id = b.id join photos p on p.id = bp.photo_id
    where b.owner_id = ${wanted.ownerId} and b.deleted_at is null ${inBatch} and ${buildConditions(wanted)} ${beyond}
    order by b.number desc, bp.position, p.id limit ${most}`;
}

function resultsByBatch(wanted: GalleryQuery, { after, most }: Page): RawBuilder<GalleryRow> {
  const [number, output, position] = (after?.at ?? '').split(':').map(Number);
  const beyond = after
    ? sql`and b.number <= ${number} and (b.number < ${number}
        or (r.output_position, bp.position, r.id) > (${output}, ${position}, ${after.id}))`
    : sql``;
  return sql`select ${RESULT_COLUMNS}, b.number || ':' || r.output_position || ':' || bp.position as at
    from ${RESULTS} where b.owner_id = ${wanted.ownerId} and ${buildConditions(wanted)} ${beyond}
    order by b.number desc, r.output_position, bp.position, r.id limit ${most}`;
}
