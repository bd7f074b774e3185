import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { deleteEmailChange } from '#server/users/email/email-change-store.ts';
import { closeLinks } from '#server/users/email/mail-link-store.ts';
import { hashPassword } from '#server/users/passwords/password-hash.ts';
import { refusePassword } from '#server/users/passwords/refuse-password.ts';
import { knownToken } from '#server/users/sign-in/known-browser.ts';
import { mailSignInChange } from '#server/users/sign-in/mail-change.ts';
import { proveSession, requireProof } from '#server/users/sign-in/session-proof-store.ts';
import { endOtherSessions } from '#server/users/sign-in/session-store.ts';
import { proveOwnPassword } from '#server/users/sign-in/sign-in.ts';
import { lockUser, passwordOwner, raiseUserRev, setPassword } from '#server/users/user-store.ts';

const PER_ACCOUNT = { hits: 20, seconds: 3600 };

/** This browser's cookies after a change of password; other browsers' hold no longer. */
interface Kept {
  readonly known: string;
  /** The session's new token, since the current password was a proof; null at the first password. */
  readonly token: string | null;
}

/**
 * Sets a new password by the current one; an account's first one by a fresh proof. All other sessions end. Throws auth/wrong-password,
 * auth/proof-required, auth/session-required, auth/too-many-requests, and what refusePassword throws.
 */
export async function changePassword(
  app: App,
  { visitor, user, token: oldToken }: { visitor: Visitor; user: User; token: string },
  { current, password }: { current: string | null; password: string },
): Promise<Kept> {
  await consumeRateLimit(app, `password:${user.id}`, { limit: PER_ACCOUNT, code: 'auth/too-many-requests' });
  const proven = current === null ? null : await proveOwnPassword(app, visitor, { user, password: current });
  refusePassword(password, await passwordOwner(app.db, user.id));
  if (current === null) await requireProof(app.db, app, user);
  const passwordHash = await hashPassword({ key: user.id, isKnown: true }, password);
  const token = await app.change(async (unit) => {
    const { tx } = unit;
    const row = await lockUser(tx, user.id);
    if (!row) throw new AppError('auth/session-required');
    // The password was changed meanwhile, or the account had one after all.
    if (row.password_hash !== proven) throw new AppError('auth/wrong-password');
    await setPassword(tx, user.id, passwordHash);
    await closeLinks(tx, 'reset-password', user.id);
    // An intruder may have asked for it with the old password.
    await deleteEmailChange(tx, user.id);
    await raiseUserRev(unit, user.id);
    await endOtherSessions(unit, app, { userId: user.id, keptId: user.sessionId });
    const what = proven === null ? 'password-set' : 'password-changed';
    await mailSignInChange(tx, app, { userId: user.id, address: row.email, data: { what } });
    // People who change a password may know of a copy of this session's token: it ends now, even if the reply is lost.
    return proven === null ? null : proveSession(unit, app, { user, oldToken, hasGrace: false });
  });
  return { known: knownToken(app, { id: user.id, password_hash: passwordHash }, null), token };
}
