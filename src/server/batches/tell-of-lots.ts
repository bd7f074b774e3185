import type { App } from '#server/app.ts';
import { noteTold } from '#server/batches/run-store.ts';
import { untoldRuns } from '#server/batches/untold-runs-view.ts';
import { queueMail } from '#server/users/mail-outbox.ts';

/** Job: a mail about each long run that nobody saw end, once. Who does not want it is asked for no second time. */
export async function tellOfLots(app: App): Promise<void> {
  for (const { wanted, address, ...run } of await untoldRuns(app.db, app.now())) {
    const { runId: ref, ownerId: userId, ...data } = run;
    await app.change(async (tx) => {
      const isFirst = await noteTold(tx, ref);
      if (isFirst && wanted) await queueMail(tx, app, { kind: 'lot-ready', ref, userId, address, data });
    });
  }
}
