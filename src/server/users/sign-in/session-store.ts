import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TokenClaims } from '#contract/auth.ts';
import { AppError } from '#domain/errors.ts';
import { provenUntil } from '#domain/users/proof.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import type { App, Db, Tx, Unit, User } from '#server/app.ts';
import { together } from '#server/http/limits/together.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';

/** A session is a random token of 256 bits; only its hash is stored. Idle 14 days, at most 60. */
const IDLE_MS = 14 * 86_400_000;
const LONGEST_MS = 60 * 86_400_000;
/** The age at which a request writes `seen_at` again. */
const SEEN_STEP_MS = 10 * 60_000;

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Refuses auth/suspended. Signing in counts as a fresh proof. Returns the token. */
export async function openSession(
  tx: Tx,
  app: App,
  { userId, userAgent }: { userId: string; userAgent: string },
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
      proved_at: now,
    })
    .execute();
  return token;
}

/** The user of a session, and whether they have proven within minutes who they are. */
export interface Asker extends User {
  readonly isProven: boolean;
}

interface Found extends User {
  readonly seenAt: Date;
  readonly provedAt: Date | null;
}

async function usersByTokens(app: App, tokens: readonly string[]): Promise<Map<string, Found>> {
  const now = app.now();
  const tokenOf = new Map(tokens.map((token) => [hashOf(token), token]));
  const rows = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'token_hash',
      'users.id',
      'users.role',
      'sessions.id as sessionId',
      'sessions.seen_at',
      'sessions.proved_at',
    ])
    .where('token_hash', '=', sql<string>`any(${[...tokenOf.keys()]}::text[])`)
    .where('expires_at', '>', now)
    .where('sessions.seen_at', '>', new Date(now.getTime() - IDLE_MS))
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .execute();
  return new Map(
    rows.map(({ token_hash, seen_at, proved_at, ...user }) => [
      tokenOf.get(token_hash) ?? '',
      { ...user, seenAt: seen_at, provedAt: proved_at },
    ]),
  );
}

/** Returns a look-up of the user of a token; null for none. Those that are asked for at once are looked up together. */
export function userFinder(app: App): (token: string) => Promise<Asker | null> {
  const find = together((tokens: readonly string[]) => usersByTokens(app, tokens));
  return async (token) => {
    const found = await find(token);
    if (!found) return null;
    const { seenAt, provedAt, ...user } = found;
    const now = app.now();
    if (now.getTime() - seenAt.getTime() > SEEN_STEP_MS)
      await noteSeen(app, { userId: user.id, sessionId: user.sessionId, now });
    return { ...user, isProven: provenUntil(provedAt, now) !== null };
  };
}

/** True when a refused session was of a suspended account: its browser is told so. */
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

async function noteSeen(
  app: App,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<void> {
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
export async function endAllSessions({ tx, changes }: Unit, app: App, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  changes.afterCommit(() => app.live.endSessions(userId, null));
}

/** The same of an account that is suspended: the rows stay, over, so that its browsers can be told why. */
export async function suspendSessions({ tx, changes, now }: Unit, app: App, userId: string): Promise<void> {
  await tx.updateTable('sessions').set({ expires_at: now }).where('user_id', '=', userId).execute();
  changes.afterCommit(() => app.live.endSessions(userId, null));
}

/** The same but for one (null: none). */
export async function endOtherSessions(
  { tx, changes }: Unit,
  app: App,
  { userId, keptId }: { userId: string; keptId: string | null },
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
  { tx, changes }: Unit,
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
  return app.change((unit) => endSession(unit, app, { userId, sessionId }));
}

/** Sessions that are over; those of suspended accounts say why for as long as any session lives. */
export async function deleteOldSessions(db: Db, now: Date): Promise<void> {
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

/** Returns a check that a session is open and its owner's role is still the same. Every open page asks. */
export function sessionLook(app: App): (user: User) => Promise<boolean> {
  const roles = together(async (sessionIds: readonly string[]) => {
    const rows = await app.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'users.role'])
      .where('sessions.id', '=', sql<string>`any(${sessionIds}::text[])`)
      .where('expires_at', '>', app.now())
      .where('users.deleted_at', 'is', null)
      .execute();
    return new Map(rows.map(({ id, role }) => [id, role]));
  });
  return async (user) => (await roles(user.sessionId)) === user.role;
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

/**
 * A new token with the claims of now for the same session. Of several at once with the same old token one succeeds; for the rest it is
 * dead.
 */
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
