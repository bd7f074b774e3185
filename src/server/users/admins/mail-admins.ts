import type { App, Db, Tx } from '#server/app.ts';
import { type MailKind, queueMail } from '#server/mail/mail-outbox.ts';
import { adminAddresses } from '#server/users/admins/role-store.ts';

/** To the operator, or to every admin where none is entered. That each thing is told once is the caller's to see to. */
export async function mailAdmins(
  tx: Tx,
  app: App,
  kind: MailKind,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const address of await adminsToMail(tx, app))
    await queueMail(tx, app, { kind, ref: app.newId('told'), userId: null, address, data });
}

export async function adminsToMail(db: Db | Tx, app: App): Promise<string[]> {
  const own = app.operator?.email;
  return own ? [own] : adminAddresses(db);
}
