import { AppError } from '#domain/errors.ts';
import type { GooglePurpose } from '#domain/users/google.ts';
import { isSecret, keepAttempt, newSecret } from '#server/account/google/google-attempt-store.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { requireProof } from '#server/users/sign-in/session-proof-store.ts';

const PER_IP = { hits: 60, seconds: 900 };

interface Start {
  readonly mode: 'popup' | 'redirect';
  readonly redirect: string | null;
  readonly purpose: GooglePurpose;
  /** The signed-in user; required unless the purpose is signing in. */
  readonly user: User | null;
  readonly redirectUri: string;
  readonly browser: string | null;
}

/**
 * Begins an attempt at the provider. `browser`: this browser's secret, if it has one; the returned one is in force. Throws auth/google-off,
 * auth/session-required, auth/too-many-requests, and auth/proof-required for a link.
 */
export async function startGoogle(
  app: App,
  visitor: Visitor,
  input: Start,
): Promise<{ url: URL; browser: string }> {
  if (!app.signIn) throw new AppError('auth/google-off');
  await consumeIpRateLimit(
    app,
    { name: 'google:start', ip: visitor.ip },
    { limit: PER_IP, code: 'auth/too-many-requests' },
  );
  const { mode, redirect, redirectUri, purpose, user } = input;
  if (purpose !== 'sign-in' && !user) throw new AppError('auth/session-required');
  if (purpose === 'link' && user) await requireProof(app.db, app, user);
  const sessionId = purpose === 'sign-in' ? null : (user?.sessionId ?? null);
  // The secret is kept for the ten minutes of the newest attempt: a popup's fallback and another tab must not end each other's attempt.
  const browser = input.browser && isSecret(input.browser) ? input.browser : newSecret();
  const attempt = { redirectUri, state: newSecret(), nonce: newSecret(), verifier: newSecret() };
  const url = await app.signIn.startUrl(attempt);
  await keepAttempt(app, browser, { ...attempt, mode, redirect, purpose, sessionId });
  return { url, browser };
}
