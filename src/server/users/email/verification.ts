import type { App, User } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { takeLink } from '#server/users/email/mail-link-store.ts';
import { markEmailVerified, raiseUserRev, readEmail } from '#server/users/user-store.ts';

const PER_ACCOUNT = { hits: 5, seconds: 3600 };

/** Mails a link that verifies the own address, unless it is verified already. Throws auth/too-many-requests. */
export async function sendVerification(app: App, user: Pick<User, 'id'>): Promise<void> {
  await consumeRateLimit(app, `verify:account:${user.id}`, {
    limit: PER_ACCOUNT,
    code: 'auth/too-many-requests',
  });
  const { email, isVerified } = await readEmail(app.db, user.id);
  if (isVerified) return;
  const request = { kind: 'verify-email', ref: app.newId('vrf'), userId: user.id, address: email } as const;
  await app.change(({ tx }) => queueMail(tx, app, request));
}

const PER_IP = { hits: 30, seconds: 900 };

/**
 * Marks the address of a link as proven; every tab of the account learns it. Returns the user's id. Throws auth/link-invalid,
 * auth/too-many-requests.
 */
export async function confirmVerification(
  app: App,
  ip: string,
  { token }: { token: string },
): Promise<string> {
  await consumeIpRateLimit(
    app,
    { name: 'verify-confirm:address', ip },
    { limit: PER_IP, code: 'auth/too-many-requests' },
  );
  return app.change(async (unit) => {
    const { tx } = unit;
    const { id } = await takeLink(tx, app, { purpose: 'verify-email', secret: token });
    await markEmailVerified(tx, id, app.now());
    await raiseUserRev(unit, id);
    return id;
  });
}
