import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { App, Db, Tx } from '#server/app.ts';
import { hashToken, newToken } from '#server/users/sign-in/session-token.ts';

/** A sign-in waits this long for its code, in the browser that began it. */
const PENDING_SECONDS = 600;

interface PendingSignIn {
  readonly userId: string;
  /** The identity that Google named; null: the password was given. */
  readonly identity: ProviderIdentity | null;
}

/** Keeps a sign-in until its code is given; returns its secret, which is stored hashed. */
export async function keepPendingSignIn(tx: Tx, app: App, pending: PendingSignIn): Promise<string> {
  const secret = newToken();
  await tx
    .insertInto('pending_sign_ins')
    .values({
      token_hash: hashToken(secret),
      user_id: pending.userId,
      identity: pending.identity && JSON.stringify(pending.identity),
      expires_at: new Date(app.now().getTime() + PENDING_SECONDS * 1000),
    })
    .execute();
  return secret;
}

/** Returns the account that a sign-in waits for; null: none does, or not any more. */
export async function findPendingOwner(app: App, secret: string): Promise<string | null> {
  const row = await app.db
    .selectFrom('pending_sign_ins')
    .select('user_id')
    .where('token_hash', '=', hashToken(secret))
    .where('expires_at', '>', app.now())
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Takes a sign-in that waits; of several callers one gets it, the others get null. */
export async function takePendingSignIn(tx: Tx, app: App, secret: string): Promise<PendingSignIn | null> {
  const row = await tx
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', hashToken(secret))
    .where('expires_at', '>', app.now())
    .returning(['user_id', 'identity'])
    .executeTakeFirst();
  return row ? { userId: row.user_id, identity: row.identity } : null;
}

/** Ends the sign-ins of an account that wait for their code. */
export async function endPendingSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
}

export async function deleteOldPendingSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', now).execute();
}
