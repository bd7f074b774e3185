import { type RawBuilder, sql } from 'kysely';
import type { GalleryKind, GallerySort, PhotoUse } from '#domain/photos/gallery.ts';

export interface GalleryQuery {
  readonly ownerId: string;
  readonly kind: GalleryKind;
  /** Each must stand in a name of the file, of a batch or of an output. */
  readonly words: readonly string[];
  readonly lot: string | null;
  readonly uses: readonly PhotoUse[];
  readonly output: string | null;
  /** ISO days of Bucharest. */
  readonly from: string | null;
  readonly to: string | null;
  readonly sort: GallerySort;
}

type Condition = RawBuilder<unknown>;

/** Returns the conditions of everything the gallery shows and of what is asked for, over photos `p` or results `r` with `p` and `b`. */
export function buildConditions(wanted: GalleryQuery): Condition {
  const all = wanted.kind === 'results' ? resultConditions(wanted) : photoConditions(wanted);
  return sql.join([...all, ...dayConditions(wanted)], sql` and `);
}

function photoConditions({ ownerId, kind, words, lot: batch, uses, output }: GalleryQuery): Condition[] {
  return [
    sql`p.owner_id = ${ownerId} and p.purged_at is null and p.state in ('preparing', 'ready') and not p.is_logo`,
    kind === 'trash' ? sql`p.trashed_at is not null` : sql`p.trashed_at is null`,
    ...words.map(
      (word) => sql`(strpos(p.name_key, fold(${word})) > 0 or p.id in (
        select named.photo_id from batch_photos named join batches l on l.id = named.batch_id
        where l.owner_id = ${ownerId} and l.deleted_at is null and strpos(l.name_key, fold(${word})) > 0))`,
    ),
    ...(batch === null
      ? []
      : [
          sql`p.id in (select photo_id from batch_photos join batches l on l.id = batch_id
            where l.id = ${batch} and l.deleted_at is null)`,
        ]),
    ...uses.map((use) => USES[use]),
    ...(output === null ? [] : [sql`exists (${RESULT_OF} and made.output_label = ${output})`]),
  ];
}

/** A result is shown in its batch while its photo is in there. */
const RESULT_OF = sql`select from results made join batch_photos held
  on held.batch_id = made.batch_id and held.photo_id = made.photo_id where made.photo_id = p.id`;
const USES: Readonly<Record<PhotoUse, Condition>> = {
  loose: sql`not exists (select from batch_photos held join batches l on l.id = held.batch_id
    where held.photo_id = p.id and l.deleted_at is null)`,
  undone: sql`not exists (${RESULT_OF})`,
  done: sql`exists (${RESULT_OF})`,
};

function resultConditions({ ownerId, words, lot: batch, output }: GalleryQuery): Condition[] {
  return [
    sql`r.owner_id = ${ownerId} and p.purged_at is null and p.trashed_at is null and b.deleted_at is null`,
    ...words.map(
      (word) => sql`(strpos(p.name_key, fold(${word})) > 0 or strpos(b.name_key, fold(${word})) > 0
        or strpos(fold(r.output_label), fold(${word})) > 0)`,
    ),
    ...(batch === null ? [] : [sql`r.batch_id = ${batch}`]),
    ...(output === null ? [] : [sql`r.output_label = ${output}`]),
  ];
}

function dayConditions({ kind, from, to }: GalleryQuery): Condition[] {
  const at = kind === 'results' ? sql`r.created_at` : sql`p.created_at`;
  const start = (day: string, plus: number) =>
    sql`((${day}::date + ${plus}::int)::timestamp at time zone 'Europe/Bucharest')`;
  return [
    ...(from === null ? [] : [sql`${at} >= ${start(from, 0)}`]),
    ...(to === null ? [] : [sql`${at} < ${start(to, 1)}`]),
  ];
}
