import { AppError } from '#domain/errors.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { App } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit, ipKey } from '#server/http/limits/rate-limit.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';

const PER_IP = { hits: 20, seconds: 3600 };
const PER_ACCOUNT = { hits: 5, seconds: 3600 };
/** From all IP addresses together: no mailbox is flooded. */
const PER_ACCOUNT_ANYWHERE = { hits: 15, seconds: 3600 };

/**
 * Requests a mail with a link to a new password. The job finds out whether the address has an account, so the response cannot tell. Throws
 * auth/invalid-email, auth/too-many-requests.
 */
export async function sendPasswordReset(app: App, ip: string, input: { email: string }): Promise<void> {
  const email = normaliseEmail(input.email);
  if (!email) throw new AppError('auth/invalid-email');
  const ipPart = ipKey(ip);
  await consumeIpRateLimit(
    app,
    { name: 'reset:address', ip },
    { limit: PER_IP, code: 'auth/too-many-requests' },
  );
  const anywhereKey = `reset:account:${app.keyedHash('limit', email)}`;
  await consumeRateLimit(app, `${anywhereKey}:${ipPart}`, {
    limit: PER_ACCOUNT,
    code: 'auth/too-many-requests',
  });
  await consumeRateLimit(app, anywhereKey, { limit: PER_ACCOUNT_ANYWHERE, code: 'auth/too-many-requests' });
  const request = { kind: 'reset-password', ref: app.newId('rst'), userId: null, address: email } as const;
  await app.change(({ tx }) => queueMail(tx, app, request));
}
