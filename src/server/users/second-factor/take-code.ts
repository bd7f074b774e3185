import type { App, Tx } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { deleteHits } from '#server/http/limits/rate-limit-store.ts';
import { openText, sealText } from '#server/http/security/sealing.ts';
import { hashRecoveryCode } from '#server/users/second-factor/recovery-code.ts';
import {
  findAppSince,
  lockTotp,
  noteTotpStep,
  takeRecoveryCode,
} from '#server/users/second-factor/second-factor-store.ts';
import { findTotpStep } from '#server/users/second-factor/totp.ts';

/** A code has six digits, so guesses have to be few: with both limits a year of guessing finds one with a chance of one in 23. */
const PER_ACCOUNT = { hits: 10, seconds: 900 };
const PER_ACCOUNT_DAY = { hits: 40, seconds: 86_400 };

const getKeys = (userId: string) => [`code:${userId}`, `code-day:${userId}`] as const;

/** Counts a code that an account is given. Throws auth/too-many-requests. */
export async function countCode(app: App, userId: string): Promise<void> {
  const [soon, day] = getKeys(userId);
  await consumeRateLimit(app, soon, { limit: PER_ACCOUNT, code: 'auth/too-many-requests' });
  await consumeRateLimit(app, day, { limit: PER_ACCOUNT_DAY, code: 'auth/too-many-requests' });
}

/**
 * Lets codes be tried again after another password came by mail: those counted were of a person who knew the one before. The day's count
 * stays, so that a mailbox alone buys no more guesses.
 */
export async function forgetRecentCodes(app: App, userId: string): Promise<void> {
  await deleteHits(app.db, getKeys(userId)[0]);
}

/** Forgets the codes that were counted, after a right one. */
export async function forgetCodes(app: App, userId: string): Promise<void> {
  for (const key of getKeys(userId)) await deleteHits(app.db, key);
}

const buildSeal = (userId: string) => ({
  purpose: 'totp-key',
  info: 'key of an authenticator app',
  row: userId,
});

export function sealTotpKey(app: App, userId: string, key: string): string {
  return sealText(app, buildSeal(userId), key);
}

/** How a code was right; null: it was not. */
type TakenCode = 'totp' | 'recovery' | null;

/** Uses up a code of the account's app, or one of its recovery codes. Needs the account's lock. */
export async function takeCode(
  tx: Tx,
  app: App,
  { userId, code }: { userId: string; code: string },
): Promise<TakenCode> {
  const hasApp = (await findAppSince(tx, userId)) !== null;
  if (hasApp && (await takeTotp(tx, app, { userId, code }))) return 'totp';
  const hash = hashRecoveryCode(app, userId, code);
  return (await takeRecoveryCode(tx, userId, { hash, now: app.now() })) ? 'recovery' : null;
}

/** Uses up a code of the account's app, also of one that is being added. Returns false for a wrong or used code. */
export async function takeTotp(
  tx: Tx,
  app: App,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const factor = await lockTotp(tx, userId);
  const key = factor && openText(app, buildSeal(userId), factor.sealedKey);
  if (factor === null || key === null) return false;
  const digits = code.replace(/\s/g, '');
  const step = findTotpStep(key, digits, { now: app.now(), usedStep: factor.usedStep });
  if (step === null) return false;
  await noteTotpStep(tx, userId, step);
  return true;
}
