import { findUnknownYear, latestRemindedIssue, REMINDED_ON } from '#domain/invoices/hand-in.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App, Tx } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { insertReminders, lockHandIns, wasRemindedOn } from '#server/payments/hand-in/hand-in-store.ts';
import { listDueUntil } from '#server/payments/hand-in/hand-ins-view.ts';
import { adminsToMail, mailAdmins } from '#server/users/admins/mail-admins.ts';

/**
 * Job, daily: reminds the admins of documents whose third or fifth working day has come, by one mail a day at most, and of each document
 * once on either. A server that was off on the day makes up for it on the next. Documents from before the list are left out.
 */
export async function remindOfHandIns(app: App): Promise<void> {
  if (app.eFactura === 'off') return;
  const today = toBucharestDay(app.now());
  await app.change(async ({ tx }) => {
    await lockHandIns(tx);
    await tellOfUnknownYear(tx, app, today);
    if (await wasRemindedOn(tx, today)) return;
    let noted = 0;
    for (const workingDay of REMINDED_ON) {
      const rows = await listDueUntil(tx, latestRemindedIssue(today, workingDay));
      const ids = rows.map(({ id }) => id);
      noted += await insertReminders(tx, ids, { workingDay, day: today });
    }
    if (noted > 0) await mailAdmins(tx, app, { kind: 'hand-ins-due', data: {} });
  });
}

/** Tells each admin once of a year whose holidays this version does not know. */
async function tellOfUnknownYear(tx: Tx, app: App, today: string): Promise<void> {
  const year = findUnknownYear(today);
  if (year === null) return;
  for (const address of await adminsToMail(tx, app)) {
    const ref = `${year}:${app.keyedHash('holidays-unknown', address)}`;
    await queueMail(tx, app, { kind: 'holidays-unknown', ref, userId: null, address, data: { year } });
  }
}
