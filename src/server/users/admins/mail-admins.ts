import type { App, Db, Tx } from '#server/app.ts';
import { type MailKind, queueMail } from '#server/mail/mail-outbox.ts';
import { adminEmails } from '#server/users/admins/role-store.ts';

/** Mails the operator, or every admin where none is entered. The caller makes sure that each event is mailed once. */
export async function mailAdmins(
  tx: Tx,
  app: App,
  { kind, data }: { kind: MailKind; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  for (const email of await adminsToMail(tx, app))
    await queueMail(tx, app, { kind, ref: app.newId('told'), userId: null, address: email, data });
}

/** Returns the operator's address, or every admin's where none is entered. */
export async function adminsToMail(db: Db | Tx, app: App): Promise<string[]> {
  const own = app.operator?.email;
  return own ? [own] : adminEmails(db);
}
