import { AppError } from '#domain/errors.ts';
import type { App } from '#server/app.ts';
import { addressKey, countHit } from '#server/http/limits.ts';
import { dropEmailChange } from '#server/users/email-change-store.ts';
import { dropIdentities } from '#server/users/identity-store.ts';
import { linkOwner, takeLink } from '#server/users/mail-link-store.ts';
import { hashPassword } from '#server/users/password-hash.ts';
import { refusePassword } from '#server/users/refuse-password.ts';
import { endAllSessions } from '#server/users/session-store.ts';
import { forgetTries } from '#server/users/sign-in.ts';
import { passwordOwner, raiseUserRev, setPassword, verifyAddress } from '#server/users/user-store.ts';

const PER_ADDRESS = { hits: 30, seconds: 900 };
const PURPOSE = 'reset-password';

/** Sets the password of whoever holds a link: all sessions end, and the mailbox is proven by the way. */
export async function confirmPasswordReset(
  app: App,
  ip: string,
  { token, password }: { token: string; password: string },
): Promise<void> {
  await countHit(app, `reset-confirm:address:${addressKey(ip)}`, PER_ADDRESS, 'auth/too-many-requests');
  const ownerId = await linkOwner(app, PURPOSE, token);
  if (ownerId === null) throw new AppError('auth/link-invalid');
  refusePassword(password, await passwordOwner(app.db, ownerId));
  const passwordHash = await hashPassword(password);
  const email = await app.change(async (tx, changes) => {
    const { id, email, email_verified_at } = await takeLink(tx, app, PURPOSE, token);
    // An identity of before the address was proven may be anybody's: the password links it again.
    await dropIdentities(tx, id, email_verified_at);
    await setPassword(tx, id, passwordHash);
    // Whoever knew the old one may have asked for it.
    await dropEmailChange(tx, id);
    await verifyAddress(tx, id, app.now());
    await raiseUserRev(tx, changes, id);
    await endAllSessions(tx, changes, app, id);
    return email;
  });
  await forgetTries(app, email, ip);
}
