import { plusDays } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { UNUSED_DAYS, UNUSED_NOTICE_DAYS } from '#domain/users/deleted.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import type { App } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import {
  findNotifiedBefore,
  findUnused,
  isUnusedSince,
  markUnusedNotified,
} from '#server/users/unused-store.ts';
import { lockUser } from '#server/users/user-store.ts';

const CHUNK_SIZE = 500;

/** Job, daily: who has not come for 24 months is told, and 30 days later, if they still have not come, the account is deleted. */
export async function deleteUnusedAccounts(app: App): Promise<void> {
  const now = app.now();
  const notifiedBefore = plusDays(now, -UNUSED_NOTICE_DAYS);
  for (const userId of await findNotifiedBefore(app.db, { before: notifiedBefore, now, most: CHUNK_SIZE }))
    await eraseUnusedAccount(app, userId, notifiedBefore);
  const since = plusDays(now, -UNUSED_DAYS);
  for (const userId of await findUnused(app.db, { since, now, most: CHUNK_SIZE }))
    await notifyUnusedAccount(app, userId, { since, now });
}

async function notifyUnusedAccount(
  app: App,
  userId: string,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await app.change(async ({ tx }) => {
    const user = await lockUser(tx, userId);
    if (!user || !(await isUnusedSince(tx, userId, since))) return;
    await markUnusedNotified(tx, userId, now);
    const until = plusDays(now, UNUSED_NOTICE_DAYS).toISOString();
    const mail = { kind: 'unused-account', ref: `${userId} ${until}`, userId } as const;
    await queueMail(tx, app, { ...mail, address: user.email, data: { until } });
  });
}

/** A refusal is logged and tried again the next day: its reason may be gone by then. */
async function eraseUnusedAccount(app: App, userId: string, since: Date): Promise<void> {
  try {
    await app.change(async (unit) => {
      const user = (await isUnusedSince(unit.tx, userId, since)) && (await eraseAccount(unit, app, userId));
      if (user) app.log.info({ userId }, 'an unused account was deleted');
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    app.log.warn({ userId, reason: error.code }, 'an unused account was not deleted');
  }
}
