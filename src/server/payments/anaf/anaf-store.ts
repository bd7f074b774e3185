import type { Selectable } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';
import { beginPeriod } from '#server/payments/store/sending-store.ts';

export type AnafConnection = Selectable<DB['anaf_connection']>;
export type AnafAccess = Selectable<DB['anaf_grant']>;

/** The connection with its access; without access it has to be connected again. */
export interface AnafHeld {
  readonly connection: AnafConnection;
  readonly access: AnafAccess | null;
}

/** Returns null while nothing was ever connected. */
export async function findAnaf(db: Db | Tx): Promise<AnafHeld | null> {
  const connection = await db.selectFrom('anaf_connection').selectAll().executeTakeFirst();
  return connection ? { connection, access: await findAccess(db, connection.id) } : null;
}

/** Locks the connection; null: there is none, or with `isPatient: false` it is locked by another. Nothing else is locked with it. */
export async function lockAnaf(tx: Tx, { isPatient }: { isPatient: boolean }): Promise<AnafHeld | null> {
  const found = tx.selectFrom('anaf_connection').selectAll().forUpdate();
  const connection = await (isPatient ? found : found.skipLocked()).executeTakeFirst();
  // Read after the lock: what its last holder has stored.
  return connection ? { connection, access: await findAccess(tx, connection.id) } : null;
}

async function findAccess(db: Db | Tx, connectionId: string): Promise<AnafAccess | null> {
  const access = await db
    .selectFrom('anaf_grant')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  return access ?? null;
}

/** Stores a connection in place of the one before. Documents that are issued from then on go by themselves. */
export async function saveAnaf(
  tx: Tx,
  { connection, access }: { connection: Omit<AnafConnection, 'is_only'>; access: NewAccess },
): Promise<void> {
  await tx
    .insertInto('anaf_connection')
    .values({ is_only: true, ...connection })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(connection))
    .execute();
  await saveAccess(tx, { ...access, connection_id: connection.id });
  await beginPeriod(tx, connection.mode, connection.connected_at);
}

export type NewAccess = Omit<AnafAccess, 'is_only' | 'connection_id'>;

/** Writes both tokens, the pair before them and their ends in one statement. Needs the connection's lock. */
export async function saveAccess(tx: Tx, access: Omit<AnafAccess, 'is_only'>): Promise<void> {
  await tx
    .insertInto('anaf_grant')
    .values({ is_only: true, ...access })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(access))
    .execute();
}

/** Forgets the pair before a renewal, unless there was another since. */
export async function forgetPairBefore(db: Db, sealed: string): Promise<void> {
  await db.updateTable('anaf_grant').set({ sealed_before: null }).where('sealed', '=', sealed).execute();
}

/** Notes that an admin must connect again; tokens, which are of no use any more, go. Needs the lock. */
export async function markAnafBroken(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('anaf_connection').set({ broken_since: now }).execute();
  await tx.deleteFrom('anaf_grant').execute();
}

/** Notes since when the right is missing, in ANAF's sentence; `since` null: it is there. Leaves a connection made since alone. */
export async function noteRight(
  db: Db | Tx,
  connectionId: string,
  { since, words }: { since: Date | null; words: string | null },
): Promise<void> {
  await db
    .updateTable('anaf_connection')
    .set({ right_missing_since: since, right_words: words })
    .where('id', '=', connectionId)
    .execute();
}

/** Forgets connection and tokens. Needs the lock. */
export async function deleteAnaf(tx: Tx): Promise<void> {
  await tx.deleteFrom('anaf_grant').execute();
  await tx.deleteFrom('anaf_connection').execute();
}
