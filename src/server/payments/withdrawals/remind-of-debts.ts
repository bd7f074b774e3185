import { dueReminder, payBackUntil } from '#domain/payments/withdrawals.ts';
import type { App } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { listUnpaidWithdrawals } from '#server/payments/store/withdrawals-view.ts';
import { adminsToMail } from '#server/users/admins/mail-admins.ts';

/** Job: reminds the admins of withdrawals whose money is not known to be back, four days and one day before the last day, and once after it. */
export async function remindOfDebts(app: App): Promise<void> {
  for (const { id, declaredAt } of await listUnpaidWithdrawals(app)) {
    const left = dueReminder(payBackUntil(new Date(declaredAt)), app.now());
    if (left === null) continue;
    await app.change(async ({ tx }) => {
      for (const address of await adminsToMail(tx, app)) {
        const ref = `${id}:${left}:${app.keyedHash('withdrawal-reminder', address)}`;
        const data = { withdrawalId: id };
        await queueMail(tx, app, { kind: 'withdrawal-reminder', ref, userId: null, address, data });
      }
    });
  }
}
