import { advance } from '#domain/plans/periods.ts';
import type { App, Changes, Tx } from '#server/app.ts';
import { changePlan } from '#server/plans/change-plan.ts';
import { lockDuePlan, usersWithDuePlans } from '#server/plans/plan-store.ts';

const CHUNK_SIZE = 200;

/** A due period starts in the transaction of the next hold at the latest. Takes the plan's lock, so before the account's. */
export async function startDuePeriods(
  tx: Tx,
  changes: Changes,
  app: Pick<App, 'now' | 'newId'>,
  userId: string,
): Promise<void> {
  const now = app.now();
  const state = await lockDuePlan(tx, userId, now);
  if (state) await changePlan(tx, changes, app, userId, state, advance(state, now));
}

/** Job: queued periods start and ended plans are shown as ended, each in a transaction of its own. */
export async function startPeriods(app: App): Promise<void> {
  for (const userId of await usersWithDuePlans(app.db, app.now(), CHUNK_SIZE))
    await app.change((tx, changes) => startDuePeriods(tx, changes, app, userId));
}
