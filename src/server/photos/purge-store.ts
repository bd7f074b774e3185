import type { ExpressionBuilder } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import { TRASH_DAYS } from '#domain/photos/limits.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';
import { addStored, type PhotoRow } from '#server/photos/photo-store.ts';

/** True when no open run needs the photo, as one of its own or as a picture laid over them. */
function isUnpinned({ and, not, exists, selectFrom }: ExpressionBuilder<DB, 'photos'>) {
  const asPhoto = selectFrom('run_photos')
    .innerJoin('runs', 'runs.id', 'run_photos.run_id')
    .select('run_id')
    .whereRef('run_photos.photo_id', '=', 'photos.id')
    .where('run_photos.state', '<>', 'cancelled')
    .where('runs.finished_at', 'is', null);
  const asAsset = selectFrom('run_assets')
    .innerJoin('runs', 'runs.id', 'run_assets.run_id')
    .select('run_id')
    .whereRef('run_assets.photo_id', '=', 'photos.id')
    .where('runs.finished_at', 'is', null);
  return and([not(exists(asPhoto)), not(exists(asAsset))]);
}

/** Photos of all users whose 30 days in the trash are over, or named ones, whose batches must be locked. */
export type Thrown = { readonly daysOver: true } | { readonly photoIds: readonly string[] };

/** Purges trashed photos that no run holds and no preparation works on; returns them. */
export async function purgeTrashed(
  tx: Tx,
  thrown: Thrown,
  { now, most }: { now: Date; most: number },
): Promise<PhotoRow[]> {
  const rows = await tx
    .selectFrom('photos')
    .selectAll('photos')
    .where((eb) =>
      'daysOver' in thrown
        ? eb('trashed_at', '<', new Date(now.getTime() - TRASH_DAYS * DAY_MS))
        : eb.and([eb('id', 'in', [...thrown.photoIds]), eb('trashed_at', 'is not', null)]),
    )
    .where('purged_at', 'is', null)
    .where('state', 'not in', ['uploading', 'preparing'])
    .where(isUnpinned)
    .limit(most)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return markPurged(tx, rows, now);
}

/** Purges named photos that were not used since and that no run holds; returns them. Needs the locks of their batches. */
export async function purgeUnused(
  tx: Tx,
  photoIds: readonly string[],
  { usedBefore, now }: { usedBefore: Date; now: Date },
): Promise<PhotoRow[]> {
  if (photoIds.length === 0) return [];
  const rows = await tx
    .selectFrom('photos')
    .selectAll('photos')
    .where('id', 'in', [...photoIds])
    .where('last_used_at', '<=', usedBefore)
    .where('trashed_at', 'is', null)
    .where('purged_at', 'is', null)
    .where(isUnpinned)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return markPurged(tx, rows, now);
}

async function markPurged(tx: Tx, rows: PhotoRow[], now: Date): Promise<PhotoRow[]> {
  for (const row of rows) {
    await tx.updateTable('photos').set({ purged_at: now }).where('id', '=', row.id).execute();
    if (row.state === 'ready') await addStored(tx, row.owner_id, -row.bytes);
  }
  return rows;
}

interface UsedBefore {
  readonly before: Date;
  /** The last one of the page before. */
  readonly after: Pick<PhotoRow, 'last_used_at' | 'id'> | null;
  readonly most: number;
}

/** Returns a page of the user's photos that were last used before an instant, oldest first. */
export async function photosUsedBefore(
  db: Db | Tx,
  ownerId: string,
  { before, after, most }: UsedBefore,
): Promise<PhotoRow[]> {
  return db
    .selectFrom('photos')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ready')
    .where('trashed_at', 'is', null)
    .where('purged_at', 'is', null)
    .where('last_used_at', '<=', before)
    .$if(after !== null, (q) =>
      q.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('last_used_at', 'id'), '>', tuple(after?.last_used_at as Date, after?.id ?? '')),
      ),
    )
    .orderBy('last_used_at')
    .orderBy('id')
    .limit(most)
    .execute();
}
