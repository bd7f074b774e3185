import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { UNDER_WAY } from '#domain/adverts/sending.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type SendingRow = Selectable<DB['advert_sendings']>;
export type SentRow = Selectable<DB['advert_sending_pictures']>;

/** A process that is alive renews its lease four times within. */
const LEASE_SECONDS = 120;
export const LEASE_RENEWED_EACH_MS = 30_000;

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_SECONDS * 1000);

/** Returns false, and stores nothing, where the advert is taking another one. */
export async function insertSending(
  tx: Tx,
  row: Insertable<DB['advert_sendings']>,
  pictures: readonly Pick<SentRow, 'kind' | 'source'>[],
): Promise<boolean> {
  const stored = await tx
    .insertInto('advert_sendings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored === undefined) return false;
  const photoOf = ({ kind, source }: Pick<SentRow, 'kind' | 'source'>) =>
    kind === 'result' ? tx.selectFrom('results').select('photo_id').where('id', '=', source) : null;
  await tx
    .insertInto('advert_sending_pictures')
    .values(
      pictures.map((picture, position) => ({
        sending_id: row.id,
        position,
        ...picture,
        photo_id: photoOf(picture),
      })),
    )
    .execute();
  return true;
}

/** Returns the sending of a press; null: it is new. */
export async function findByKey(db: Db | Tx, userId: string, key: string): Promise<SendingRow | null> {
  const row = await db
    .selectFrom('advert_sendings')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** An advert's number is one of its account: shops count their products themselves. */
type AdvertKey = Pick<SendingRow, 'site' | 'is_test' | 'seller_id' | 'advert_id'>;

/** Returns the sending that an advert is taking, whosever; null: none. */
export async function findUnderWay(
  db: Db | Tx,
  { site, is_test, seller_id, advert_id }: AdvertKey,
): Promise<SendingRow | null> {
  const row = await db
    .selectFrom('advert_sendings')
    .selectAll()
    .where('site', '=', site)
    .where('is_test', '=', is_test)
    .where('seller_id', '=', seller_id)
    .where('advert_id', '=', advert_id)
    .where('state', 'in', [...UNDER_WAY])
    .executeTakeFirst();
  return row ?? null;
}

export async function findOwnSending(
  db: Db | Tx,
  userId: string,
  sendingId: string,
): Promise<SendingRow | null> {
  const row = await db
    .selectFrom('advert_sendings')
    .selectAll()
    .where('id', '=', sendingId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function lockOwnSending(tx: Tx, userId: string, sendingId: string): Promise<SendingRow | null> {
  const row = await tx
    .selectFrom('advert_sendings')
    .selectAll()
    .where('id', '=', sendingId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Claims a due sending, under a lease; null: none can be claimed. An account at a site takes one at a time, and a person has one place, so claims
 * wait for each other. The person who was served longest ago is next, with the sending that is due longest.
 */
export async function claimDue(
  tx: Tx,
  { now, token }: { now: Date; token: string },
): Promise<SendingRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('claims of advert sendings', 0))`.execute(tx);
  const row = await tx
    .updateTable('advert_sendings')
    .set({ lease_token: token, lease_until: leaseEnd(now), claimed_at: now })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('advert_sendings as due')
        .select('due.id')
        .where((all) =>
          all.or([
            all.and([all('due.state', 'in', [...UNDER_WAY]), all('due.due_at', '<=', now)]),
            all('due.look_at', '<=', now),
          ]),
        )
        .where((all) => all.or([all('due.lease_until', 'is', null), all('due.lease_until', '<=', now)]))
        .where((all) =>
          all.not(
            all.exists(
              all
                .selectFrom('advert_sendings as other')
                .select('other.id')
                .where('other.lease_until', '>', now)
                .where((held) =>
                  held.or([
                    held('other.user_id', '=', held.ref('due.user_id')),
                    held.and([
                      held('other.site', '=', held.ref('due.site')),
                      held('other.is_test', '=', held.ref('due.is_test')),
                      held('other.seller_id', '=', held.ref('due.seller_id')),
                    ]),
                  ]),
                ),
            ),
          ),
        )
        .orderBy(
          (all) =>
            all
              .selectFrom('advert_sendings as served')
              .select((max) => max.fn.max('served.claimed_at').as('at'))
              .whereRef('served.user_id', '=', 'due.user_id'),
          (order) => order.asc().nullsFirst(),
        )
        .orderBy('due.due_at')
        .orderBy('due.id')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps the lease of a claimed sending from running out; one that another has claimed meanwhile is left alone. */
export async function renewLease(
  db: Db,
  { id, lease_token }: Pick<SendingRow, 'id' | 'lease_token'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('advert_sendings')
    .set({ lease_until: leaseEnd(now) })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .execute();
}

/** Changes a claimed sending; null: another has claimed it meanwhile, or it was stopped or erased. */
export async function updateClaimed(
  tx: Tx,
  { id, lease_token, state }: Claim,
  change: Updateable<DB['advert_sendings']>,
): Promise<SendingRow | null> {
  const row = await tx
    .updateTable('advert_sendings')
    .set(change)
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

type Claim = Pick<SendingRow, 'id' | 'lease_token' | 'state'>;

function selectClaimed(db: Db | Tx, { id, lease_token, state }: Claim) {
  return db
    .selectFrom('advert_sendings')
    .select('id')
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .where('state', '=', state);
}

/** Returns false as `updateClaimed` returns null. */
export async function isClaimed(db: Db, claim: Claim): Promise<boolean> {
  return (await selectClaimed(db, claim).executeTakeFirst()) !== undefined;
}

/** Locks a claimed sending; false: as above. */
export async function lockClaimed(tx: Tx, claim: Claim): Promise<boolean> {
  return (await selectClaimed(tx, claim).forNoKeyUpdate().executeTakeFirst()) !== undefined;
}

/** Stops a sending that no site has; needs its lock. */
export async function markStopped(tx: Tx, sendingId: string, now: Date): Promise<void> {
  await tx
    .updateTable('advert_sendings')
    .set({ state: 'stopped', finished_at: now, lease_token: null, lease_until: null })
    .where('id', '=', sendingId)
    .execute();
}

export async function listSent(db: Db | Tx, sendingId: string): Promise<SentRow[]> {
  return db
    .selectFrom('advert_sending_pictures')
    .selectAll()
    .where('sending_id', '=', sendingId)
    .orderBy('position')
    .execute();
}

/** Notes the copies that the site will fetch, by their places. */
export async function savePublished(
  tx: Tx,
  sendingId: string,
  published: ReadonlyMap<number, string>,
): Promise<void> {
  for (const [position, picture_id] of published)
    await tx
      .updateTable('advert_sending_pictures')
      .set({ picture_id })
      .where('sending_id', '=', sendingId)
      .where('position', '=', position)
      .execute();
}

/** Deletes sendings of lots that are gone, before an instant. */
export async function deleteOldSendings(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('advert_sendings')
    .where('batch_id', 'is', null)
    .where('created_at', '<', before)
    .where('state', 'not in', [...UNDER_WAY])
    .execute();
}

/** Deletes all sendings of a person. */
export async function eraseSendings(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('advert_sendings').where('user_id', '=', userId).execute();
}
