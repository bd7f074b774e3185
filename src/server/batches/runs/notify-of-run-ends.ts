import type { App } from '#server/app.ts';
import { unnotifiedRuns } from '#server/batches/runs/unnotified-runs-view.ts';
import { markRefusalTold, stoppedStarts } from '#server/batches/runs/wanted-start-store.ts';
import { markNotified } from '#server/batches/store/run-store.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';

/**
 * Job: mails once about each long run whose end its owner did not see. Runs of owners who want no mail are marked too, so they don't come
 * up again.
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

/** Job: mails once about each stopped start that its owner has not answered. */
export async function notifyOfStoppedStarts(app: App): Promise<void> {
  for (const { wanted, address, ...stopped } of await stoppedStarts(app.db, app.now())) {
    const { batchId, ownerId: userId, number, refusal, askedAt } = stopped;
    await app.change(async ({ tx }) => {
      if (!(await markRefusalTold(tx, batchId)) || !wanted) return;
      const ref = `${batchId} ${askedAt.toISOString()}`;
      const data = { batchId, number, refusal };
      await queueMail(tx, app, { kind: 'lot-not-started', ref, userId, address, data });
    });
  }
}
