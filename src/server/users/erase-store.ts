import { sql } from 'kysely';
import { deletedEmail } from '#domain/users/deleted.ts';
import type { App, Tx } from '#server/app.ts';

/** Erases a user: the row stays for the books, under an anonymous address; all other personal data goes. */
export async function eraseUser(
  tx: Tx,
  app: App,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: deletedEmail(app.newId('gone')),
      email_verified_at: null,
      display_name: null,
      photo_url: null,
      photo_updated_at: null,
      avatar_version: null,
      theme: 'system',
      long_run_mails: true,
      password_hash: null,
      role: 'user',
      last_login_at: null,
      stored_bytes: 0,
      deleted_at: app.now(),
    })
    .where('id', '=', userId)
    .execute();
  for (const table of [
    'identities',
    'mail_links',
    'email_changes',
    'left_addresses',
    'imported_users',
    'live_events',
    'legal_notices',
    'account_notes',
    'totp_factors',
    'recovery_codes',
    'passkeys',
    'passkey_challenges',
    'pending_sign_ins',
    'account_rights',
    'api_keys',
    'webhooks',
    'webhook_turns',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  await tx
    .updateTable('mails')
    .set({ address: '', data: '{}' })
    .where(({ eb, or }) =>
      or([
        eb('user_id', '=', userId),
        eb('address', '=', email),
        // Their messages to the operator about a batch.
        eb(sql<string>`data ->> 'userId'`, '=', userId),
      ]),
    )
    .execute();
}
