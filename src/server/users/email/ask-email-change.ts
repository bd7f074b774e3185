import { AppError } from '#domain/errors.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { App, User } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { wishEmail } from '#server/users/email/email-change-store.ts';
import { refuseReserved } from '#server/users/email/previous-email-store.ts';
import { findUserByEmail, lockUser } from '#server/users/user-store.ts';

/** Limited, as in registration: the response tells whether an address has an account. */
const PER_ACCOUNT = { hits: 5, seconds: 3600 };

/**
 * Mails a link to the new address and a notice to the present one; nothing changes before the link is opened. Throws auth/invalid-email,
 * auth/too-many-requests, users/own-email, auth/email-already-in-use (also while another account may come back to the address),
 * auth/session-required.
 */
export async function askEmailChange(app: App, user: User, input: { email: string }): Promise<void> {
  const email = normaliseEmail(input.email);
  if (!email) throw new AppError('auth/invalid-email');
  await consumeRateLimit(app, `email-change:${user.id}`, {
    limit: PER_ACCOUNT,
    code: 'auth/too-many-requests',
  });
  await app.change(async ({ tx }) => {
    const row = await lockUser(tx, user.id);
    if (!row) throw new AppError('auth/session-required');
    if (row.email === email) throw new AppError('users/own-email');
    if (await findUserByEmail(tx, email)) throw new AppError('auth/email-already-in-use');
    await refuseReserved(tx, { userId: user.id, email }, app.now());
    await wishEmail(tx, user.id, { email, now: app.now() });
    const ref = app.newId('emc');
    await queueMail(tx, app, { kind: 'change-email', ref, userId: user.id, address: email });
    await queueMail(tx, app, { kind: 'email-change-asked', ref, userId: user.id, address: row.email });
  });
}
