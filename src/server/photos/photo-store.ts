import { type Selectable, sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { PlatedPhoto } from '#domain/recipes/plates.ts';
import type { PreparedPhoto } from '#imaging/messages.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { StoredRefusal } from '#server/adapters/database/stored-json.ts';
import type { Db, Tx } from '#server/app.ts';

export type PhotoRow = Selectable<DB['photos']>;

/** Returns the fields that decide which plates are covered. */
export function asPlated(row: Pick<PhotoRow, 'plates' | 'plate_suggestions' | 'sure_plates'>): PlatedPhoto {
  return { plates: row.plates, plateSuggestions: row.plate_suggestions, surePlates: row.sure_plates };
}

/** Counts bytes of the owner's storage: originals and results, not the pictures made for viewing. Results are never refused. */
export async function addStored(tx: Tx, ownerId: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  await tx
    .updateTable('users')
    .set({ stored_bytes: sql`greatest(stored_bytes + ${bytes}, 0)` })
    .where('id', '=', ownerId)
    .execute();
}

/** Marks photos as used: a run took them, or they were uploaded once more. */
export async function markUsed(tx: Tx, photoIds: readonly string[], now: Date): Promise<void> {
  if (photoIds.length === 0) return;
  await tx
    .updateTable('photos')
    .set({ last_used_at: now })
    .where('id', 'in', [...photoIds])
    .where('purged_at', 'is', null)
    .execute();
}

/** Returns a photo's state; undefined for an unknown one. */
export async function findPhotoState(db: Db, photoId: string): Promise<PhotoRow['state'] | undefined> {
  const row = await db.selectFrom('photos').select('state').where('id', '=', photoId).executeTakeFirst();
  return row?.state;
}

/** Makes a prepared upload a photo; undefined when it is not being prepared any more. */
export async function markReady(
  tx: Tx,
  photoId: string,
  prepared: PreparedPhoto,
): Promise<PhotoRow | undefined> {
  return tx
    .updateTable('photos')
    .set((eb) => ({
      state: 'ready' as const,
      format: prepared.format,
      width: prepared.width,
      height: prepared.height,
      sha256: prepared.sha256,
      thumbhash: prepared.thumbhash,
      taken_at: eb.fn.coalesce(eb.val(prepared.takenAt), 'taken_at'),
      has_gps: prepared.hasGps,
      has_alpha: prepared.hasAlpha,
      analysis: JSON.stringify(prepared.analysis),
      plate_suggestions: JSON.stringify(prepared.plateSuggestions),
      sure_plates: JSON.stringify(prepared.surePlates),
    }))
    .where('id', '=', photoId)
    .where('state', '=', 'preparing')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Marks that the upload is not kept, as a refused file or a copy of an existing photo, and gives its storage back; undefined when it was
 * over already.
 */
export async function markNotPrepared(
  tx: Tx,
  photoId: string,
  reason: { state: 'refused'; refusal: StoredRefusal } | { state: 'duplicate'; of: string },
): Promise<PhotoRow | undefined> {
  const row = await tx
    .updateTable('photos')
    .set({
      state: reason.state,
      refusal: reason.state === 'refused' ? JSON.stringify(reason.refusal) : null,
      duplicate_of: reason.state === 'duplicate' ? reason.of : null,
      sha256: null,
    })
    .where('id', '=', photoId)
    .where('state', 'in', ['uploading', 'preparing'])
    .returningAll()
    .executeTakeFirst();
  if (row) await addStored(tx, row.owner_id, -row.bytes);
  return row;
}

/** True when its owner left meanwhile, or another preparation has refused it. */
export async function isNoLongerInUse(tx: Tx, photoId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('photos')
    .select(['state', 'purged_at'])
    .where('id', '=', photoId)
    .executeTakeFirst();
  return !row || row.purged_at !== null || !(row.state === 'preparing' || row.state === 'ready');
}

/** Returns a photo's owner; null for an unknown one. */
export async function findPhotoOwner(tx: Tx, photoId: string): Promise<string | null> {
  const row = await tx.selectFrom('photos').select('owner_id').where('id', '=', photoId).executeTakeFirst();
  return row?.owner_id ?? null;
}

/**
 * Returns the id of the owner's ready photo with the same content that is not in the trash, or null. Simultaneous copies wait for one
 * another.
 */
export async function findCopy(
  tx: Tx,
  photoId: string,
  { ownerId, sha256 }: { ownerId: string; sha256: string },
): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ownerId}:${sha256}`}, 1))`.execute(tx);
  const row = await tx
    .selectFrom('photos')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('sha256', '=', sha256)
    // A logo and a photo of the same file are no copies.
    .where('is_logo', '=', (eb) =>
      eb.selectFrom('photos as own').select('own.is_logo').where('own.id', '=', photoId),
    )
    .where('state', '=', 'ready')
    .where('trashed_at', 'is', null)
    .where('purged_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Null: not looked at yet. */
export async function setPlates(tx: Tx, photoId: string, plates: readonly Quad[] | null): Promise<void> {
  await tx
    .updateTable('photos')
    .set({ plates: plates === null ? null : JSON.stringify(plates) })
    .where('id', '=', photoId)
    .execute();
}

/** Returns the user's photo. Throws `photos/not-found` when it is purged or another user's. */
export async function findPhoto(db: Db | Tx, ownerId: string, photoId: string): Promise<PhotoRow> {
  const row = await db
    .selectFrom('photos')
    .selectAll()
    .where('id', '=', photoId)
    .where('owner_id', '=', ownerId)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('photos/not-found');
  return row;
}

/** Returns a ready photo of any owner, or undefined. */
export async function findReady(db: Db, photoId: string): Promise<PhotoRow | undefined> {
  return db
    .selectFrom('photos')
    .selectAll()
    .where('id', '=', photoId)
    .where('state', '=', 'ready')
    .where('purged_at', 'is', null)
    .executeTakeFirst();
}

/** The columns that a photo's files need. */
export type PhotoOfFile = Pick<PhotoRow, 'id' | 'owner_id' | 'state' | 'name' | 'format' | 'cutout_id'>;

/** Returns existing photos of any owner, by id. */
export async function photosOfFiles(db: Db, ids: readonly string[]): Promise<Map<string, PhotoOfFile>> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'owner_id', 'state', 'name', 'format', 'cutout_id'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('purged_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns those of the photos that are the owner's and not purged, in no order. */
export async function findPhotos(db: Db | Tx, ownerId: string, ids: readonly string[]): Promise<PhotoRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('photos')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', 'in', [...ids])
    .where('purged_at', 'is', null)
    .execute();
}

export async function setName(tx: Tx, photoId: string, name: string): Promise<PhotoRow> {
  return tx
    .updateTable('photos')
    .set({ name })
    .where('id', '=', photoId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves photos to the trash (`at`) or out of it (null); returns the ids of those that moved. */
export async function setTrashed(
  tx: Tx,
  ownerId: string,
  { ids, at, now }: { ids: readonly string[]; at: Date | null; now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('photos')
    // Out of the trash its days count anew; otherwise it would be purged the next night.
    .set({ trashed_at: at, ...(at === null && { last_used_at: now }) })
    .where('owner_id', '=', ownerId)
    .where('id', 'in', [...ids])
    .where('purged_at', 'is', null)
    .where('trashed_at', at ? 'is' : 'is not', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns photos that arrived before an instant and are not prepared yet, oldest first. */
export async function longPreparing(db: Db, before: Date): Promise<Pick<PhotoRow, 'id' | 'owner_id'>[]> {
  return db
    .selectFrom('photos')
    .select(['id', 'owner_id'])
    .where('state', '=', 'preparing')
    .where('last_used_at', '<', before)
    .orderBy('last_used_at')
    .execute();
}
