import type { Insertable, Selectable } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type PasskeyRow = Selectable<DB['passkeys']>;

/** Returns an account's passkeys, oldest first. */
export async function listPasskeys(db: Db | Tx, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
}

/** Returns a passkey; undefined where it is gone. */
export async function findPasskey(tx: Tx, id: string): Promise<PasskeyRow | undefined> {
  return tx.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Inserts a passkey. Returns false where it is an account's already. */
export async function insertPasskey(tx: Tx, passkey: Insertable<DB['passkeys']>): Promise<boolean> {
  const row = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes what is known of a passkey's use. Needs the account's lock. */
export async function changePasskey(
  tx: Tx,
  id: string,
  change: Partial<Pick<PasskeyRow, 'counter' | 'used_at' | 'blocked_at'>>,
): Promise<void> {
  await tx.updateTable('passkeys').set(change).where('id', '=', id).execute();
}

/** Deletes a passkey of an account. Returns false where it has none of that id. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type Challenge = Insertable<DB['passkey_challenges']>;

export async function insertChallenge(db: Db, challenge: Challenge): Promise<void> {
  await db.insertInto('passkey_challenges').values(challenge).execute();
}

/** Uses a challenge up. Returns false where there is none such any more, or it is for something else. */
export async function takeChallenge(
  db: Db,
  { challenge, user_id, purpose, bound_to }: Omit<Challenge, 'expires_at'>,
  now: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('bound_to', '=', bound_to)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
}
