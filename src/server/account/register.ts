import { SIGNUP_BONUS } from '#domain/credits/grants.ts';
import { AppError } from '#domain/errors.ts';
import { CONSENT_VERSION } from '#domain/payments/consents.ts';
import { cleanDisplayName } from '#domain/users/display-name.ts';
import { normaliseEmail, signupBonusEmails } from '#domain/users/email.ts';
import type { Role } from '#domain/users/user-document.ts';
import { claimSignupBonus } from '#server/account/signup-bonus-store.ts';
import type { App, Tx } from '#server/app.ts';
import { lockCreditAccount, openAccount } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { consumeIpRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { hashPassword } from '#server/users/passwords/password-hash.ts';
import { toStranger, type Waiter } from '#server/users/passwords/password-queue.ts';
import { refusePassword } from '#server/users/passwords/refuse-password.ts';
import { admitNewcomer } from '#server/users/sign-in/admit-owner.ts';
import { knownToken } from '#server/users/sign-in/known-browser.ts';
import type { SignedIn } from '#server/users/sign-in/sign-in.ts';
import { insertUser } from '#server/users/user-store.ts';

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly displayName?: string | undefined;
}

const PER_IP = { hits: 20, seconds: 3600 };

/**
 * Opens an account on plan free with its signup bonus and signs in. Throws auth/email-already-in-use, auth/too-many-requests, and what
 * checkRegistration throws.
 */
export async function registerUser(app: App, visitor: Visitor, input: Registration): Promise<SignedIn> {
  await consumeIpRateLimit(
    app,
    { name: 'register:address', ip: visitor.ip },
    { limit: PER_IP, code: 'auth/too-many-requests' },
  );
  const account = await checkRegistration(input, toStranger(visitor));
  return app.change(async ({ tx }) => {
    const userId = await openUser(tx, app, { account, role: 'user' });
    const ref = `registration:${userId}`;
    await queueMail(tx, app, { kind: 'verify-email', ref, userId, address: account.email });
    const opened = await admitNewcomer(tx, app, { userId, userAgent: visitor.userAgent, identity: null });
    const known = knownToken(app, { id: userId, password_hash: account.passwordHash }, null);
    return { userId, opened, known };
  });
}

export interface NewAccount {
  readonly email: string;
  /** Null: the person only signs in at a provider. */
  readonly passwordHash: string | null;
  readonly displayName: string | null;
}

/**
 * Checks a registration and hashes its password, outside any transaction. Throws auth/invalid-email, auth/too-many-requests when the queue
 * of passwords is full, and what refusePassword throws.
 */
export async function checkRegistration(input: Registration, waiter: Waiter): Promise<NewAccount> {
  const email = normaliseEmail(input.email);
  if (!email) throw new AppError('auth/invalid-email');
  const displayName = cleanDisplayName(input.displayName ?? '');
  refusePassword(input.password, { email, displayName });
  const passwordHash = await hashPassword(waiter, input.password);
  return { email, passwordHash, displayName };
}

/** Opens a user with a credit account and, once per address, the signup bonus. Returns the user's id. Throws auth/email-already-in-use. */
export async function openUser(
  tx: Tx,
  app: App,
  { account, role }: { account: NewAccount; role: Role },
): Promise<string> {
  const id = app.newId('usr');
  await insertUser(tx, { id, ...account, role, termsVersion: CONSENT_VERSION, now: app.now() });
  await openAccount(tx, id);
  await lockCreditAccount(tx, id, app.now());
  const isFirst = await claimSignupBonus(
    tx,
    signupBonusEmails(account.email).map((bonusEmail) => app.keyedHash('gift', bonusEmail)),
    'registration',
  );
  if (isFirst) {
    const ref = `registration:${id}`;
    const gift = { source: 'gift', amount: SIGNUP_BONUS, expiresAt: null } as const;
    await grantCredits(tx, { id: app.newId('grt'), userId: id, ...gift, ref, actor: 'system' });
  }
  return id;
}
