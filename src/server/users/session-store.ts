import { createHash, randomBytes } from 'node:crypto';
import type { App, Changes, Tx, User } from '#server/app.ts';

/** A session is a random token of 256 bits; only its hash is stored. Idle 14 days, at most 60. */
const IDLE_MS = 14 * 86_400_000;
const LONGEST_MS = 60 * 86_400_000;
/** How stale `seen_at` may get before a request writes it. */
const SEEN_STEP_MS = 10 * 60_000;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export async function openSession(tx: Tx, app: App, userId: string, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = app.now();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      id: app.newId('ses'),
      user_id: userId,
      user_agent: userAgent.slice(0, 300),
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + LONGEST_MS),
    })
    .execute();
  return token;
}

export async function findUserByToken(app: App, token: string): Promise<User | null> {
  const now = app.now();
  const row = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role', 'sessions.id as sessionId', 'sessions.seen_at'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .where('seen_at', '>', new Date(now.getTime() - IDLE_MS))
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  if (now.getTime() - row.seen_at.getTime() > SEEN_STEP_MS)
    await app.db.updateTable('sessions').set({ seen_at: now }).where('id', '=', row.sessionId).execute();
  return { id: row.id, role: row.role, sessionId: row.sessionId };
}

export async function closeSession(app: App, user: User): Promise<void> {
  await app.db.deleteFrom('sessions').where('id', '=', user.sessionId).execute();
  await app.live.endSessions(user.id, user.sessionId);
}

/** Ends every session of an account; its live streams are cut once this is committed. */
export async function endAllSessions(tx: Tx, changes: Changes, app: App, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  changes.afterCommit(() => app.live.endSessions(userId, null));
}

export async function isSessionOpen(app: App, user: User): Promise<boolean> {
  const row = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', user.sessionId)
    .where('expires_at', '>', app.now())
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
