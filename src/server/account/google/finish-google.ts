import type { GoogleOutcome } from '#contract/auth.ts';
import { AppError } from '#domain/errors.ts';
import type { GooglePurpose } from '#domain/users/google.ts';
import { type AdmissionOutcome, admitIdentity } from '#server/account/google/admit-identity.ts';
import { type Attempt, keepIdentity, takeAttempt } from '#server/account/google/google-attempt-store.ts';
import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import type { Opened } from '#server/users/sign-in/admit-owner.ts';
import { findIdentityOwner, linkIdentity } from '#server/users/sign-in/identity-store.ts';
import { mailSignInChange } from '#server/users/sign-in/mail-change.ts';
import { proveSession, requireProof } from '#server/users/sign-in/session-proof-store.ts';
import { lockUser, markEmailVerified, raiseUserRev } from '#server/users/user-store.ts';

export interface GoogleReturn {
  readonly mode: Attempt['mode'];
  readonly redirect: string | null;
  readonly purpose: GooglePurpose;
  readonly outcome: GoogleOutcome;
  /** The new session, or the proven one; the wait for a code where the outcome is „code”; null for all other outcomes. */
  readonly opened: Opened | null;
  /** The user who signed in. */
  readonly userId?: string;
}

const PER_IP = { hits: 60, seconds: 900 };
/** Limit on mails with a link, which strangers may cause by naming the account's address at the provider. */
const LINKS = { hits: 3, seconds: 3600 };

/** Returned when this browser has no attempt at the provider. */
export const LOST: GoogleReturn = {
  mode: 'redirect',
  redirect: null,
  purpose: 'sign-in',
  outcome: 'failed',
  opened: null,
};

/**
 * Ends an attempt at the provider: admits the person it names, or returns what is missing. Throws auth/google-off, auth/too-many-requests,
 * and for a signed-in user's link or proof auth/proof-required or auth/session-required.
 */
export async function finishGoogle(
  app: App,
  visitor: Visitor,
  {
    query,
    browser,
    user,
    token,
  }: { query: URLSearchParams; browser: string | null; user: User | null; token: string | null },
): Promise<GoogleReturn> {
  if (!app.signIn) throw new AppError('auth/google-off');
  await consumeIpRateLimit(
    app,
    { name: 'google:callback', ip: visitor.ip },
    { limit: PER_IP, code: 'auth/too-many-requests' },
  );
  const attempt = browser && (await takeAttempt(app, browser, query.get('state') ?? ''));
  if (!attempt) return LOST;
  const { mode, redirect, purpose } = attempt;
  const end = (outcome: GoogleOutcome, opened: Opened | null = null) => ({
    mode,
    redirect,
    purpose,
    outcome,
    opened,
  });
  if (query.get('error') === 'access_denied') return end('cancelled');
  const identity = await fetchProviderIdentity(app, query, attempt);
  if (!identity) return end('failed');
  if (purpose !== 'sign-in') {
    const own = await finishOwnGoogle(app, user, { attempt, identity, token: token ?? '' });
    return end(own.outcome, own.token === null ? null : { token: own.token });
  }
  const admitted = await admitIdentity(app, visitor, identity).catch(asOutcome);
  if (admitted.outcome === 'password') await keepIdentity(app, browser, identity);
  if (admitted.outcome === 'verify') await sendLink(app, admitted);
  if (admitted.outcome !== 'done') return end(admitted.outcome);
  const { opened, userId } = admitted;
  return { ...end('token' in opened ? 'done' : 'code', opened), userId };
}

interface OwnGoogleEnd {
  readonly outcome: GoogleOutcome;
  /** The session's new token, after a proof. */
  readonly token: string | null;
}

/** Ends the attempt of a signed-in user in the session that it began in: proves who they are, or links the identity. */
async function finishOwnGoogle(
  app: App,
  user: User | null,
  { attempt, identity, token }: { attempt: Attempt; identity: ProviderIdentity; token: string },
): Promise<OwnGoogleEnd> {
  if (!user || user.sessionId !== attempt.sessionId) return { outcome: 'failed', token: null };
  if (attempt.purpose === 'link') return { outcome: await linkOwnIdentity(app, user, identity), token: null };
  return proveByIdentity(app, user, { identity, token });
}

/** Proves the user by an identity of the account: any other says nothing of its owner. */
async function proveByIdentity(
  app: App,
  user: User,
  { identity, token }: { identity: ProviderIdentity; token: string },
): Promise<OwnGoogleEnd> {
  return app.change(async (unit) => {
    if ((await findIdentityOwner(unit.tx, identity)) !== user.id) return { outcome: 'other', token: null };
    return {
      outcome: 'done',
      token: await proveSession(unit, app, { user, oldToken: token, hasGrace: true }),
    };
  });
}

async function linkOwnIdentity(app: App, user: User, identity: ProviderIdentity): Promise<GoogleOutcome> {
  return app.change(async (unit) => {
    const { tx } = unit;
    await requireProof(tx, app, user);
    const row = await lockUser(tx, user.id);
    if (!row) throw new AppError('auth/session-required');
    const ownerId = await findIdentityOwner(tx, identity);
    if (ownerId === user.id) return 'done';
    if (ownerId !== null || !(await linkIdentity(tx, app, { userId: user.id, identity }))) return 'taken';
    if (identity.isAuthoritative && identity.email === row.email)
      await markEmailVerified(tx, user.id, app.now());
    await raiseUserRev(unit, user.id);
    await mailSignInChange(tx, app, { userId: user.id, address: row.email, data: { what: 'google-linked' } });
    return 'done';
  });
}

/** Turns errors into outcomes that the page where the attempt began shows. */
function asOutcome(error: unknown) {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'auth/suspended') return { outcome: 'suspended' } as const;
  if (code === 'auth/email-left') return { outcome: 'left' } as const;
  if (code === 'auth/google-failed') return { outcome: 'failed' } as const;
  throw error;
}

/** Returns the identity; null when anything about the provider's reply is wrong. The log gives the reason, without codes or tokens. */
async function fetchProviderIdentity(
  app: App,
  query: URLSearchParams,
  attempt: Attempt,
): Promise<ProviderIdentity | null> {
  try {
    return (await app.signIn?.finish(query, attempt)) ?? null;
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string };
    app.log.warn({ name, code }, 'sign-in with Google failed');
    return null;
  }
}

/** Mails a link, a few times an hour; beyond that the last one has to do. */
async function sendLink(
  app: App,
  { userId, email }: AdmissionOutcome & { outcome: 'verify' },
): Promise<void> {
  const isMany = await consumeRateLimit(app, `google:link:${userId}`, {
    limit: LINKS,
    code: 'auth/too-many-requests',
  }).then(
    () => false,
    () => true,
  );
  if (isMany) return;
  const mail = { kind: 'verify-email', ref: app.newId('vrf'), userId, address: email } as const;
  await app.change(({ tx }) => queueMail(tx, app, mail));
}
