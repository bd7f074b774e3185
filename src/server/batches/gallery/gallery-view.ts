import { sql } from 'kysely';
import type { GalleryItem, listGallery as route } from '#contract/gallery.ts';
import type { QueryOf, ReplyOf } from '#contract/route.ts';
import { MEDIA_TYPES } from '#domain/recipes/outputs.ts';
import type { App } from '#server/app.ts';
import type { GalleryQuery } from '#server/batches/gallery/gallery-filters-view.ts';
import {
  countGallery,
  type GalleryRow,
  galleryRows,
  readCursor,
  toCursor,
} from '#server/batches/gallery/gallery-rows-view.ts';
import { asShown, photoRetentionNow } from '#server/photos/photo-view.ts';

/** The first is small, so that it is there at once. */
const FIRST = 150;
const NEXT = 500;
const MOST_WORDS = 6;

export async function listGallery(
  app: App,
  ownerId: string,
  query: QueryOf<typeof route>,
): Promise<ReplyOf<typeof route>> {
  const wanted: GalleryQuery = {
    ownerId,
    kind: query.kind ?? 'photos',
    words: (query.q ?? '').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS),
    lot: query.lot ?? null,
    uses: query.use ? [query.use] : [],
    output: query.output ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
    sort: query.sort ?? 'newest',
  };
  const after = query.cursor === undefined ? null : readCursor(query.cursor, wanted);
  const size = after ? NEXT : FIRST;
  const [rows, total] = await Promise.all([
    galleryRows(app.db, wanted, { after, most: size + 1 }),
    after ? null : countGallery(app.db, wanted),
  ]);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { items: await asItems(app, ownerId, shown), total, nextCursor: last ? toCursor(last) : null };
}

async function asItems(app: App, ownerId: string, rows: readonly GalleryRow[]): Promise<GalleryItem[]> {
  const photoIds = [...new Set(rows.map(({ photo_id }) => photo_id))];
  const [kept, batches, labels] = await Promise.all([
    photoRetentionNow(app, ownerId, photoIds),
    listBatchesByPhoto(app, photoIds),
    listLabelsByPhoto(app, photoIds),
  ]);
  return rows.map((row) => {
    const inBatches = batches.get(row.photo_id) ?? [];
    const keep = kept({ ...row, id: row.photo_id });
    const shown = { id: row.id, photoId: row.photo_id, ...asShown(row, keep) };
    if (row.format === null)
      return {
        ...shown,
        result: null,
        lots: inBatches.map(asBatch),
        outputs: labels.get(row.photo_id) ?? [],
      };
    return {
      ...shown,
      result: {
        outputKey: row.output_key ?? '',
        suffix: row.suffix ?? '',
        mediaType: MEDIA_TYPES[row.format],
      },
      lots: inBatches.filter(({ id }) => id === row.batch_id).map(asBatch),
      outputs: [row.output_label ?? ''],
    };
  });
}

interface PhotoBatchRow {
  readonly photo_id: string;
  readonly id: string;
  readonly number: number;
  readonly name: string;
}
const asBatch = ({ id, number, name }: PhotoBatchRow) => ({ id, number, name });

/** The batches that hold each photo, newest first. */
async function listBatchesByPhoto(
  app: App,
  photoIds: readonly string[],
): Promise<Map<string, PhotoBatchRow[]>> {
  const { rows } = await sql<PhotoBatchRow>`
    select bp.photo_id, b.id, b.number, b.name from batch_photos bp join batches b on b.id = bp.batch_id
    where bp.photo_id = any(${photoIds}) and b.deleted_at is null order by b.number desc`.execute(app.db);
  return Map.groupBy(rows, ({ photo_id }) => photo_id);
}

async function listLabelsByPhoto(app: App, photoIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ photo_id: string; labels: string[] }>`
    select photo_id, array_agg(distinct output_label order by output_label) as labels
    from results join batch_photos using (batch_id, photo_id)
    where photo_id = any(${photoIds}) group by photo_id`.execute(app.db);
  return new Map(rows.map(({ photo_id, labels }) => [photo_id, labels]));
}

/** Labels of the outputs that the results shown were delivered in, by the alphabet. */
export async function listOutputs(app: App, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select distinct output_label as label
    from results r join batch_photos using (batch_id, photo_id) join photos p on p.id = photo_id
    where r.owner_id = ${ownerId} and p.trashed_at is null order by 1 limit 100`.execute(app.db);
  return rows.map(({ label }) => label);
}
