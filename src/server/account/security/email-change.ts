import { AppError } from '#domain/errors.ts';
import { rememberSignupBonus } from '#server/account/signup-bonus-store.ts';
import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit } from '#server/http/limits/rate-limit.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { deleteEmailChange, findEmailChange } from '#server/users/email/email-change-store.ts';
import { closeAllLinks, takeLinkElsewhere } from '#server/users/email/mail-link-store.ts';
import {
  deleteReservationsSince,
  findReservation,
  reservePreviousEmail,
} from '#server/users/email/previous-email-store.ts';
import { deleteAllKeys } from '#server/users/keys/api-key-store.ts';
import { deleteSecondFactorSince } from '#server/users/second-factor/second-factor-store.ts';
import { deleteIdentities } from '#server/users/sign-in/identity-store.ts';
import { endAllSessions, endOtherSessions } from '#server/users/sign-in/session-store.ts';
import { raiseUserRev, setEmail, setPassword } from '#server/users/user-store.ts';
import { deleteAllWebhooks } from '#server/webhooks/webhook-store.ts';

const PER_IP = { hits: 30, seconds: 900 };
/** A second factor younger than this before the change is the intruder's. An older one keeps out a person who took over the mailbox. */
const INTRUDERS_MS = 7 * 86_400_000;

/**
 * Makes the proven new address the account's. Ends all its sessions but that of the browser that opened the link. Returns the user's id.
 * Throws auth/link-invalid, auth/email-already-in-use, auth/too-many-requests.
 */
export async function confirmEmailChange(
  app: App,
  by: { ip: string; user: User | null },
  { token }: { token: string },
): Promise<string> {
  await consumeIpRateLimit(
    app,
    { name: 'email-confirm:address', ip: by.ip },
    { limit: PER_IP, code: 'auth/too-many-requests' },
  );
  return app.change(async (unit) => {
    const { tx } = unit;
    const { user, email } = await takeLinkElsewhere(tx, app, { purpose: 'change-email', secret: token });
    if ((await findEmailChange(tx, user.id)) !== email) throw new AppError('auth/link-invalid');
    const now = app.now();
    const before = await findReservation(tx, { userId: user.id, email }, now);
    await setEmail(tx, user.id, { email, now });
    await deleteEmailChange(tx, user.id);
    // A restored address cancels the reservations of all later ones.
    if (before) await deleteReservationsSince(tx, user.id, before.left_at);
    // Only a mailbox that was once proven is reserved: any other may be a stranger's, who is to have an account of their own.
    else if (user.email_verified_at !== null)
      await reservePreviousEmail(tx, { userId: user.id, email: user.email }, now);
    await closeAllLinks(tx, user.id);
    // The previous address may be registered again, but not with another signup bonus.
    await rememberSignupBonus(tx, app, { userId: user.id, email: user.email });
    await raiseUserRev(unit, user.id);
    const kept = by.user?.id === user.id ? by.user.sessionId : null;
    await endOtherSessions(unit, app, { userId: user.id, keptId: kept });
    const ref = app.newId('emc');
    const kind = before ? 'email-change-undone' : 'email-changed';
    await queueMail(tx, app, { kind, ref, userId: user.id, address: user.email });
    return user.id;
  });
}

/**
 * „Nu am fost eu”: restores the previous address. An intruder may know the password and have linked their own Google long before, so all
 * ways in go, programs' too, and the reservations of all later addresses; the mailbox gets a link for a new password. Returns the user's
 * id. Throws auth/link-invalid, auth/email-already-in-use, auth/too-many-requests.
 */
export async function undoEmailChange(app: App, ip: string, { token }: { token: string }): Promise<string> {
  await consumeIpRateLimit(
    app,
    { name: 'email-undo:address', ip },
    { limit: PER_IP, code: 'auth/too-many-requests' },
  );
  return app.change(async (unit) => {
    const { tx } = unit;
    const { user, email } = await takeLinkElsewhere(tx, app, { purpose: 'undo-email', secret: token });
    const left = await findReservation(tx, { userId: user.id, email }, app.now());
    if (!left) throw new AppError('auth/link-invalid');
    if (user.email !== email) await setEmail(tx, user.id, { email, now: app.now() });
    await setPassword(tx, user.id, null);
    await deleteIdentities(tx, user.id, null);
    await deleteSecondFactorSince(tx, user.id, new Date(left.left_at.getTime() - INTRUDERS_MS));
    await deleteAllKeys(tx, user.id);
    await deleteAllWebhooks(tx, user.id);
    await deleteEmailChange(tx, user.id);
    await deleteReservationsSince(tx, user.id, left.left_at);
    await closeAllLinks(tx, user.id);
    await raiseUserRev(unit, user.id);
    await endAllSessions(unit, app, user.id);
    for (const mailAddress of new Set([email, user.email]))
      await queueMail(tx, app, {
        kind: 'email-change-undone',
        ref: app.newId('emc'),
        userId: user.id,
        address: mailAddress,
      });
    const way = { kind: 'reset-password', ref: app.newId('rst'), userId: null, address: email } as const;
    await queueMail(tx, app, { ...way, data: { undone: true } });
    return user.id;
  });
}
