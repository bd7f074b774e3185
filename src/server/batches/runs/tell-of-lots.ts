import type { App } from '#server/app.ts';
import { untoldRuns } from '#server/batches/runs/untold-runs-view.ts';
import { noteTold } from '#server/batches/store/run-store.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';

/**
 * Job: a mail about each long run whose end its owner did not see, once. A run whose owner wants none is noted too, and not looked at
 * again.
 */
export async function tellOfLots(app: App): Promise<void> {
  for (const { wanted, address, ...run } of await untoldRuns(app.db, app.now())) {
    const { runId: ref, ownerId: userId, ...data } = run;
    await app.change(async (tx) => {
      const isFirst = await noteTold(tx, ref);
      if (isFirst && wanted) await queueMail(tx, app, { kind: 'lot-ready', ref, userId, address, data });
    });
  }
}
