import { AppError } from '#domain/errors.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit, ipKey, networkKey } from '#server/http/limits/rate-limit.ts';
import { deleteHits } from '#server/http/limits/rate-limit-store.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { checkPassword, hashPassword, isOutdated } from '#server/users/passwords/password-hash.ts';
import { toStranger, type Waiter } from '#server/users/passwords/password-queue.ts';
import { admitOwner, type Opened } from '#server/users/sign-in/admit-owner.ts';
import { knownBrowser, knownToken } from '#server/users/sign-in/known-browser.ts';
import { findUserByEmail, lockUser, readUserEmail, setPassword } from '#server/users/user-store.ts';

const PER_ACCOUNT_IP = { hits: 10, seconds: 900 };
const PER_IP = { hits: 60, seconds: 900 };
const PER_ACCOUNT_NETWORK = { hits: 20, seconds: 900 };
/** From all IP addresses together: a botnet guesses no faster. */
const PER_ACCOUNT_ANYWHERE = { hits: 50, seconds: 900 };

/** All tries of a known browser, right ones too: strangers' tries do not count against it. */
const PER_BROWSER = { hits: 20, seconds: 900 };

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignedIn {
  readonly userId: string;
  readonly opened: Opened;
  /** The known browser's token, which outlives the session. */
  readonly known: string;
}

/**
 * Signs in, or begins to, where the account has a second factor. A wrong password and an unknown address get the same response in the same time. Throws auth/invalid-credential, auth/suspended,
 * auth/too-many-requests.
 */
export async function signIn(app: App, visitor: Visitor, input: Credentials): Promise<SignedIn> {
  const proven = await provePassword(app, visitor, input);
  const { id, waiter, browserId } = proven;
  const renewed =
    proven.passwordHash && isOutdated(proven.passwordHash)
      ? await hashPassword(waiter, input.password)
      : null;
  const opened = await app.change(async (unit) => {
    const { tx } = unit;
    // A reset may have come while the password was checked: the old password must not open anything after it.
    const locked = await lockUser(tx, id);
    if (locked?.password_hash !== proven.passwordHash) throw new AppError('auth/invalid-credential');
    if (renewed) await setPassword(tx, id, renewed);
    return admitOwner(unit, app, { userId: id, userAgent: visitor.userAgent, identity: null });
  });
  const known = knownToken(app, { id, password_hash: renewed ?? proven.passwordHash }, browserId);
  return { userId: id, opened, known };
}

export interface Proven {
  readonly id: string;
  readonly passwordHash: string | null;
  readonly waiter: Waiter;
  /** The known browser's number; null: it was never signed in to this account. */
  readonly browserId: string | null;
}

/**
 * Returns the account whose password this is. Tries are counted by account and by IP address, and forgotten after a right one. Tries of a
 * known browser are counted on their own, so that guessing strangers never shut its owner out. Throws auth/invalid-credential,
 * auth/too-many-requests.
 */
export async function provePassword(app: App, visitor: Visitor, input: Credentials): Promise<Proven> {
  const email = normaliseEmail(input.email) ?? '';
  const user = await findUserByEmail(app.db, email);
  const browserId = user ? knownBrowser(app, user, visitor.known) : null;
  if (browserId === null) await countTry(app, email, visitor.ip);
  else
    await consumeRateLimit(app, `login:browser:${browserId}`, {
      limit: PER_BROWSER,
      code: 'auth/too-many-requests',
    });
  const waiter = user && browserId !== null ? { key: user.id, isKnown: true } : toStranger(visitor);
  const isRight = await checkPassword(waiter, input.password, user?.password_hash ?? null);
  if (!user || !isRight) throw new AppError('auth/invalid-credential');
  await resetSignInLimits(app, email, visitor.ip);
  return { id: user.id, passwordHash: user.password_hash, waiter, browserId };
}

/**
 * Checks the password of a signed-in user before an irreversible step and returns its hash; guesses count with those of sign-in. Throws
 * auth/wrong-password, auth/too-many-requests.
 */
export async function proveOwnPassword(
  app: App,
  visitor: Visitor,
  { user, password }: { user: User; password: string },
): Promise<string | null> {
  const email = await readUserEmail(app.db, user.id);
  try {
    return (await provePassword(app, visitor, { email, password })).passwordHash;
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'auth/invalid-credential';
    throw isWrong ? new AppError('auth/wrong-password') : error;
  }
}

async function countTry(app: App, email: string, ip: string): Promise<void> {
  await consumeIpRateLimit(
    app,
    { name: 'login:address', ip },
    { limit: PER_IP, code: 'auth/too-many-requests' },
  );
  const [anywhere, network, here] = accountKeys(app, email, ip);
  // The narrowest limit comes first: a try that it refuses does not count in the others.
  await consumeRateLimit(app, here, { limit: PER_ACCOUNT_IP, code: 'auth/too-many-requests' });
  await consumeRateLimit(app, network, { limit: PER_ACCOUNT_NETWORK, code: 'auth/too-many-requests' });
  await consumeRateLimit(app, anywhere, { limit: PER_ACCOUNT_ANYWHERE, code: 'auth/too-many-requests' });
}

/** Returns the keys that an account's tries are counted under: from everywhere, from one network, from one IP address. */
function accountKeys(app: App, email: string, ip: string): [anywhere: string, network: string, here: string] {
  const anywhere = `login:account:${app.keyedHash('limit', email)}`;
  return [anywhere, `${anywhere}:${networkKey(ip)}`, `${anywhere}:${ipKey(ip)}`];
}

/** Forgets an account's tries: a proven owner does not wait because of other people's guesses. */
export async function resetSignInLimits(app: App, email: string, ip: string): Promise<void> {
  for (const key of accountKeys(app, email, ip)) await deleteHits(app.db, key);
}
