import { advancePlanState, type PlanState } from '#domain/plans/periods.ts';
import type { App, Unit } from '#server/app.ts';
import { changePlan } from '#server/plans/change-plan.ts';
import { lockDuePlan, usersWithDuePlans } from '#server/plans/plan-store.ts';

const CHUNK_SIZE = 200;

/**
 * A due period starts in the transaction of the next hold at the latest. Takes the plan's lock, so before the account's. Returns the plan as it is
 * since; null: none was due, and nothing is locked.
 */
export async function startDuePeriods(
  unit: Unit,
  app: Pick<App, 'now' | 'newId'>,
  userId: string,
): Promise<PlanState | null> {
  const now = app.now();
  const before = await lockDuePlan(unit.tx, userId, now);
  if (!before) return null;
  const step = advancePlanState(before, now);
  await changePlan(unit, app, { userId, before, step });
  return step.state;
}

/** Job: queued periods start and ended plans are shown as ended, each in a transaction of its own. */
export async function startPeriods(app: App): Promise<void> {
  for (const userId of await usersWithDuePlans(app.db, app.now(), CHUNK_SIZE))
    await app.change((unit) => startDuePeriods(unit, app, userId));
}
