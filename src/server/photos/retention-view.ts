import { sql } from 'kysely';
import { type Keeping, keepUntil, keepWarning, trashUntil } from '#domain/photos/keep-until.ts';
import type { Db, Tx } from '#server/app.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';
import type { Retention } from '#server/plans/note-retention.ts';

export interface PhotoRetention {
  readonly until: Date;
  readonly warning: 7 | 1 | null;
}
type Photo = Pick<PhotoRow, 'id' | 'state' | 'last_used_at' | 'trashed_at'>;
export type RetentionLookup = (photo: Photo) => PhotoRetention | null;

/** Until when each of a user's photos is kept; null for what is no photo (yet), and for what a brand kit uses. Its results are kept as long as the photo. */
export async function loadRetentionLookup(
  db: Db | Tx,
  photoIds: readonly string[],
  { retention: { days, falls }, now }: { retention: Retention; now: Date },
): Promise<RetentionLookup> {
  const windows = await windowEnds(db, photoIds);
  const inUse = await inBrandKits(db, photoIds);
  return ({ id, state, last_used_at, trashed_at }) => {
    if (state !== 'ready') return null;
    if (trashed_at) return { until: trashUntil(trashed_at), warning: null };
    if (inUse.has(id)) return null;
    const windowEndsAt = windows.get(id) ?? null;
    const keeping: Keeping = { lastUsedAt: last_used_at, retentionDays: days, windowEndsAt, falls };
    const until = keepUntil(keeping);
    return { until, warning: keepWarning(until, days, now) };
  };
}

/** Those that a seller's brand kit names: they stay for as long as it does. */
async function inBrandKits(db: Db | Tx, photoIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (photoIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select photo.id from photos photo join brand_kits kit on kit.user_id = photo.owner_id
    where photo.id = any(${photoIds}::text[])
      and (kit.watermark->>'kind' = 'logo' and kit.watermark->>'photoId' = photo.id
        or kit.plates->>'kind' = 'logo' and kit.plates->>'photoId' = photo.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The latest window of the batches that hold a photo, have paid for it or laid it over others; deleted batches too. */
async function windowEnds(db: Db | Tx, photoIds: readonly string[]): Promise<Map<string, Date>> {
  if (photoIds.length === 0) return new Map();
  const one = sql<string>`any(${photoIds}::text[])`;
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('batch_photos')
        .select(['batch_id', 'photo_id'])
        .where('photo_id', '=', one)
        .union(
          eb.selectFrom('batch_window_photos').select(['batch_id', 'photo_id']).where('photo_id', '=', one),
        )
        .union(
          eb
            .selectFrom('run_assets')
            .innerJoin('runs', 'runs.id', 'run_assets.run_id')
            .select(['batch_id', 'run_assets.photo_id'])
            .where('run_assets.photo_id', '=', one),
        )
        .as('member'),
    )
    .innerJoin('batches', 'batches.id', 'member.batch_id')
    .select(({ fn }) => ['member.photo_id', fn.max('window_ends_at').as('ends_at')])
    .where('window_ends_at', 'is not', null)
    .groupBy('member.photo_id')
    .execute();
  return new Map(rows.flatMap(({ photo_id, ends_at }) => (ends_at ? [[photo_id, ends_at] as const] : [])));
}

/** Users who have photos or whose days have been noted, by id. */
export async function photoOwners(db: Db, after: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('photos')
            .select('photos.id')
            .whereRef('owner_id', '=', 'users.id')
            .where('purged_at', 'is', null),
        ),
        exists(selectFrom('retention_days').select('user_id').whereRef('user_id', '=', 'users.id')),
      ]),
    )
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
