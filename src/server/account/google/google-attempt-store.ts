import { createHash, randomBytes } from 'node:crypto';
import type { GooglePurpose } from '#domain/users/google.ts';
import type { ProviderIdentity, SignInAttempt } from '#server/adapters/sign-in/port.ts';
import type { App, Tx } from '#server/app.ts';

/** A way through the provider lives ten minutes, once, in the browser that began it. Of state and browser only hashes are stored. */
const LIVES_MS = 600_000;

export interface Attempt extends SignInAttempt {
  readonly mode: 'popup' | 'redirect';
  readonly purpose: GooglePurpose;
  /** The session it began in; null for signing in. */
  readonly sessionId: string | null;
  /** The page to go on to; not checked here. */
  readonly redirect: string | null;
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export async function keepAttempt(app: App, browser: string, attempt: Attempt): Promise<void> {
  await app.db
    .insertInto('google_attempts')
    .values({
      state_hash: hashSecret(attempt.state),
      browser_hash: hashSecret(browser),
      nonce: attempt.nonce,
      verifier: attempt.verifier,
      mode: attempt.mode,
      purpose: attempt.purpose,
      session_id: attempt.sessionId,
      redirect: attempt.redirect,
      redirect_uri: attempt.redirectUri,
      expires_at: new Date(app.now().getTime() + LIVES_MS),
    })
    .execute();
}

/** Takes this browser's attempt with this state; of several callers one gets it, the others null. */
export async function takeAttempt(app: App, browser: string, state: string): Promise<Attempt | null> {
  const row = await app.db
    .deleteFrom('google_attempts')
    .where('state_hash', '=', hashSecret(state))
    .where('browser_hash', '=', hashSecret(browser))
    .where('identity', 'is', null)
    .where('expires_at', '>', app.now())
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const { nonce, verifier, mode, redirect, purpose, redirect_uri: redirectUri } = row;
  return { state, nonce, verifier, mode, redirect, redirectUri, purpose, sessionId: row.session_id };
}

/** The identity waits in this browser for the password of the account with its address. */
export async function keepIdentity(app: App, browser: string, identity: ProviderIdentity): Promise<void> {
  await app.db
    .insertInto('google_attempts')
    .values({
      // No callback brings this state.
      state_hash: hashSecret(newSecret()),
      browser_hash: hashSecret(browser),
      nonce: '',
      verifier: '',
      mode: 'redirect',
      redirect: null,
      redirect_uri: '',
      identity: JSON.stringify(identity),
      expires_at: new Date(app.now().getTime() + LIVES_MS),
    })
    .execute();
}

/** The identity that waits, the newest if there are several. */
export async function findWaitingIdentity(app: App, browser: string): Promise<ProviderIdentity | null> {
  const row = await app.db
    .selectFrom('google_attempts')
    .select('identity')
    .where('browser_hash', '=', hashSecret(browser))
    .where('identity', 'is not', null)
    .where('expires_at', '>', app.now())
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.identity ?? null;
}

export async function deleteWaitingIdentities(tx: Tx, browser: string): Promise<void> {
  await tx
    .deleteFrom('google_attempts')
    .where('browser_hash', '=', hashSecret(browser))
    .where('identity', 'is not', null)
    .execute();
}
