import { AppError } from '#domain/errors.ts';
import { isSecret, keepAttempt, newSecret } from '#server/account/google-attempt-store.ts';
import type { App } from '#server/app.ts';
import { addressKey, countHit } from '#server/http/limits.ts';
import type { Visitor } from '#server/http/visitor.ts';

const PER_ADDRESS = { hits: 60, seconds: 900 };

/** Begins a way through the provider. `browser`: the secret of this browser if it has one; the answer names the one in force. */
export async function startGoogle(
  app: App,
  visitor: Visitor,
  input: { mode: 'popup' | 'redirect'; redirect: string | null; redirectUri: string; browser: string | null },
): Promise<{ url: URL; browser: string }> {
  if (!app.signIn) throw new AppError('auth/google-off');
  await countHit(app, `google:start:${addressKey(visitor.ip)}`, PER_ADDRESS, 'auth/too-many-requests');
  const { mode, redirect, redirectUri } = input;
  // Kept for the ten minutes of the newest attempt: a popup's fallback and another tab must not end each other's way.
  const browser = input.browser && isSecret(input.browser) ? input.browser : newSecret();
  const attempt = { redirectUri, state: newSecret(), nonce: newSecret(), verifier: newSecret() };
  const url = await app.signIn.startUrl(attempt);
  await keepAttempt(app, browser, { ...attempt, mode, redirect });
  return { url, browser };
}
