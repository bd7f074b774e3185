import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { countHit } from '#server/http/limits.ts';
import type { Visitor } from '#server/http/visitor.ts';
import { dropEmailChange } from '#server/users/email-change-store.ts';
import { closeLinks } from '#server/users/mail-link-store.ts';
import { queueMail } from '#server/users/mail-outbox.ts';
import { hashPassword } from '#server/users/password-hash.ts';
import { refusePassword } from '#server/users/refuse-password.ts';
import { endOtherSessions, requireProof } from '#server/users/session-store.ts';
import { proveOwnPassword } from '#server/users/sign-in.ts';
import { lockUser, passwordOwner, raiseUserRev, setPassword } from '#server/users/user-store.ts';

const PER_ACCOUNT = { hits: 20, seconds: 3600 };

/** A new password by the current one; the first one of an account by a fresh proof. Everybody else is out of the account then. */
export async function changePassword(
  app: App,
  visitor: Visitor,
  user: User,
  { current, password }: { current: string | null; password: string },
): Promise<void> {
  await countHit(app, `password:${user.id}`, PER_ACCOUNT, 'auth/too-many-requests');
  const proven = current === null ? null : await proveOwnPassword(app, visitor, user, current);
  refusePassword(password, await passwordOwner(app.db, user.id));
  if (current === null) await requireProof(app.db, app, user);
  const passwordHash = await hashPassword(password);
  await app.change(async (tx, changes) => {
    const row = await lockUser(tx, user.id);
    if (!row) throw new AppError('auth/session-required');
    // Changed meanwhile, or one was there after all.
    if (row.password_hash !== proven) throw new AppError('auth/wrong-password');
    await setPassword(tx, user.id, passwordHash);
    await closeLinks(tx, 'reset-password', user.id);
    // Whoever knew the old one may have asked for it.
    await dropEmailChange(tx, user.id);
    await raiseUserRev(tx, changes, user.id);
    await endOtherSessions(tx, changes, app, user.id, user.sessionId);
    const what = proven === null ? 'password-set' : 'password-changed';
    const mail = { kind: 'sign-in-changed', ref: app.newId('sic'), userId: user.id } as const;
    await queueMail(tx, app, { ...mail, address: row.email, data: { what } });
  });
}
