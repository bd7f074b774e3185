import { AppError } from '#domain/errors.ts';
import type { App } from '#server/app.ts';
import { consumeIpRateLimit } from '#server/http/limits/rate-limit.ts';
import { deleteEmailChange } from '#server/users/email/email-change-store.ts';
import { linkOwner, takeLink } from '#server/users/email/mail-link-store.ts';
import { hashPassword } from '#server/users/passwords/password-hash.ts';
import { refusePassword } from '#server/users/passwords/refuse-password.ts';
import { forgetRecentCodes } from '#server/users/second-factor/take-code.ts';
import { deleteIdentities } from '#server/users/sign-in/identity-store.ts';
import { mailSignInChange } from '#server/users/sign-in/mail-change.ts';
import { endAllSessions } from '#server/users/sign-in/session-store.ts';
import { resetSignInLimits } from '#server/users/sign-in/sign-in.ts';
import { markEmailVerified, passwordOwner, raiseUserRev, setPassword } from '#server/users/user-store.ts';

const PER_IP = { hits: 30, seconds: 900 };
const PURPOSE = 'reset-password';

/**
 * Sets a new password by a link: all sessions end, the mailbox counts as proven and the owner is told. Returns the user's id. Throws
 * auth/link-invalid, auth/too-many-requests, and what refusePassword throws.
 */
export async function confirmPasswordReset(
  app: App,
  ip: string,
  { token, password }: { token: string; password: string },
): Promise<string> {
  await consumeIpRateLimit(
    app,
    { name: 'reset-confirm:address', ip },
    { limit: PER_IP, code: 'auth/too-many-requests' },
  );
  const ownerId = await linkOwner(app, PURPOSE, token);
  if (ownerId === null) throw new AppError('auth/link-invalid');
  refusePassword(password, await passwordOwner(app.db, ownerId));
  const passwordHash = await hashPassword({ key: ownerId, isKnown: true }, password);
  const email = await app.change(async (unit) => {
    const { tx } = unit;
    const user = await takeLink(tx, app, { purpose: PURPOSE, secret: token });
    const { id, email, email_verified_at } = user;
    // An identity from before the address was proven may be a stranger's; the owner can link it again.
    await deleteIdentities(tx, id, email_verified_at);
    await setPassword(tx, id, passwordHash);
    // An intruder may have asked for it with the old password.
    await deleteEmailChange(tx, id);
    await markEmailVerified(tx, id, app.now());
    await raiseUserRev(unit, id);
    await endAllSessions(unit, app, id);
    const what = user.password_hash === null ? 'password-set' : 'password-changed';
    await mailSignInChange(tx, app, { userId: id, address: email, data: { what, byLink: true } });
    return email;
  });
  await resetSignInLimits(app, email, ip);
  await forgetRecentCodes(app, ownerId);
  return ownerId;
}
