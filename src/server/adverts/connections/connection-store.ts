import { type Selectable, sql } from 'kysely';
import type { BreakReason } from '#domain/adverts/connection.ts';
import type { SiteName } from '#domain/adverts/sites.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type ConnectionRow = Selectable<DB['advert_connections']>;
type NewConnection = Omit<ConnectionRow, 'broken_reason' | 'broken_since'>;

/** Says whose account at which site, or at its stand-in. */
export interface SellerKey {
  readonly userId: string;
  readonly site: SiteName;
  readonly isTest: boolean;
  readonly sellerId: string;
}

/** Returns the person's connections, the oldest first. */
export async function listConnections(db: Db | Tx, userId: string): Promise<ConnectionRow[]> {
  return db
    .selectFrom('advert_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('connected_at')
    .orderBy('id')
    .execute();
}

/** Returns an own connection; null: there is none of that id. */
export async function findConnection(
  db: Db | Tx,
  { userId, connectionId }: { userId: string; connectionId: string },
): Promise<ConnectionRow | null> {
  const row = await db
    .selectFrom('advert_connections')
    .selectAll()
    .where('id', '=', connectionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks a person's connection of one account at a site; null: there is none yet. Needs the user's lock, so that there is one at most. */
export async function lockSeller(tx: Tx, key: SellerKey): Promise<{ id: string } | null> {
  const row = await tx
    .selectFrom('advert_connections')
    .select('id')
    .where('user_id', '=', key.userId)
    .where('site', '=', key.site)
    .where('is_test', '=', key.isTest)
    .where('seller_id', '=', key.sellerId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a new connection, or what replaces it: a broken one is whole again. */
export async function saveConnection(tx: Tx, connection: NewConnection): Promise<void> {
  const { id, user_id, site, is_test, seller_id, ...news } = connection;
  const whole = { ...news, broken_reason: null, broken_since: null };
  await tx
    .insertInto('advert_connections')
    .values({ id, user_id, site, is_test, seller_id, ...whole })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(whole))
    .execute();
}

/** Locks a connection; null: it is gone, or with `isPatient: false` locked by another. */
export async function lockConnection(
  tx: Tx,
  id: string,
  { isPatient }: { isPatient: boolean },
): Promise<ConnectionRow | null> {
  const found = tx.selectFrom('advert_connections').selectAll().where('id', '=', id).forUpdate();
  return (await (isPatient ? found : found.skipLocked()).executeTakeFirst()) ?? null;
}

/** Needs the connection's lock. */
export async function saveGrant(
  tx: Tx,
  id: string,
  grant: Pick<ConnectionRow, 'sealed_grant' | 'expires_at' | 'renewed_at'>,
): Promise<void> {
  await tx.updateTable('advert_connections').set(grant).where('id', '=', id).execute();
}

/** Marks a connection as broken; its tokens, which are of no use any more, go. Needs its lock. */
export async function markBroken(
  tx: Tx,
  id: string,
  { reason, now }: { reason: BreakReason; now: Date },
): Promise<void> {
  await tx
    .updateTable('advert_connections')
    .set({ broken_reason: reason, broken_since: now, sealed_grant: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Returns whole connections of a site that were last renewed before an instant, in random order: those that fail each time keep no others
 * from their turn.
 */
export async function listDue(
  db: Db,
  { site, isTest, before, most }: { site: SiteName; isTest: boolean; before: Date; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('advert_connections')
    .select('id')
    .where('site', '=', site)
    .where('is_test', '=', isTest)
    .where('broken_since', 'is', null)
    .where('renewed_at', '<', before)
    .orderBy(sql`random()`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes an own connection. Returns false where there is none of that id. */
export async function deleteConnection(
  db: Db,
  { userId, connectionId }: { userId: string; connectionId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('advert_connections')
    .where('id', '=', connectionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes connections at a site, or at its stand-in, that were last renewed before an instant. */
export async function deleteLapsed(
  db: Db,
  { site, isTest, before }: { site: SiteName; isTest: boolean; before: Date },
): Promise<void> {
  await db
    .deleteFrom('advert_connections')
    .where('site', '=', site)
    .where('is_test', '=', isTest)
    .where('renewed_at', '<', before)
    .execute();
}

/** Erases all connections of a user, and visits that have begun. */
export async function eraseConnections(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('advert_connections').where('user_id', '=', userId).execute();
  await tx.deleteFrom('advert_attempts').where('user_id', '=', userId).execute();
}
