import type { App, Db, Tx } from '#server/app.ts';
import { type MailKind, queueMail } from '#server/mail/mail-outbox.ts';
import { adminEmails } from '#server/users/admins/role-store.ts';

/** To the operator, or to every admin where none is entered. That each thing is told once is the caller's to see to. */
export async function mailAdmins(
  tx: Tx,
  app: App,
  { kind, data }: { kind: MailKind; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  for (const email of await adminsToMail(tx, app))
    await queueMail(tx, app, { kind, ref: app.newId('told'), userId: null, address: email, data });
}

export async function adminsToMail(db: Db | Tx, app: App): Promise<string[]> {
  const own = app.operator?.email;
  return own ? [own] : adminEmails(db);
}
