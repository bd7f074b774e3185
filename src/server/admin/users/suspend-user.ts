import { AppError } from '#domain/errors.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { changeUser, type UserChange } from '#server/admin/users/change-user.ts';
import type { App, User } from '#server/app.ts';
import { cancelAllRuns } from '#server/batches/runs/cancel-run.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { deleteRights } from '#server/users/admins/right-store.ts';
import { deleteAllKeys } from '#server/users/keys/api-key-store.ts';
import { endAllSessions, suspendSessions } from '#server/users/sign-in/session-store.ts';
import { lockAccountRow, setSuspended } from '#server/users/suspension-store.ts';
import { deleteAllWebhooks } from '#server/webhooks/webhook-store.ts';

/**
 * Suspends an account: sign-ins are refused, its sessions, API keys, webhooks and narrow rights end, its runs are settled and released, and its owner
 * gets the reason by mail.
 * Payments are still credited. Throws users/admin-not-suspended (the admin's rights are revoked first), and what changeUser throws.
 */
export async function suspendUser(app: App, admin: User, input: UserChange): Promise<void> {
  const { userId } = input;
  await changeUser(app, admin, {
    input,
    work: async (unit) => {
      const { tx } = unit;
      await lockCreditAccount(tx, userId, app.now());
      const runs = await cancelAllRuns(unit, app, userId);
      const { role, suspendedAt } = await lockAccountRow(tx, userId);
      if (role === 'admin') throw new AppError('users/admin-not-suspended');
      if (suspendedAt) return null;
      await setSuspended(tx, userId, app.now());
      await deleteAllKeys(tx, userId);
      await deleteAllWebhooks(tx, userId);
      await suspendSessions(unit, app, userId);
      const rights = await deleteRights(tx, userId);
      return { kind: 'suspended', details: { runs, ...(rights.length > 0 && { rights }) } };
    },
    after: async ({ tx }, { email }, auditId) => {
      const data = { reason: tidyLine(input.reason) };
      await queueMail(tx, app, { kind: 'account-suspended', ref: auditId, userId, address: email, data });
    },
  });
}

/** Lifts a suspension and mails the owner. Throws what changeUser throws. */
export async function restoreUser(app: App, admin: User, input: UserChange): Promise<void> {
  const { userId } = input;
  await changeUser(app, admin, {
    input,
    work: async (unit) => {
      const { tx } = unit;
      const { suspendedAt } = await lockAccountRow(tx, userId);
      if (!suspendedAt) return null;
      await setSuspended(tx, userId, null);
      await endAllSessions(unit, app, userId);
      return { kind: 'restored' };
    },
    after: async ({ tx }, { email }, auditId) =>
      queueMail(tx, app, { kind: 'account-restored', ref: auditId, userId, address: email }),
  });
}
