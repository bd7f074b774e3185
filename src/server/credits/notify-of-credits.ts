import { plusDays } from '#domain/days.ts';
import type { App } from '#server/app.ts';
import { expiringGrants, lowBalances, type Notice } from '#server/credits/notices-view.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';

/** Job: mails about credits that run out, by use or by time; each once per grant. */
export async function notifyOfCredits(app: App): Promise<void> {
  const now = app.now();
  await queueCreditMails(app, 'expiring-credits', await expiringGrants(app.db, now));
  await queueCreditMails(app, 'low-balance', await lowBalances(app.db, plusDays(now, -1), now));
}

async function queueCreditMails(
  app: App,
  kind: 'expiring-credits' | 'low-balance',
  notices: readonly Notice[],
): Promise<void> {
  for (const { userId, address, grantId } of notices)
    await app.change(({ tx }) =>
      queueMail(tx, app, { kind, ref: grantId, userId, address, data: { grantId } }),
    );
}
