import { AppError } from '#domain/errors.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { App, User } from '#server/app.ts';
import { addressKey, countHit, forgetHits } from '#server/http/limits.ts';
import type { Visitor } from '#server/http/visitor.ts';
import { checkPassword, hashPassword, isOutdated } from '#server/users/password-hash.ts';
import { openSession } from '#server/users/session-store.ts';
import { addressOf, findUserByEmail, lockUser, noteLogin, setPassword } from '#server/users/user-store.ts';

const PER_ACCOUNT = { hits: 10, seconds: 900 };
const PER_ADDRESS = { hits: 60, seconds: 900 };
/** From all addresses together: a botnet guesses no faster. */
const PER_ACCOUNT_ANYWHERE = { hits: 50, seconds: 900 };

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in; a wrong password and an unknown address are the same answer in the same time. */
export async function signIn(
  app: App,
  visitor: Visitor,
  input: Credentials,
): Promise<{ userId: string; token: string }> {
  const proven = await provePassword(app, visitor, input);
  const renewed =
    proven.passwordHash && isOutdated(proven.passwordHash) ? await hashPassword(input.password) : null;
  const token = await app.change(async (tx, changes) => {
    // A reset may have come while the password was checked: the old one opens nothing after it.
    const locked = await lockUser(tx, proven.id);
    if (locked?.password_hash !== proven.passwordHash) throw new AppError('auth/invalid-credential');
    if (renewed) await setPassword(tx, proven.id, renewed);
    await noteLogin(tx, changes, proven.id, app.now());
    return openSession(tx, app, proven.id, visitor.userAgent);
  });
  return { userId: proven.id, token };
}

/** The account whose password this is; tries are counted by account and by address, and forgotten when it is right. */
export async function provePassword(
  app: App,
  visitor: Visitor,
  input: Credentials,
): Promise<{ id: string; passwordHash: string | null }> {
  const email = normaliseEmail(input.email) ?? '';
  const [anywhereKey, accountKey] = accountKeys(app, email, visitor.ip);
  await countHit(app, `login:address:${addressKey(visitor.ip)}`, PER_ADDRESS, 'auth/too-many-requests');
  await countHit(app, accountKey, PER_ACCOUNT, 'auth/too-many-requests');
  await countHit(app, anywhereKey, PER_ACCOUNT_ANYWHERE, 'auth/too-many-requests');
  const user = await findUserByEmail(app.db, email);
  const isRight = await checkPassword(input.password, user?.password_hash ?? null);
  if (!user || !isRight) throw new AppError('auth/invalid-credential');
  await forgetTries(app, email, visitor.ip);
  return { id: user.id, passwordHash: user.password_hash };
}

/** The password of whoever is signed in, before what cannot be taken back; guesses count with those of sign-in. */
export async function proveOwnPassword(
  app: App,
  visitor: Visitor,
  user: User,
  password: string,
): Promise<string | null> {
  const email = await addressOf(app.db, user.id);
  try {
    return (await provePassword(app, visitor, { email, password })).passwordHash;
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'auth/invalid-credential';
    throw isWrong ? new AppError('auth/wrong-password') : error;
  }
}

/** Under what an account's tries are counted: from everywhere, and from one address. */
function accountKeys(app: App, email: string, ip: string): [anywhere: string, here: string] {
  const anywhere = `login:account:${app.keyedHash('limit', email)}`;
  return [anywhere, `${anywhere}:${addressKey(ip)}`];
}

/** Whoever has shown to be the owner waits for nobody's wrong passwords. */
export async function forgetTries(app: App, email: string, ip: string): Promise<void> {
  for (const key of accountKeys(app, email, ip)) await forgetHits(app, key);
}
