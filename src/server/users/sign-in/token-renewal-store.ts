import type { TokenClaims } from '#contract/auth.ts';
import { AppError } from '#domain/errors.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import type { App, HeldToken, Tx, Unit, User } from '#server/app.ts';
import { hashToken, newToken, tokenAfter } from '#server/users/sign-in/session-token.ts';

/**
 * A session's token is renewed at a proof, a change of password and a forced refresh. After a proof or a refresh the old one still counts
 * for so long, unless its successor is used before: the reply with the successor may have been lost on its way.
 */
export const TOKEN_GRACE_MS = 60_000;

const NO_GRACE = {
  previous_token_hash: null,
  previous_until: null,
  previous_proved_at: null,
  renewal_salt: null,
};

interface Renewal {
  readonly user: User;
  readonly oldToken: string;
  /** Its owner has shown just now who they are. */
  readonly isProof: boolean;
  /** False: the old token ends at once, whatever becomes of the reply. */
  readonly hasGrace: boolean;
}

/**
 * Renews the token of a session and returns the new one. Asked with a token that was renewed before and still counts, a refresh gets the
 * successor it already has and a proof a new successor; neither makes that token count longer.
 */
export async function replaceToken(unit: Unit, app: App, renewal: Renewal): Promise<string> {
  const { tx, changes } = unit;
  const { user, oldToken, isProof, hasGrace } = renewal;
  const session = await lockSession(tx, user.sessionId);
  const now = app.now();
  const hash = hashToken(oldToken);
  if (hash !== session.token_hash && !isInGrace(session, hash, now))
    throw new AppError('auth/session-required');
  const isFirst = hash === session.token_hash;
  if (!isFirst && !isProof) return handSuccessor(tx, session, oldToken);
  const salt = newToken();
  const token = tokenAfter(oldToken, salt);
  await tx
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      ...(isProof && { proved_at: now }),
      ...(hasGrace ? { renewal_salt: salt } : NO_GRACE),
      ...(hasGrace &&
        isFirst && {
          previous_token_hash: hash,
          previous_until: new Date(now.getTime() + TOKEN_GRACE_MS),
          previous_proved_at: session.proved_at,
        }),
    })
    .where('id', '=', user.sessionId)
    .execute();
  changes.afterCommit(() => app.live.tokenChanged(user.id, user.sessionId));
  return token;
}

/** The successor of a renewed token that still counts, once more; null when it has been used meanwhile. */
export async function reissueSuccessor(app: App, user: User, token: string): Promise<string | null> {
  return app.change(async ({ tx }) => {
    const session = await lockSession(tx, user.sessionId);
    return isInGrace(session, hashToken(token), app.now()) ? handSuccessor(tx, session, token) : null;
  });
}

type SessionRow = Awaited<ReturnType<typeof lockSession>>;

async function lockSession(tx: Tx, sessionId: string) {
  const row = await tx
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'proved_at'])
    .select(['previous_token_hash', 'previous_until', 'previous_proved_at', 'renewal_salt'])
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('auth/session-required');
  return row;
}

function isInGrace(session: SessionRow, hash: string, now: Date): boolean {
  const { previous_token_hash, previous_until } = session;
  return previous_token_hash === hash && previous_until !== null && previous_until > now;
}

/** A copy of the renewed token may be in other hands, so a proof that was given since does not go along: it is asked for again. */
async function handSuccessor(tx: Tx, session: SessionRow, token: string): Promise<string> {
  await tx
    .updateTable('sessions')
    .set({ proved_at: session.previous_proved_at })
    .where('id', '=', session.id)
    .execute();
  return tokenAfter(token, session.renewal_salt ?? '');
}

/** The successor has arrived, as its first use shows: what it replaced counts no more, in requests and in streams. */
export async function endGrace(app: App, user: User, { hash }: HeldToken): Promise<void> {
  const ended = await app.db
    .updateTable('sessions')
    .set(NO_GRACE)
    .where('id', '=', user.sessionId)
    .where('token_hash', '=', hash)
    .where('previous_token_hash', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (ended) await app.live.tokenChanged(user.id, user.sessionId);
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

/** A new token with the claims of now for the same session. Several at once with the same old token get the same new one. */
export async function refreshToken(
  app: App,
  user: User,
  oldToken: string,
): Promise<{ token: string; claims: TokenClaims }> {
  return app.change(async (unit) => {
    const token = await replaceToken(unit, app, { user, oldToken, isProof: false, hasGrace: true });
    const row = await unit.tx
      .updateTable('sessions')
      .from('users')
      .set((eb) => ({ claims_role: eb.ref('users.role'), claims_issued_at: app.now() }))
      .whereRef('users.id', '=', 'sessions.user_id')
      .where('sessions.id', '=', user.sessionId)
      .returning(['claims_role', 'claims_issued_at'])
      .executeTakeFirstOrThrow();
    return { token, claims: asClaims(row) };
  });
}
