import type { App, User } from '#server/app.ts';
import { countHit } from '#server/http/limits/limits.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';

const PER_ACCOUNT = { hits: 5, seconds: 3600 };

/** Sends a link that verifies the own address; nothing when it is verified already. */
export async function sendVerification(app: App, user: User): Promise<void> {
  await countHit(app, `verify:account:${user.id}`, PER_ACCOUNT, 'auth/too-many-requests');
  const { email, email_verified_at } = await app.db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (email_verified_at) return;
  const request = { kind: 'verify-email', ref: app.newId('vrf'), userId: user.id, address: email } as const;
  await app.change((tx) => queueMail(tx, app, request));
}
