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
import { findIdentityOwner, linkIdentity } from '#server/users/sign-in/identity-store.ts';
import { proveSession, requireProof } from '#server/users/sign-in/session-proof-store.ts';
import { lockUser, markEmailVerified, raiseUserRev } from '#server/users/user-store.ts';

export interface GoogleReturn {
  readonly mode: Attempt['mode'];
  readonly redirect: string | null;
  readonly purpose: GooglePurpose;
  readonly outcome: GoogleOutcome;
  /** Token of the new session, or of the proven one, when the outcome is „done”. */
  readonly token: string | null;
  /** The user who signed in. */
  readonly userId?: string;
}

const PER_IP = { hits: 60, seconds: 900 };
/** Mails with a link that others may cause by naming the account's address at the provider. */
const LINKS = { hits: 3, seconds: 3600 };

/** Returned when it is not known what this browser was on its way for. */
export const LOST: GoogleReturn = {
  mode: 'redirect',
  redirect: null,
  purpose: 'sign-in',
  outcome: 'failed',
  token: null,
};

/** Ends a way through the provider: admits the person it names, or says what is missing. */
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
  const end = (outcome: GoogleOutcome, token: string | null = null) => ({
    mode,
    redirect,
    purpose,
    outcome,
    token,
  });
  if (query.get('error') === 'access_denied') return end('cancelled');
  const identity = await fetchProviderIdentity(app, query, attempt);
  if (!identity) return end('failed');
  if (purpose !== 'sign-in') {
    const own = await finishOwnGoogle(app, user, { attempt, identity, token: token ?? '' });
    return end(own.outcome, own.token);
  }
  const admitted = await admitIdentity(app, visitor, identity).catch(asOutcome);
  if (admitted.outcome === 'password') await keepIdentity(app, browser, identity);
  if (admitted.outcome === 'verify') await sendLink(app, admitted);
  if (admitted.outcome !== 'done') return end(admitted.outcome);
  return { ...end('done', admitted.token), userId: admitted.userId };
}

interface OwnGoogleEnd {
  readonly outcome: GoogleOutcome;
  /** The session's new one, after a proof. */
  readonly token: string | null;
}

/** A signed-in user is back from Google in the session they left from: proves who they are, or links the identity. */
async function finishOwnGoogle(
  app: App,
  user: User | null,
  { attempt, identity, token }: { attempt: Attempt; identity: ProviderIdentity; token: string },
): Promise<OwnGoogleEnd> {
  if (!user || user.sessionId !== attempt.sessionId) return { outcome: 'failed', token: null };
  if (attempt.purpose === 'link') return { outcome: await linkOwnIdentity(app, user, identity), token: null };
  return proveByIdentity(app, user, { identity, token });
}

/** Only by an identity that the account has: any other says nothing of its owner. */
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
    const mail = { kind: 'sign-in-changed', ref: app.newId('sic'), userId: user.id } as const;
    await queueMail(tx, app, { ...mail, address: row.email, data: { what: 'google-linked' } });
    return 'done';
  });
}

/** Told where the way began: a popup closes and its page says it. */
function asOutcome(error: unknown) {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'auth/suspended') return { outcome: 'suspended' } as const;
  if (code === 'auth/email-left') return { outcome: 'left' } as const;
  throw error;
}

/** Null when anything about the provider's reply is wrong; the log says what, never with codes or tokens. */
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

/** A few an hour; past that the last one has to do. */
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
