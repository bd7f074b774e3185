import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server';
import type { PasskeyJson } from '#contract/account/passkeys.ts';
import { AppError } from '#domain/errors.ts';
import { findPasskeyHost } from '#domain/users/passkeys.ts';
import type { App, User } from '#server/app.ts';
import { asAppError } from '#server/http/errors.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import {
  changePasskey,
  findPasskey,
  insertChallenge,
  listPasskeys,
  takeChallenge,
} from '#server/users/second-factor/passkey-store.ts';
import { mailSignInChange } from '#server/users/sign-in/mail-change.ts';
import { hashToken } from '#server/users/sign-in/session-token.ts';
import { lockUser, raiseUserRev } from '#server/users/user-store.ts';

/** Loaded with the first passkey: it takes 25 MB of memory. */
export const fetchLibrary = () => import('@simplewebauthn/server');

const CHALLENGE_MS = 300_000;
/** Of sessions of one account. Signatures cannot be guessed: this bounds the rows. */
const PER_ACCOUNT = { hits: 30, seconds: 900 };

/** Who is asked for a passkey, and what for. */
export interface Asked {
  readonly userId: string;
  readonly purpose: 'add' | 'prove' | 'enter';
  /** The session, or the secret of the sign-in that waits. */
  readonly boundTo: string;
  /** Of the page that asks. */
  readonly origin: string;
}

/** Returns what the owner of a session is asked for. */
export function buildAsked(user: User, purpose: 'add' | 'prove', origin: string): Asked {
  return { userId: user.id, purpose, boundTo: user.sessionId, origin };
}

/** Throws auth/passkeys-off for a site without a name. */
export function requirePasskeyHost(origin: string): string {
  const host = findPasskeyHost(new URL(origin).hostname);
  if (host === null) throw new AppError('auth/passkeys-off');
  return host;
}

const buildKey = ({ userId, purpose, boundTo }: Asked, challenge: string) => ({
  challenge,
  user_id: userId,
  purpose,
  bound_to: hashToken(boundTo),
});

/** Returns random bytes to sign, good for one answer within five minutes. Throws auth/too-many-requests. */
export async function makeChallenge(app: App, asked: Asked): Promise<Buffer<ArrayBuffer>> {
  // Sign-ins that wait are counted by their network: a stranger's tries must not shut the owner out.
  if (asked.purpose !== 'enter')
    await consumeRateLimit(app, `passkey:${asked.userId}`, {
      limit: PER_ACCOUNT,
      code: 'auth/too-many-requests',
    });
  const bytes = randomBytes(32);
  const expiresAt = new Date(app.now().getTime() + CHALLENGE_MS);
  await insertChallenge(app.db, {
    ...buildKey(asked, bytes.toString('base64url')),
    expires_at: expiresAt,
  });
  return bytes;
}

/** Returns a check that uses up the challenge which an answer names. */
export function challengeTaker(app: App, asked: Asked): (challenge: string) => Promise<boolean> {
  return (challenge) => takeChallenge(app.db, buildKey(asked, challenge), app.now());
}

/** Returns what the browser needs to show a passkey of the account; null where there is none that counts. */
export async function askForPasskey(app: App, asked: Asked): Promise<PasskeyJson | null> {
  const rpID = findPasskeyHost(new URL(asked.origin).hostname);
  const known = (await listPasskeys(app.db, asked.userId)).filter(({ blocked_at }) => blocked_at === null);
  if (rpID === null || known.length === 0) return null;
  const { generateAuthenticationOptions } = await fetchLibrary();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: await makeChallenge(app, asked),
    timeout: CHALLENGE_MS,
    allowCredentials: known.map(describeCredential),
    userVerification: 'required',
  });
  return { ...options };
}

/** Returns how WebAuthn names a passkey. */
export function describeCredential(passkey: { credential_id: string; transports: string[] }) {
  return { id: passkey.credential_id, transports: passkey.transports as AuthenticatorTransport[] };
}

/**
 * Takes a passkey's signature of what was asked. Throws auth/wrong-passkey, auth/passkey-blocked also for one whose counter did not grow:
 * it counts no more, and its owner is told.
 */
export async function takePasskey(app: App, asked: Asked, response: PasskeyJson): Promise<void> {
  const rpId = findPasskeyHost(new URL(asked.origin).hostname);
  const known = (await listPasskeys(app.db, asked.userId)).find(
    ({ credential_id }) => credential_id === response.id,
  );
  if (rpId === null || known === undefined) throw new AppError('auth/wrong-passkey');
  const { verifyAuthenticationResponse } = await fetchLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challengeTaker(app, asked),
    expectedOrigin: asked.origin,
    expectedRPID: rpId,
    // The counter is compared under the account's lock, below.
    credential: {
      id: known.credential_id,
      publicKey: Buffer.from(known.public_key, 'base64url'),
      counter: 0,
    },
    requireUserVerification: true,
  }).catch(refuseSigned);
  if (!verified) throw new AppError('auth/wrong-passkey');
  if (!(await noteUse(app, known, authenticationInfo.newCounter))) throw new AppError('auth/passkey-blocked');
}

/** Throws auth/wrong-passkey for what the library refuses; a database that fails meanwhile is no fault of the signature. */
export function refuseSigned(cause: unknown): never {
  const error = asAppError(cause);
  throw error.code === 'http/internal' ? new AppError('auth/wrong-passkey', {}, { cause }) : error;
}

/** Notes a signature. Returns false for a blocked passkey, and for one that counts back, which is blocked from then on. */
async function noteUse(
  app: App,
  { id, user_id: userId }: { id: string; user_id: string },
  counter: number,
): Promise<boolean> {
  return app.change(async (unit) => {
    const { tx } = unit;
    const user = await lockUser(tx, userId);
    const passkey = await findPasskey(tx, id);
    if (!user || !passkey || passkey.blocked_at !== null) return false;
    const isGrown = counter > passkey.counter || (counter === 0 && passkey.counter === 0);
    if (isGrown) {
      await changePasskey(tx, id, { counter, used_at: app.now() });
      return true;
    }
    await changePasskey(tx, id, { blocked_at: app.now() });
    await raiseUserRev(unit, userId);
    await mailSignInChange(tx, app, { userId, address: user.email, data: { what: 'passkey-blocked' } });
    return false;
  });
}
