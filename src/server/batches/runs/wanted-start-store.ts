import { type Selectable, sql } from 'kysely';
import type { Outstanding } from '#domain/batches/wanted-start.ts';
import type { CoverAtStart } from '#domain/recipes/plates.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { StoredRefusal } from '#server/adapters/database/stored-json.ts';
import type { Db, Tx } from '#server/app.ts';

export type WantedStartRow = Selectable<DB['wanted_starts']>;

interface NewWantedStart {
  readonly batchId: string;
  readonly ownerId: string;
  readonly uploadKeys: readonly string[];
  readonly mostCost: number;
  readonly coverPlates: CoverAtStart | null;
  readonly wrongPlatesOn: readonly string[];
  readonly now: Date;
}

/** One for each batch: asked for again, the last word counts. */
export async function putWantedStart(tx: Tx, wanted: NewWantedStart): Promise<void> {
  const row = {
    upload_keys: JSON.stringify(wanted.uploadKeys),
    most_cost: wanted.mostCost,
    cover_plates: wanted.coverPlates,
    wrong_plates_on: JSON.stringify(wanted.wrongPlatesOn),
    asked_at: wanted.now,
    refusal: null,
    tell_at: null,
  };
  await tx
    .insertInto('wanted_starts')
    .values({ batch_id: wanted.batchId, owner_id: wanted.ownerId, ...row })
    .onConflict((conflict) => conflict.column('batch_id').doUpdateSet(row))
    .execute();
}

export async function findWantedStart(db: Db | Tx, batchId: string): Promise<WantedStartRow | undefined> {
  return db.selectFrom('wanted_starts').selectAll().where('batch_id', '=', batchId).executeTakeFirst();
}

/** True where there was one. */
export async function deleteWantedStart(tx: Tx, batchId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('wanted_starts')
    .where('batch_id', '=', batchId)
    .returning('batch_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** These uploads are not waited for any more. True where that changed something. */
export async function forgetUploads(tx: Tx, batchId: string, keys: readonly string[]): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update wanted_starts set upload_keys = upload_keys - ${[...keys]}::text[]
    where batch_id = ${batchId} and upload_keys ?| ${[...keys]}::text[]`.execute(tx);
  return numAffectedRows > 0n;
}

/**
 * What a wanted start waits for. An upload's photo may be called by its key and the size it was shrunk to; one that left the batch holds
 * nothing up.
 */
export async function countOutstanding(db: Db | Tx, wanted: WantedStartRow): Promise<Outstanding> {
  const { rows } = await sql<Outstanding>`
    with begun as (
      select upload_key, state = 'uploading' and trashed_at is null and exists (
          select from batch_photos where batch_id = ${wanted.batch_id} and photo_id = photos.id) as is_coming
      from photos
      where owner_id = ${wanted.owner_id} and upload_key is not null
        and created_at > ${wanted.asked_at}::timestamptz - interval '7 days'
    )
    select
      (select count(*)::int from jsonb_array_elements_text(${JSON.stringify(wanted.upload_keys)}::jsonb) as wanted (key)
        where not exists (select from begun
          where not is_coming and (upload_key = wanted.key or starts_with(upload_key, wanted.key || '-')))) as missing,
      (select count(*)::int from batch_photos join photos on photos.id = photo_id
        where batch_id = ${wanted.batch_id} and state = 'preparing' and trashed_at is null) as preparing`.execute(
    db,
  );
  return rows[0] ?? { missing: 0, preparing: 0 };
}

/** Those that were not stopped, the oldest first. */
export async function openWantedStarts(db: Db): Promise<WantedStartRow[]> {
  return db
    .selectFrom('wanted_starts')
    .selectAll()
    .where('refusal', 'is', null)
    .orderBy('asked_at')
    .limit(1000)
    .execute();
}

/** False where it was answered, or asked for anew, meanwhile. */
export async function stopWantedStart(
  tx: Tx,
  wanted: WantedStartRow,
  { refusal, tellAt }: { refusal: StoredRefusal; tellAt: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('wanted_starts')
    .set({ refusal: JSON.stringify(refusal), tell_at: tellAt })
    .where('batch_id', '=', wanted.batch_id)
    .where('asked_at', '=', wanted.asked_at)
    .where('refusal', 'is', null)
    .returning('batch_id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface StoppedStart {
  readonly batchId: string;
  readonly ownerId: string;
  readonly number: number;
  readonly refusal: StoredRefusal;
  readonly askedAt: Date;
  readonly address: string;
  /** A proven address of a user who may sign in and wants such mails, about a batch that is still there. */
  readonly wanted: boolean;
}

/** Starts that something stopped, of which a mail may tell by now. */
export async function stoppedStarts(db: Db, now: Date): Promise<StoppedStart[]> {
  const { rows } = await sql<StoppedStart>`
    select w.batch_id as "batchId", w.owner_id as "ownerId", b.number, w.refusal, w.asked_at as "askedAt",
      u.email as address,
      u.email_verified_at is not null and u.deleted_at is null and u.suspended_at is null and u.long_run_mails
        and b.deleted_at is null as wanted
    from wanted_starts w join batches b on b.id = w.batch_id join users u on u.id = w.owner_id
    where w.tell_at <= ${now} order by w.tell_at limit 500`.execute(db);
  return rows;
}

/** False: it was told already, or answered. */
export async function markRefusalTold(tx: Tx, batchId: string): Promise<boolean> {
  const row = await tx
    .updateTable('wanted_starts')
    .set({ tell_at: null })
    .where('batch_id', '=', batchId)
    .where('tell_at', 'is not', null)
    .returning('batch_id')
    .executeTakeFirst();
  return row !== undefined;
}
