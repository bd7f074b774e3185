import { sql } from 'kysely';
import { inBatchOrder, type PhotoOrder } from '#domain/batches/order.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_OVERRIDES, type PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import { keepsItsGround } from '#domain/shots/shots.ts';
import type { CameAs } from '#server/adapters/database/stored-json.ts';
import type { Db, Tx } from '#server/app.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';

/** A photo in a batch, with its position. */
export type Member = PhotoRow & {
  readonly position: number;
  readonly takenAt: string | null;
  /** Null: the batch's recipe applies. */
  readonly exception: PhotoOverrides | null;
  /** Name, folder and shot that the photo has in this batch alone, since it came as a copy; null: its own. */
  readonly cameAs: CameAs | null;
};

/** Returns photos outside the trash, in batch order. Refused uploads and copies stay among them until they are dismissed. */
export async function listMembers(db: Db | Tx, batchId: string, order: PhotoOrder): Promise<Member[]> {
  const rows = await db
    .selectFrom('batch_photos')
    .innerJoin('photos', 'photos.id', 'batch_photos.photo_id')
    .selectAll('photos')
    .select(['batch_photos.position', 'batch_photos.exception', 'batch_photos.came_as as cameAs'])
    .where('batch_id', '=', batchId)
    .where('trashed_at', 'is', null)
    .where('purged_at', 'is', null)
    .execute();
  return inBatchOrder(
    rows.map((row) => ({ ...row, ...row.cameAs, takenAt: row.taken_at })),
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

/** Counts the photos of a batch, with those in the trash and refused ones. */
export async function countMembers(tx: Tx, batchId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('batch_photos')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Adds photos at the end; those already in the batch keep their place. */
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

/** Adds photos of another batch with their overrides, and as they are called there. */
export async function copyMembers(tx: Tx, batchId: string, members: readonly Member[]): Promise<void> {
  const photoIds = members.map(({ id }) => id);
  await addMembers(tx, batchId, photoIds);
  const own = members.flatMap(({ id, exception }) => (exception ? [[id, exception] as const] : []));
  await setOverrides(tx, batchId, Object.fromEntries(own));
  const copies = members.flatMap(({ id, cameAs }) => (cameAs ? [[id, cameAs] as const] : []));
  if (copies.length === 0) return;
  await sql`
    update batch_photos set came_as = named.came_as
    from jsonb_each(${JSON.stringify(Object.fromEntries(copies))}::jsonb) as named (photo_id, came_as)
    where batch_id = ${batchId} and batch_photos.photo_id = named.photo_id`.execute(tx);
}

export async function removeMembers(tx: Tx, batchId: string, photoIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('batch_photos')
    .where('batch_id', '=', batchId)
    .where('photo_id', 'in', [...photoIds])
    .execute();
}

/**
 * Moves a batch's photos, those in the trash too, with their overrides to the end of another, those named first and in this order. Photos
 * that are there keep their place and their overrides.
 */
export async function moveMembers(
  tx: Tx,
  { from, to, photoIds }: { from: string; to: string; photoIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into batch_photos (batch_id, photo_id, position, exception, came_as)
    select ${to}, photo_id,
      (select coalesce(max(position), 0) from batch_photos where batch_id = ${to})
        + row_number() over (order by array_position(${[...photoIds]}::text[], photo_id) nulls last, position),
      exception, came_as
    from batch_photos where batch_id = ${from}
    on conflict do nothing`.execute(tx);
  await tx.deleteFrom('batch_photos').where('batch_id', '=', from).execute();
}

/** Takes the photo out of every batch. */
export async function removeFromBatches(tx: Tx, photoId: string): Promise<void> {
  await tx.deleteFrom('batch_photos').where('photo_id', '=', photoId).execute();
}

/** Reorders a batch; photos that aren't named keep their order behind the named ones. */
export async function orderMembers(tx: Tx, batchId: string, photoIds: readonly string[]): Promise<void> {
  await sql`
    update batch_photos set position = placed.place
    from (select photo_id, row_number() over (
        order by array_position(${[...photoIds]}::text[], photo_id) nulls last, position) as place
      from batch_photos where batch_id = ${batchId}) placed
    where batch_id = ${batchId} and batch_photos.photo_id = placed.photo_id`.execute(tx);
}

/** Returns a photo's overrides in a batch; none where it has no own. */
export async function readOverrides(tx: Tx, batchId: string, photoId: string): Promise<PhotoOverrides> {
  const row = await tx
    .selectFrom('batch_photos')
    .select('exception')
    .where('batch_id', '=', batchId)
    .where('photo_id', '=', photoId)
    .executeTakeFirst();
  return row?.exception ?? NO_OVERRIDES;
}

/** Lets photos of an inside or a detail keep their ground in the batch, as overrides of their own. */
export async function keepGroundOfParts(tx: Tx, batchId: string, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  const rows = await tx
    .selectFrom('photos')
    .select(['id', 'shot_kind'])
    .where('id', 'in', [...photoIds])
    .execute();
  const parts = rows.filter((row) => keepsItsGround(row.shot_kind));
  if (parts.length === 0) return;
  const overrides = { ...NO_OVERRIDES, background: DEFAULT_BACKGROUND };
  await setOverrides(tx, batchId, Object.fromEntries(parts.map(({ id }) => [id, overrides])));
}

/** Stores overrides; null takes a photo back to the batch's recipe. Photos that left the batch meanwhile are ignored. */
export async function setOverrides(
  tx: Tx,
  batchId: string,
  exceptions: Readonly<Record<string, PhotoOverrides | null>>,
): Promise<void> {
  await sql`
    update batch_photos set exception = nullif(named.own, 'null')
    from jsonb_each(${JSON.stringify(exceptions)}::jsonb) as named (photo_id, own)
    where batch_id = ${batchId} and batch_photos.photo_id = named.photo_id`.execute(tx);
}

/** Locks and returns existing batches that hold any of the photos, in order of id. */
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

/** Locks and returns the ids of the named batch and of the user's batches with any of the photos, in order of id as everywhere. */
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

/** Locks a batch and all batches that share a photo with it, in order of id as everywhere. */
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

/** Gives a copy's places in batches to the photo it copies, which is called there as the copy was. */
export async function replaceMember(tx: Tx, photoId: string, byPhotoId: string): Promise<void> {
  await sql`
    insert into batch_photos (batch_id, photo_id, position, came_as)
    select batch_id, ${byPhotoId}, position, json_build_object('name', name, 'folder', folder, 'shot', shot)
    from batch_photos join photos on photos.id = photo_id where photo_id = ${photoId}
    on conflict do nothing`.execute(tx);
}

/** Calls a photo by another name also where it came as a copy. */
export async function renameMember(tx: Tx, photoId: string, name: string): Promise<void> {
  await sql`
    update batch_photos set came_as = jsonb_set(came_as, '{name}', to_jsonb(${name}::text))
    where photo_id = ${photoId} and came_as is not null`.execute(tx);
}

/** Returns the numbers of existing batches that hold any of the photos, ascending. */
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
