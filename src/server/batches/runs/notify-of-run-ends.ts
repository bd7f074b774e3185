import type { App } from '#server/app.ts';
import { unnotifiedRuns } from '#server/batches/runs/unnotified-runs-view.ts';
import { markNotified } from '#server/batches/store/run-store.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';

/**
 * Job: a mail about each long run whose end its owner did not see, once. A run whose owner wants none is noted too, and not looked at
 * again.
 */
export async function notifyOfRunEnds(app: App): Promise<void> {
  for (const { wanted, address, ...run } of await unnotifiedRuns(app.db, app.now())) {
    const { runId: ref, ownerId: userId, ...data } = run;
    await app.change(async ({ tx }) => {
      const isFirst = await markNotified(tx, ref);
      if (isFirst && wanted) await queueMail(tx, app, { kind: 'lot-ready', ref, userId, address, data });
    });
  }
}
