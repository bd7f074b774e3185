import { sql } from 'kysely';
import type { Db, Tx } from '#server/app.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { exportKey, readyExports } from '#server/users/export-store.ts';
import { someAvatars } from '#server/users/profile/profile-store.ts';

export interface Installation {
  readonly id: string;
  readonly secretFingerprint: string;
}

export async function findInstallation(db: Db): Promise<Installation | null> {
  const row = await db.selectFrom('installation').selectAll().executeTakeFirst();
  return row ? { id: row.id, secretFingerprint: row.secret_fingerprint } : null;
}

/** Keeps other processes from pairing this database with its files until the end of the transaction. */
export async function lockInstallation(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7119)`.execute(tx);
}

/** Replaces the installation. */
export async function storeInstallation(tx: Tx, { id, secretFingerprint }: Installation): Promise<void> {
  await tx.deleteFrom('installation').execute();
  await tx.insertInto('installation').values({ id, secret_fingerprint: secretFingerprint }).execute();
}

/** Returns true when there is any account. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns true when any photo's original must be in the folder. */
export async function namesOriginals(db: Db): Promise<boolean> {
  const photos = db
    .selectFrom('photos')
    .select('id')
    .where('state', '=', 'ready')
    .where('purged_at', 'is', null);
  return (await photos.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Returns some of the files that must be in the folder, from all times: with an older copy of database or folder most of them still fit.
 */
export async function someNamedFiles(db: Db, most: number): Promise<string[]> {
  const photos = await db
    .selectFrom('photos')
    .select('id')
    .where('state', '=', 'ready')
    .where('purged_at', 'is', null)
    .orderBy(sql`random()`)
    .limit(most)
    .execute();
  const results = await db
    .selectFrom('results')
    .select('file_key')
    .orderBy(sql`random()`)
    .limit(most)
    .execute();
  return [
    ...photos.map(({ id }) => originalKey(id)),
    ...results.map(({ file_key }) => file_key),
    ...(await readyExports(db, most)).map(({ id }) => exportKey(id)),
    ...(await someAvatars(db, most)),
  ];
}
