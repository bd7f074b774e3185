import type { App } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { findRecentActs } from '#server/users/admins/audit-log-store.ts';
import { adminEmails } from '#server/users/admins/role-store.ts';
import { readUserEmail } from '#server/users/user-store.ts';

/** Mails of older acts may be deleted already, and would go out again. */
const LOOK_BACK_MS = 24 * 3_600_000;

/**
 * Job, every minute: mails what is written in the audit log about who may do what, by admins and by tools at the machine alike: the other
 * admins of a new one, the owner of an account of a removed second factor. The outbox takes each mail once.
 */
export async function tellOfActs(app: App): Promise<void> {
  const since = new Date(app.now().getTime() - LOOK_BACK_MS);
  for (const act of await findRecentActs(app.db, ['admin-granted', 'second-factor-removed'], since)) {
    const email = await readUserEmail(app.db, act.userId);
    await app.change(async ({ tx }) => {
      const facts = { userId: act.userId, data: { userId: act.userId } } as const;
      if (act.kind === 'second-factor-removed') {
        const mail = { ...facts, data: { ...facts.data, what: 'second-factor-removed-by-admin' } } as const;
        return queueMail(tx, app, { ...mail, kind: 'sign-in-changed', ref: act.id, address: email });
      }
      const others = (await adminEmails(tx)).filter((address) => address !== email);
      for (const address of others)
        await queueMail(tx, app, {
          kind: 'admin-granted',
          ref: `${act.id} ${app.keyedHash('told', address).slice(0, 16)}`,
          userId: null,
          address,
          data: facts.data,
        });
    });
  }
}
