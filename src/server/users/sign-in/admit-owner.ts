import type { PasskeyJson } from '#contract/account/passkeys.ts';
import { AppError } from '#domain/errors.ts';
import { isOwnAvatar } from '#domain/users/avatar.ts';
import { cleanDisplayName } from '#domain/users/display-name.ts';
import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import { consumeIpRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { KEEP_AVATAR } from '#server/users/profile/avatar.ts';
import { fillProfile, lockProfile } from '#server/users/profile/profile-store.ts';
import { findFactorSince } from '#server/users/second-factor/second-factor-store.ts';
import { countCode, forgetCodes, takeCode } from '#server/users/second-factor/take-code.ts';
import { takePasskey } from '#server/users/second-factor/take-passkey.ts';
import { findIdentityOwner, linkIdentity } from '#server/users/sign-in/identity-store.ts';
import { mailSignInChange } from '#server/users/sign-in/mail-change.ts';
import {
  findPendingOwner,
  keepPendingSignIn,
  takePendingSignIn,
} from '#server/users/sign-in/pending-sign-in-store.ts';
import { openSession } from '#server/users/sign-in/session-store.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';
import { lockUser, noteLogin, readUserEmail } from '#server/users/user-store.ts';

/** What a password or Google opened: a session, by its token; or the wait for the account's code, by the secret of its cookie. */
export type Opened = { readonly token: string } | { readonly pending: string };

interface Owner {
  readonly userId: string;
  readonly userAgent: string;
  /** The identity that Google named; null: the password was given. */
  readonly identity: ProviderIdentity | null;
}

/**
 * Lets in a person who has shown that the account is theirs: every way into an account ends here. An account with a second factor gets no
 * session before its code is given. Needs the account's lock. Throws auth/suspended, auth/google-failed for an identity of another account.
 */
export async function admitOwner(unit: Unit, app: App, owner: Owner): Promise<Opened> {
  const { userId, identity } = owner;
  if ((await findFactorSince(unit.tx, userId)) === null) return { token: await letIn(unit, app, owner) };
  await refuseSuspended(unit.tx, userId);
  return { pending: await keepPendingSignIn(unit.tx, app, { userId, identity }) };
}

/** Opens the first session of an account that was opened in this transaction; that is its first sign-in, too. */
export async function admitNewcomer(
  tx: Tx,
  app: App,
  { userId, userAgent, identity }: Owner,
): Promise<{ token: string }> {
  if (identity) await takeOverIdentity(tx, app, { userId, identity });
  return { token: await openSession(tx, app, { userId, userAgent }) };
}

/** Per IP address: second steps that are given, and questions which there are. */
const LIMITS = { code: { hits: 30, seconds: 900 }, ways: { hits: 60, seconds: 900 } } as const;

/** Returns the account that this browser's sign-in waits for. Throws auth/second-step-over for none, auth/too-many-requests. */
export async function findWaitingOwner(
  app: App,
  { ip }: Visitor,
  { secret, counts }: { secret: string; counts: keyof typeof LIMITS },
): Promise<string> {
  await consumeIpRateLimit(
    app,
    { name: `${counts}:address`, ip },
    { limit: LIMITS[counts], code: 'auth/too-many-requests' },
  );
  const userId = await findPendingOwner(app, secret);
  if (userId === null) throw new AppError('auth/second-step-over');
  return userId;
}

/** A code of the app or a recovery code, or a passkey's signature for a page of this origin. */
export type SecondStep =
  | { readonly code: string }
  | { readonly passkey: PasskeyJson; readonly origin: string };

/**
 * Ends a sign-in that waits for the account's second step. Returns the session's token. Throws auth/wrong-code, auth/second-step-over,
 * auth/suspended, auth/google-failed, auth/too-many-requests, and what takePasskey throws.
 */
export async function finishSignIn(
  app: App,
  visitor: Visitor,
  { secret, userId, given }: { secret: string; userId: string; given: SecondStep },
): Promise<{ token: string }> {
  await countCode(app, userId).catch(async (error: unknown) => {
    await warnOfGuesses(app, userId);
    throw error;
  });
  if ('passkey' in given) {
    const asked = { userId, purpose: 'enter', boundTo: secret, origin: given.origin } as const;
    await takePasskey(app, asked, given.passkey);
  }
  const token = await app.change(async (unit) => {
    const { tx } = unit;
    const user = await lockUser(tx, userId);
    const pending = await takePendingSignIn(tx, app, secret);
    if (!user || !pending) throw new AppError('auth/second-step-over');
    const taken = 'code' in given ? await takeCode(tx, app, { userId, code: given.code }) : 'passkey';
    if (taken === null) throw new AppError('auth/wrong-code');
    if (taken === 'recovery') {
      await mailSignInChange(tx, app, { userId, address: user.email, data: { what: 'recovery-code-used' } });
    }
    return letIn(unit, app, { userId, userAgent: visitor.userAgent, identity: pending.identity });
  });
  await forgetCodes(app, userId);
  return { token };
}

/** Tells the owner, once a day, that a person who passed the first step guesses codes. */
async function warnOfGuesses(app: App, userId: string): Promise<void> {
  const ref = `guesses ${userId} ${app.now().toISOString().slice(0, 10)}`;
  const address = await readUserEmail(app.db, userId);
  const data = { what: 'codes-guessed' };
  await app.change(({ tx }) => queueMail(tx, app, { kind: 'sign-in-changed', ref, userId, address, data }));
}

async function letIn(unit: Unit, app: App, { userId, userAgent, identity }: Owner): Promise<string> {
  if (identity) await takeOverIdentity(unit.tx, app, { userId, identity });
  await noteLogin(unit, userId, app.now());
  return openSession(unit.tx, app, { userId, userAgent });
}

/** Links the identity to the account, unless it is, and takes over name and picture where the account has none of its own. */
async function takeOverIdentity(
  tx: Tx,
  app: App,
  { userId, identity }: { userId: string; identity: ProviderIdentity },
): Promise<void> {
  const ownerId = await findIdentityOwner(tx, identity);
  const isLinked = ownerId === userId || (await linkIdentity(tx, app, { userId, identity }));
  if (!isLinked) throw new AppError('auth/google-failed');
  const { name, pictureUrl } = identity;
  const profile = await lockProfile(tx, userId);
  if (!profile) return;
  const displayName = profile.displayName ?? cleanDisplayName(name ?? '');
  const isWanted =
    pictureUrl !== null &&
    !isOwnAvatar(userId, profile.photoUrl) &&
    (app.signIn?.isOwnPicture(pictureUrl) ?? false);
  const photoUrl = isWanted ? pictureUrl : profile.photoUrl;
  await fillProfile(tx, userId, { displayName, photoUrl, now: app.now() });
  if (isWanted) await app.queue.send(tx, KEEP_AVATAR, { userId });
}
