import { sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import type { ShotKind } from '#domain/shots/shots.ts';
import type { Db, Tx } from '#server/app.ts';
import { findPhotoState, type PhotoRow } from '#server/photos/photo-store.ts';

export interface NewUpload {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly bytes: number;
  readonly takenAt: string | null;
  readonly folder: string | null;
  readonly shot: string | null;
  readonly shotKind: ShotKind | null;
  readonly key: string | null;
  readonly isLogo: boolean;
  readonly phoneLink: string | null;
  readonly storageBytes: number;
}

/** Inserts a photo's row at its first byte and takes its announced size from the storage. Throws `photos/storage-full`. */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<PhotoRow> {
  await takeStorage(tx, upload.ownerId, { bytes: upload.bytes, limit: upload.storageBytes });
  return tx
    .insertInto('photos')
    .values({
      id: upload.id,
      owner_id: upload.ownerId,
      name: upload.name,
      bytes: upload.bytes,
      state: 'uploading',
      taken_at: upload.takenAt,
      folder: upload.folder,
      shot: upload.shot,
      shot_kind: upload.shotKind,
      upload_key: upload.key,
      is_logo: upload.isLogo,
      phone_link: upload.phoneLink,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the photo begun with this key, if any. Simultaneous announcements of one key wait for one another. */
export async function findBegun(tx: Tx, ownerId: string, key: string): Promise<PhotoRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ownerId}:${key}`}, 2))`.execute(tx);
  return tx
    .selectFrom('photos')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('upload_key', '=', key)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
}

async function takeStorage(
  tx: Tx,
  ownerId: string,
  { bytes, limit }: { bytes: number; limit: number },
): Promise<void> {
  const row = await tx
    .updateTable('users')
    .set((eb) => ({ stored_bytes: eb('stored_bytes', '+', bytes) }))
    .where('id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb(eb('stored_bytes', '+', bytes), '<=', limit))
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('photos/storage-full');
}

export async function isUploading(db: Db, photoId: string): Promise<boolean> {
  return (await findPhotoState(db, photoId)) === 'uploading';
}

/** Returns the size in bytes of an upload that is over, whatever its outcome; null while bytes are expected. */
export async function sizeOnceOver(db: Db, photoId: string): Promise<number | null> {
  const row = await db
    .selectFrom('photos')
    .select('bytes')
    .where('id', '=', photoId)
    .where('state', '<>', 'uploading')
    .executeTakeFirst();
  return row?.bytes ?? null;
}

/** Returns the announced size in bytes of an upload; null for an unknown photo. */
export async function announcedBytes(db: Db, photoId: string): Promise<number | null> {
  const row = await db.selectFrom('photos').select('bytes').where('id', '=', photoId).executeTakeFirst();
  return row?.bytes ?? null;
}

/** Changes uploading → preparing, once; undefined when it was done before. */
export async function markUploaded(tx: Tx, photoId: string, now: Date): Promise<PhotoRow | undefined> {
  return tx
    .updateTable('photos')
    .set({ state: 'preparing', last_used_at: now })
    .where('id', '=', photoId)
    .where('state', '=', 'uploading')
    .returningAll()
    .executeTakeFirst();
}

/** The right of one request to write an upload, whichever process it came to. */
export interface UploadLease {
  readonly photoId: string;
  readonly token: string;
}

/** Takes the lease; false while another request has it. True also for a photo that is gone. */
export async function takeUpload(db: Db, { photoId, token }: UploadLease, ms: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    with taken as (
      update photos set upload_token = ${token}, upload_until = clock_timestamp() + make_interval(secs => ${ms / 1000})
      where id = ${photoId} and (upload_until is null or upload_until < clock_timestamp()) returning id)
    select exists (select from taken) or not exists (select from photos where id = ${photoId}) as taken`.execute(
    db,
  );
  return rows[0]?.taken ?? false;
}

/** Renews the lease; false when it ran out and another request has it. */
export async function renewUpload(db: Db, { photoId, token }: UploadLease, ms: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update photos set upload_until = clock_timestamp() + make_interval(secs => ${ms / 1000})
    where id = ${photoId} and upload_token = ${token}`.execute(db);
  return numAffectedRows > 0n;
}

/** Gives the lease back; one that another request has by now stays. */
export async function freeUpload(db: Db, { photoId, token }: UploadLease): Promise<void> {
  await db
    .updateTable('photos')
    .set({ upload_token: null, upload_until: null })
    .where('id', '=', photoId)
    .where('upload_token', '=', token)
    .execute();
}

/** Locks an upload under way; false when it is whole or over. */
export async function lockUploading(tx: Tx, photoId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('photos')
    .select('id')
    .where('id', '=', photoId)
    .where('state', '=', 'uploading')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns those of some photos that phones are sending by links. */
export async function phoneUploadsAmong(tx: Tx, photoIds: readonly string[]): Promise<string[]> {
  if (photoIds.length === 0) return [];
  const rows = await tx
    .selectFrom('photos')
    .select('id')
    .where('id', 'in', [...photoIds])
    .where('state', '=', 'uploading')
    .where('phone_link', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts what came by a phone's link and is neither whole nor given up. */
export async function countUnfinishedByLink(tx: Tx, linkId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('phone_link', '=', linkId)
    .where('state', '=', 'uploading')
    .executeTakeFirstOrThrow();
  return n;
}

export async function unfinishedUploads(db: Db): Promise<PhotoRow[]> {
  return db.selectFrom('photos').selectAll().where('state', '=', 'uploading').execute();
}

/** Counts a user's uploads that are neither whole nor given up. */
export async function countUnfinished(tx: Tx, ownerId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'uploading')
    .executeTakeFirstOrThrow();
  return Number(n);
}
