import { AppError } from '#domain/errors.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { App } from '#server/app.ts';
import { addressKey, countAddress, countHit } from '#server/http/limits/limits.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';

const PER_ADDRESS = { hits: 20, seconds: 3600 };
const PER_ACCOUNT = { hits: 5, seconds: 3600 };
/** From all addresses together: no mailbox is flooded. */
const PER_ACCOUNT_ANYWHERE = { hits: 15, seconds: 3600 };

/** Asks for a link to a new password. The job finds out whether the address has an account, so the response cannot tell. */
export async function sendPasswordReset(app: App, ip: string, input: { email: string }): Promise<void> {
  const email = normaliseEmail(input.email);
  if (!email) throw new AppError('auth/invalid-email');
  const address = addressKey(ip);
  await countAddress(app, 'reset:address', ip, PER_ADDRESS, 'auth/too-many-requests');
  const anywhereKey = `reset:account:${app.keyedHash('limit', email)}`;
  await countHit(app, `${anywhereKey}:${address}`, PER_ACCOUNT, 'auth/too-many-requests');
  await countHit(app, anywhereKey, PER_ACCOUNT_ANYWHERE, 'auth/too-many-requests');
  const request = { kind: 'reset-password', ref: app.newId('rst'), userId: null, address: email } as const;
  await app.change((tx) => queueMail(tx, app, request));
}
