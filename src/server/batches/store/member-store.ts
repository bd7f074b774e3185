import { sql } from 'kysely';
import { inBatchOrder, type PhotoOrder } from '#domain/batches/order.ts';
import { NO_OVERRIDES, type PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { Db, Tx } from '#server/app.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';

/** A photo of a batch, with its place in it. */
export type Member = PhotoRow & {
  readonly position: number;
  readonly takenAt: string | null;
  /** Null: as the batch's recipe says. */
  readonly exception: PhotoOverrides | null;
};

/** Members that are not in the trash, in batch order. Refused uploads and copies are among them until they are dismissed. */
export async function listMembers(db: Db | Tx, batchId: string, order: PhotoOrder): Promise<Member[]> {
  const rows = await db
    .selectFrom('batch_photos')
    .innerJoin('photos', 'photos.id', 'batch_photos.photo_id')
    .selectAll('photos')
    .select(['batch_photos.position', 'batch_photos.exception'])
    .where('batch_id', '=', batchId)
    .where('trashed_at', 'is', null)
    .where('purged_at', 'is', null)
    .execute();
  return inBatchOrder(
    rows.map((row) => ({ ...row, takenAt: row.taken_at })),
    order,
  );
}

/** Returns those of the photos that the batch's page shows. */
export async function listShownPhotoIds(
  tx: Tx,
  batchId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('batch_photos')
    .innerJoin('photos', 'photos.id', 'batch_photos.photo_id')
    .select('photo_id')
    .where('batch_id', '=', batchId)
    .where('photo_id', 'in', [...photoIds])
    .where('trashed_at', 'is', null)
    .execute();
  return rows.map((row) => row.photo_id);
}

/** Photos of a batch, those in the trash and refused ones among them. */
export async function countMembers(tx: Tx, batchId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('batch_photos')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function addMembers(tx: Tx, batchId: string, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  const { last } = await tx
    .selectFrom('batch_photos')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`0`).as('last'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('batch_photos')
    .values(photoIds.map((photo_id, i) => ({ batch_id: batchId, photo_id, position: last + 1 + i })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeMembers(tx: Tx, batchId: string, photoIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('batch_photos')
    .where('batch_id', '=', batchId)
    .where('photo_id', 'in', [...photoIds])
    .execute();
}

/** The photo leaves every batch it is in. */
export async function removeFromBatches(tx: Tx, photoId: string): Promise<void> {
  await tx.deleteFrom('batch_photos').where('photo_id', '=', photoId).execute();
}

/** Photos not named keep their place behind the named ones. */
export async function orderMembers(tx: Tx, batchId: string, photoIds: readonly string[]): Promise<void> {
  await sql`
    update batch_photos set position = placed.place
    from (select photo_id, row_number() over (
        order by array_position(${[...photoIds]}::text[], photo_id) nulls last, position) as place
      from batch_photos where batch_id = ${batchId}) placed
    where batch_id = ${batchId} and batch_photos.photo_id = placed.photo_id`.execute(tx);
}

export async function readOverrides(tx: Tx, batchId: string, photoId: string): Promise<PhotoOverrides> {
  const row = await tx
    .selectFrom('batch_photos')
    .select('exception')
    .where('batch_id', '=', batchId)
    .where('photo_id', '=', photoId)
    .executeTakeFirst();
  return row?.exception ?? NO_OVERRIDES;
}

/** Null takes a photo back to the batch's recipe. Photos that left the batch meanwhile are passed over, as in an order. */
export async function setOverrides(
  tx: Tx,
  batchId: string,
  overridesByPhoto: Readonly<Record<string, PhotoOverrides | null>>,
): Promise<void> {
  await sql`
    update batch_photos set exception = nullif(named.own, 'null')
    from jsonb_each(${JSON.stringify(overridesByPhoto)}::jsonb) as named (photo_id, own)
    where batch_id = ${batchId} and batch_photos.photo_id = named.photo_id`.execute(tx);
}

/** Batches that hold a photo and still exist. */
export async function batchesWith(
  tx: Tx,
  photoIds: readonly string[],
): Promise<{ id: string; owner_id: string }[]> {
  if (photoIds.length === 0) return [];
  return tx
    .selectFrom('batches')
    .select(['id', 'owner_id'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('batch_photos')
        .select('batch_id')
        .where('photo_id', 'in', [...photoIds]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The user's batches that hold any of the photos, and the named one, locked in the same order as everywhere. */
export async function lockBatchesWith(
  tx: Tx,
  ownerId: string,
  { photoIds, batchId }: { photoIds: readonly string[]; batchId: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('batches')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', '=', batchId),
        eb(
          'id',
          'in',
          selectFrom('batch_photos')
            .select('batch_id')
            .where('photo_id', 'in', [...photoIds]),
        ),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** A batch and those that hold photos of it, locked in the same order as everywhere. */
export async function lockBatchesSharing(tx: Tx, batchId: string): Promise<void> {
  await tx
    .selectFrom('batches')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('batch_photos as other')
        .innerJoin('batch_photos as own', 'own.photo_id', 'other.photo_id')
        .select('other.batch_id')
        .where('own.batch_id', '=', batchId),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** A copy gives its place in the batches to the photo it copies. */
export async function replaceMember(tx: Tx, photoId: string, byPhotoId: string): Promise<void> {
  await sql`
    insert into batch_photos (batch_id, photo_id, position)
    select batch_id, ${byPhotoId}, position from batch_photos where photo_id = ${photoId}
    on conflict do nothing`.execute(tx);
}

/** Numbers of the batches that hold any of the photos, rising. */
export async function listBatchNumbers(tx: Tx, photoIds: readonly string[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('batches')
    .innerJoin('batch_photos', 'batch_photos.batch_id', 'batches.id')
    .select('number')
    .distinct()
    .where('deleted_at', 'is', null)
    .where('photo_id', 'in', [...photoIds])
    .orderBy('number')
    .execute();
  return rows.map((row) => row.number);
}
