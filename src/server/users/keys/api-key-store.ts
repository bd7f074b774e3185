import { type Selectable, sql } from 'kysely';
import { hasKeys, type KeyKind } from '#domain/users/api-keys.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { App, Db, Tx } from '#server/app.ts';
import { DOCUMENT_COLUMNS, storedFields } from '#server/users/document-fields.ts';

export type ApiKeyRow = Selectable<DB['api_keys']>;

export async function insertKey(tx: Tx, key: Omit<ApiKeyRow, 'used_at'>): Promise<ApiKeyRow> {
  return tx.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow();
}

/** Returns a person's keys, newest first. */
export async function listKeys(db: Db | Tx, userId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes an own key. Returns false where there is none of that id. */
export async function deleteKey(
  tx: Tx,
  { userId, keyId }: { userId: string; keyId: string },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('api_keys')
    .where('id', '=', keyId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all keys of an account. What they are reading or sending is cut with its sessions. */
export async function deleteAllKeys(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('user_id', '=', userId).execute();
}

interface FoundKey {
  readonly id: string;
  readonly userId: string;
  readonly kind: KeyKind;
  readonly usedAt: Date | null;
  /** False while the plan in force brings no keys. */
  readonly isAwake: boolean;
}

/** Returns keys by their hashes; those of suspended and deleted accounts are missing. */
export async function keysByHashes(app: App, hashes: readonly string[]): Promise<Map<string, FoundKey>> {
  const now = app.now();
  const rows = await app.db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id', 'api_keys.user_id as userId', 'kind', 'used_at as usedAt', 'key_hash as hash'])
    .select(DOCUMENT_COLUMNS)
    .where('key_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .execute();
  return new Map(
    rows.map(({ hash, id, userId, kind, usedAt, ...document }) => [
      hash,
      { id, userId, kind, usedAt, isAwake: hasKeys(storedFields(document), now) },
    ]),
  );
}

export async function noteUsed(db: Db, keyId: string, now: Date): Promise<void> {
  await db.updateTable('api_keys').set({ used_at: now }).where('id', '=', keyId).execute();
}

/** Returns true while a key is there and its account neither suspended nor deleted. */
export async function isKeyOpen(db: Db, keyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select('api_keys.id')
    .where('api_keys.id', '=', keyId)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
