import { AppError } from '#domain/errors.ts';
import { rememberGifts } from '#server/account/gift-store.ts';
import type { App, User } from '#server/app.ts';
import { addressKey, countHit } from '#server/http/limits.ts';
import { dropEmailChange, findEmailChange } from '#server/users/email-change-store.ts';
import { findLeft, forgetLeftSince, leaveAddress } from '#server/users/left-address-store.ts';
import { closeAllLinks, takeLinkElsewhere } from '#server/users/mail-link-store.ts';
import { queueMail } from '#server/users/mail-outbox.ts';
import { endOtherSessions } from '#server/users/session-store.ts';
import { raiseUserRev, setAddress } from '#server/users/user-store.ts';

const PER_ADDRESS = { hits: 30, seconds: 900 };

/** The wished address is proven and becomes the account's. All sessions end but that of the browser that opened the link, if it has one. */
export async function confirmEmailChange(
  app: App,
  by: { ip: string; user: User | null },
  { token }: { token: string },
): Promise<void> {
  await countHit(app, `email-confirm:address:${addressKey(by.ip)}`, PER_ADDRESS, 'auth/too-many-requests');
  await app.change(async (tx, changes) => {
    const { user, email } = await takeLinkElsewhere(tx, app, 'change-email', token);
    if ((await findEmailChange(tx, user.id)) !== email) throw new AppError('auth/link-invalid');
    const now = app.now();
    const before = await findLeft(tx, { userId: user.id, email }, now);
    await setAddress(tx, user.id, email, now);
    await dropEmailChange(tx, user.id);
    // An address that is back wins over all that came after it.
    if (before) await forgetLeftSince(tx, user.id, before.left_at);
    // Only to a mailbox that was once proven: any other may be a stranger's, who is to have an account of their own.
    else if (user.email_verified_at !== null)
      await leaveAddress(tx, { userId: user.id, email: user.email }, now);
    await closeAllLinks(tx, user.id);
    // Anybody may open an account with the address that is left: not with another gift.
    await rememberGifts(tx, app, user.id, user.email);
    await raiseUserRev(tx, changes, user.id);
    const kept = by.user?.id === user.id ? by.user.sessionId : null;
    await endOtherSessions(tx, changes, app, user.id, kept);
    const ref = app.newId('emc');
    const kind = before ? 'email-change-undone' : 'email-changed';
    await queueMail(tx, app, { kind, ref, userId: user.id, address: user.email });
  });
}
