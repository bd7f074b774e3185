import { AppError } from '#domain/errors.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit, ipKey, networkKey } from '#server/http/limits/rate-limit.ts';
import { deleteHits } from '#server/http/limits/rate-limit-store.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { checkPassword, hashPassword, isOutdated } from '#server/users/passwords/password-hash.ts';
import { toStranger, type Waiter } from '#server/users/passwords/password-queue.ts';
import { knownBrowser, knownToken } from '#server/users/sign-in/known-browser.ts';
import { openSession } from '#server/users/sign-in/session-store.ts';
import {
  findUserByEmail,
  lockUser,
  noteLogin,
  readUserEmail,
  setPassword,
} from '#server/users/user-store.ts';

const PER_ACCOUNT_IP = { hits: 10, seconds: 900 };
const PER_IP = { hits: 60, seconds: 900 };
const PER_ACCOUNT_NETWORK = { hits: 20, seconds: 900 };
/** From all addresses together: a botnet guesses no faster. */
const PER_ACCOUNT_ANYWHERE = { hits: 50, seconds: 900 };

/** All tries of a browser that was signed in before, right ones too: others' tries do not count against it. */
const PER_BROWSER = { hits: 20, seconds: 900 };

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignedIn {
  readonly userId: string;
  /** The session's. */
  readonly token: string;
  /** What the browser keeps of it beyond the session. */
  readonly known: string;
}

/** Signs in; a wrong password and an unknown address get the same response in the same time. */
export async function signIn(app: App, visitor: Visitor, input: Credentials): Promise<SignedIn> {
  const proven = await provePassword(app, visitor, input);
  const { id, waiter, browserId } = proven;
  const renewed =
    proven.passwordHash && isOutdated(proven.passwordHash)
      ? await hashPassword(waiter, input.password)
      : null;
  const token = await app.change(async (unit) => {
    const { tx } = unit;
    // A reset may have come while the password was checked: the old one opens nothing after it.
    const locked = await lockUser(tx, id);
    if (locked?.password_hash !== proven.passwordHash) throw new AppError('auth/invalid-credential');
    if (renewed) await setPassword(tx, id, renewed);
    await noteLogin(unit, id, app.now());
    return openSession(tx, app, { userId: id, userAgent: visitor.userAgent });
  });
  const known = knownToken(app, { id, password_hash: renewed ?? proven.passwordHash }, browserId);
  return { userId: id, token, known };
}

export interface Proven {
  readonly id: string;
  readonly passwordHash: string | null;
  readonly waiter: Waiter;
  /** The browser's number, if it was signed in to this account before. */
  readonly browserId: string | null;
}

/**
 * The account whose password this is. Tries are counted by account and by address, and forgotten when it is right; those of a browser that
 * was signed in to this account before are counted by themselves, so that strangers who guess shut no one out.
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

/** Checks the password of a signed-in user, before what cannot be taken back, and returns its hash; guesses count with those of sign-in. */
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
  // The narrowest first: who is refused there counts nowhere else.
  await consumeRateLimit(app, here, { limit: PER_ACCOUNT_IP, code: 'auth/too-many-requests' });
  await consumeRateLimit(app, network, { limit: PER_ACCOUNT_NETWORK, code: 'auth/too-many-requests' });
  await consumeRateLimit(app, anywhere, { limit: PER_ACCOUNT_ANYWHERE, code: 'auth/too-many-requests' });
}

/** Under what an account's tries are counted: from everywhere, from one network, from one address. */
function accountKeys(app: App, email: string, ip: string): [anywhere: string, network: string, here: string] {
  const anywhere = `login:account:${app.keyedHash('limit', email)}`;
  return [anywhere, `${anywhere}:${networkKey(ip)}`, `${anywhere}:${ipKey(ip)}`];
}

/** A proven owner does not wait because of wrong passwords of others. */
export async function resetSignInLimits(app: App, email: string, ip: string): Promise<void> {
  for (const key of accountKeys(app, email, ip)) await deleteHits(app.db, key);
}
