import { createHash, randomBytes } from 'node:crypto';
import type { App, Db, User } from '#server/app.ts';
import { lockUser } from '#server/users/user-store.ts';

/** Choosing a certificate and its PIN take a while. */
const LIVES_MS = 15 * 60_000;
/** ANAF may leave the state out; then the visit has to be a fresh one. */
const LIVES_WITHOUT_STATE_MS = 60_000;

const hashState = (state: string) => createHash('sha256').update(state).digest('hex');

/** Keeps a new visit of a session, in place of an earlier one. Returns its state: 256 random bits in base64url. */
export async function keepAnafAttempt(app: App, admin: User, redirectUri: string): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  await app.change(async ({ tx }) => {
    // Of two presses at once the later one counts alone.
    await lockUser(tx, admin.id);
    await tx.deleteFrom('anaf_attempts').where('session_id', '=', admin.sessionId).execute();
    await tx
      .insertInto('anaf_attempts')
      .values({
        state_hash: hashState(state),
        user_id: admin.id,
        session_id: admin.sessionId,
        redirect_uri: redirectUri,
        begun_at: app.now(),
      })
      .execute();
  });
  return state;
}

/**
 * Takes the visit that this session began: with the state that came back, or within a minute where none did. A foreign state takes none, and of
 * several callers one gets it.
 */
export async function takeAnafAttempt(
  app: App,
  admin: User,
  state: string,
): Promise<{ redirectUri: string } | null> {
  const lives = state === '' ? LIVES_WITHOUT_STATE_MS : LIVES_MS;
  const own = app.db
    .deleteFrom('anaf_attempts')
    .where('session_id', '=', admin.sessionId)
    .where('user_id', '=', admin.id)
    .where('begun_at', '>', new Date(app.now().getTime() - lives));
  const row = await (state === '' ? own : own.where('state_hash', '=', hashState(state)))
    .returning('redirect_uri')
    .executeTakeFirst();
  return row ? { redirectUri: row.redirect_uri } : null;
}

/** Deletes visits that came to no end. */
export async function deleteOldAnafAttempts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('anaf_attempts')
    .where('begun_at', '<', new Date(now.getTime() - LIVES_MS))
    .execute();
}
