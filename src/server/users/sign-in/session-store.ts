import { sql } from 'kysely';
import { isKeyId } from '#domain/users/api-keys.ts';
import { provenUntil } from '#domain/users/proof.ts';
import type { App, Db, HeldToken, Tx, Unit, User } from '#server/app.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';
import { LACKS_FACTOR } from '#server/users/admins/factor-duty-store.ts';
import { HELD_RIGHTS } from '#server/users/admins/right-store.ts';
import { isKeyOpen } from '#server/users/keys/api-key-store.ts';
import { endPendingSignIns } from '#server/users/sign-in/pending-sign-in-store.ts';
import { hashToken, newToken } from '#server/users/sign-in/session-token.ts';
import { endGrace } from '#server/users/sign-in/token-renewal-store.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';

/** A session ends 14 days after it was last used and 60 days after the sign-in. */
const IDLE_MS = 14 * 86_400_000;
const LONGEST_MS = 60 * 86_400_000;
/** The age at which a request writes `seen_at` again. */
const SEEN_STEP_MS = 10 * 60_000;

/** Opens a session and returns its token. Signing in counts as a fresh proof. Throws auth/suspended. */
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
      token_hash: hashToken(token),
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

/** The user of a session. `isProven`: they have shown within ten minutes who they are. */
export interface Asker extends User {
  readonly isProven: boolean;
}

interface Found extends User {
  readonly token: HeldToken;
  readonly seenAt: Date;
  readonly provedAt: Date | null;
  /** The token is new, and the one it replaced is still valid. */
  readonly endsGrace: boolean;
}

/** Returns users by their session's token, or by the one before it that is still valid. */
async function usersByTokens(app: App, tokens: readonly string[]): Promise<Map<string, Found>> {
  const now = app.now();
  const tokenOf = new Map(tokens.map((token) => [hashToken(token), token]));
  const given = sql<string>`any(${[...tokenOf.keys()]}::text[])`;
  const rows = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role', 'sessions.id as sessionId', 'sessions.seen_at as seenAt'])
    .select(HELD_RIGHTS.as('rights'))
    .select(['token_hash', 'proved_at', 'previous_token_hash', 'previous_until', 'previous_proved_at'])
    .select(LACKS_FACTOR.as('lacksFactor'))
    .where(({ or, eb }) => or([eb('token_hash', '=', given), eb('previous_token_hash', '=', given)]))
    .where('expires_at', '>', now)
    .where('sessions.seen_at', '>', new Date(now.getTime() - IDLE_MS))
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .execute();
  const found = new Map<string, Found>();
  for (const { id, role, rights, sessionId, seenAt, lacksFactor, ...row } of rows) {
    const note = (hash: string | null, graceUntil: Date | null, provedAt: Date | null) => {
      const token = hash === null ? undefined : tokenOf.get(hash);
      if (hash === null || token === undefined) return;
      const endsGrace = graceUntil === null && row.previous_token_hash !== null;
      const user = { id, role, rights, sessionId, lacksFactor, token: { hash, graceUntil } };
      found.set(token, { ...user, seenAt, provedAt, endsGrace });
    };
    note(row.token_hash, null, row.proved_at);
    if (row.previous_until !== null && row.previous_until > now)
      note(row.previous_token_hash, row.previous_until, row.previous_proved_at);
  }
  return found;
}

/** Returns a look-up of a token's user; null for none. Look-ups at the same time share one query. */
export function userFinder(app: App): (token: string) => Promise<Asker | null> {
  const find = createBatchLoader((tokens: readonly string[]) => usersByTokens(app, tokens));
  return async (token) => {
    const found = await find(token);
    if (!found) return null;
    const { seenAt, provedAt, endsGrace, ...user } = found;
    const now = app.now();
    if (endsGrace) await endGrace(app, user, user.token);
    if (now.getTime() - seenAt.getTime() > SEEN_STEP_MS)
      await noteSeen(app, { userId: user.id, sessionId: user.sessionId, now });
    return { ...user, isProven: provenUntil(provedAt, now) !== null };
  };
}

/** Returns true when a refused session was of a suspended account, so that its browser is told so. */
export async function isSuspendedToken(app: App, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const row = await app.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where(({ or, eb }) =>
      or([eb('token_hash', '=', hashToken(token)), eb('previous_token_hash', '=', hashToken(token))]),
    )
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

/** Ends every session of an account, and what waits to become one; its live streams are cut after the commit. */
export async function endAllSessions(
  { tx, changes }: Unit,
  app: { readonly live: Pick<App['live'], 'endSessions'> },
  userId: string,
): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await endPendingSignIns(tx, userId);
  changes.afterCommit(() => app.live.endSessions(userId, null));
}

/** Ends every session of a suspended account; the rows stay, expired, so that its browsers can be told why. */
export async function suspendSessions({ tx, changes, now }: Unit, app: App, userId: string): Promise<void> {
  await tx.updateTable('sessions').set({ expires_at: now }).where('user_id', '=', userId).execute();
  changes.afterCommit(() => app.live.endSessions(userId, null));
}

/** Ends every session of an account but one (`keptId` null: all), and what waits to become one. */
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
  await endPendingSignIns(tx, userId);
  changes.afterCommit(async () => {
    for (const { id } of ended) await app.live.endSessions(userId, id);
  });
}

/** Ends one session of an account; its live stream is cut after the commit. Returns false where it has none of that id. */
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

/** Returns false where the account has no such session. */
export async function endOneSession(app: App, userId: string, sessionId: string): Promise<boolean> {
  return app.change((unit) => endSession(unit, app, { userId, sessionId }));
}

/** Deletes expired sessions; those of suspended accounts say why for as long as any session lives. */
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

/** A program's key stands for its session. */
export async function isSessionOpen(app: App, user: User): Promise<boolean> {
  if (isKeyId(user.sessionId)) return isKeyOpen(app.db, user.sessionId);
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

/**
 * Returns a check that a session is open, its token still counts as it did, and its owner's role is still the same. Every open page asks
 * it.
 */
export function sessionLook(app: App): (user: User) => Promise<boolean> {
  const sessions = createBatchLoader(async (sessionIds: readonly string[]) => {
    const now = app.now();
    const rows = await app.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'users.role', 'token_hash', 'previous_token_hash', 'previous_until'])
      .where('sessions.id', '=', sql<string>`any(${sessionIds}::text[])`)
      .where('expires_at', '>', now)
      .where('users.deleted_at', 'is', null)
      .execute();
    return new Map(
      rows.map(({ id, role, token_hash, previous_token_hash, previous_until }) => {
        const inGrace = previous_until !== null && previous_until > now ? previous_token_hash : null;
        return [id, { role, current: token_hash, inGrace }];
      }),
    );
  });
  return async ({ sessionId, role, token }) => {
    const session = await sessions(sessionId);
    if (!session || !token || session.role !== role) return false;
    return token.hash === (token.graceUntil === null ? session.current : session.inGrace);
  };
}
