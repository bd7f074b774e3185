import type { App, Tx } from '#server/app.ts';
import { type MailKind, queueMail } from '#server/users/mail-outbox.ts';
import { adminAddresses } from '#server/users/role-store.ts';

/** To the operator, or to every admin where none is entered. That each thing is told once is the caller's to see to. */
export async function mailAdmins(
  tx: Tx,
  app: App,
  kind: MailKind,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const own = app.operator?.email;
  for (const address of own ? [own] : await adminAddresses(tx))
    await queueMail(tx, app, { kind, ref: app.newId('told'), userId: null, address, data });
}
