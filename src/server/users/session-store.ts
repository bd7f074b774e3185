import { createHash, randomBytes } from 'node:crypto';
import type { TokenClaims } from '#contract/auth.ts';
import { AppError } from '#domain/errors.ts';
import { provenUntil } from '#domain/users/proof.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import type { App, Changes, Db, Tx, User } from '#server/app.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';

/** A session is a random token of 256 bits; only its hash is stored. Idle 14 days, at most 60. */
const IDLE_MS = 14 * 86_400_000;
const LONGEST_MS = 60 * 86_400_000;
/** How stale `seen_at` may get before a request writes it. */
const SEEN_STEP_MS = 10 * 60_000;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Refuses auth/suspended. `provedAt`: by what opened it its owner has shown who they are, beyond what a password says. */
export async function openSession(
  tx: Tx,
  app: App,
  userId: string,
  userAgent: string,
  provedAt: Date | null = null,
): Promise<string> {
  await refuseSuspended(tx, userId);
  const token = newToken();
  const now = app.now();
  const { role } = await tx
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
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
      claims_role: role,
      claims_issued_at: now,
      proved_at: provedAt,
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
    .where('sessions.seen_at', '>', new Date(now.getTime() - IDLE_MS))
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  if (now.getTime() - row.seen_at.getTime() > SEEN_STEP_MS) await noteSeen(app, row.id, row.sessionId, now);
  return { id: row.id, role: row.role, sessionId: row.sessionId };
}

/** Whether a session that is refused was of an account that is suspended: its browser is told so. */
export async function isSuspendedToken(app: App, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const row = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('token_hash', '=', hashOf(token))
    .where('users.suspended_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

async function noteSeen(app: App, userId: string, sessionId: string, now: Date): Promise<void> {
  await app.db.updateTable('sessions').set({ seen_at: now }).where('id', '=', sessionId).execute();
  await app.db.updateTable('users').set({ seen_at: now }).where('id', '=', userId).execute();
}

export function isIdle(seenAt: Date, now: Date): boolean {
  return seenAt.getTime() <= now.getTime() - IDLE_MS;
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

/** The same of an account that is suspended: the rows stay, over, so that its browsers can be told why. */
export async function suspendSessions(tx: Tx, changes: Changes, app: App, userId: string): Promise<void> {
  await tx.updateTable('sessions').set({ expires_at: app.now() }).where('user_id', '=', userId).execute();
  changes.afterCommit(() => app.live.endSessions(userId, null));
}

/** The same but for one (null: none). */
export async function endOtherSessions(
  tx: Tx,
  changes: Changes,
  app: App,
  userId: string,
  keptId: string | null,
): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keptId ?? '')
    .returning('id')
    .execute();
  changes.afterCommit(async () => {
    for (const { id } of ended) await app.live.endSessions(userId, id);
  });
}

/** One session of an account; its live stream is cut once this is committed. False: it has none of that id. */
export async function endSession(
  tx: Tx,
  changes: Changes,
  app: App,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();
  if (row) changes.afterCommit(() => app.live.endSessions(userId, sessionId));
  return row !== undefined;
}

export async function endOneSession(app: App, userId: string, sessionId: string): Promise<boolean> {
  return app.change((tx, changes) => endSession(tx, changes, app, { userId, sessionId }));
}

/** Sessions that are over; those of suspended accounts say why for as long as any session lives. */
export async function forgetSessions(db: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - LONGEST_MS);
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('expires_at', '<', longAgo),
        not(
          exists(
            selectFrom('users')
              .select('users.id')
              .whereRef('users.id', '=', 'sessions.user_id')
              .where('suspended_at', 'is not', null),
          ),
        ),
      ]),
    )
    .execute();
}

/** Its owner has shown just now who they are. */
export async function markProved(db: Db | Tx, app: App, user: User): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: app.now() })
    .where('id', '=', user.sessionId)
    .where('user_id', '=', user.id)
    .execute();
}

/** Refuses unless the owner has shown in this session, minutes ago, who they are. */
export async function requireProof(db: Db | Tx, app: App, user: User): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select('proved_at')
    .where('id', '=', user.sessionId)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!provenUntil(row?.proved_at ?? null, app.now())) throw new AppError('auth/proof-required');
}

function openSessionOf(app: App, user: User) {
  return app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', user.sessionId)
    .where('expires_at', '>', app.now())
    .where('users.deleted_at', 'is', null);
}

export async function isSessionOpen(app: App, user: User): Promise<boolean> {
  return (await openSessionOf(app, user).executeTakeFirst()) !== undefined;
}

/** Open, and its owner is still what they were when they were admitted. */
export async function isSameSession(app: App, user: User): Promise<boolean> {
  const row = await openSessionOf(app, user).where('users.role', '=', user.role).executeTakeFirst();
  return row !== undefined;
}

interface ClaimsRow {
  readonly claims_role: User['role'];
  readonly claims_issued_at: Date;
}

function asClaims({ claims_role, claims_issued_at }: ClaimsRow): TokenClaims {
  const admin = isAdmin({ role: claims_role });
  return { admin, role: claims_role, issuedAt: claims_issued_at.toISOString() };
}

/** The claims of the session's token as they were when it was issued. */
export async function readClaims(app: App, user: User): Promise<TokenClaims> {
  const row = await app.db
    .selectFrom('sessions')
    .select(['claims_role', 'claims_issued_at'])
    .where('id', '=', user.sessionId)
    .executeTakeFirst();
  if (!row) throw new AppError('auth/session-required');
  return asClaims(row);
}

/** A new token with the claims of now for the same session. Of several at once with the same old token one succeeds: it is dead for the rest. */
export async function renewToken(
  app: App,
  user: User,
  oldToken: string,
): Promise<{ token: string; claims: TokenClaims }> {
  const token = newToken();
  const row = await app.db
    .updateTable('sessions')
    .from('users')
    .set((eb) => ({
      token_hash: hashOf(token),
      claims_role: eb.ref('users.role'),
      claims_issued_at: app.now(),
    }))
    .whereRef('users.id', '=', 'sessions.user_id')
    .where('sessions.id', '=', user.sessionId)
    .where('token_hash', '=', hashOf(oldToken))
    .returning(['claims_role', 'claims_issued_at'])
    .executeTakeFirst();
  if (!row) throw new AppError('auth/session-required');
  return { token, claims: asClaims(row) };
}
