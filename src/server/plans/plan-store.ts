import { getRunningSchedule, type PlanState } from '#domain/plans/periods.ts';
import type { Plan, PlanLimits } from '#domain/plans/plan.ts';
import { importedPlanState, revivePlanState } from '#domain/plans/stored-state.ts';
import { readSubscription } from '#domain/plans/subscription.ts';
import type { Db, Tx } from '#server/app.ts';
import { readStoredFields } from '#server/users/user-store.ts';

/** The plan's lock comes after the order's and before the account's. */
export async function lockPlan(tx: Tx, userId: string): Promise<PlanState> {
  const stored = await lockStored(tx, userId);
  if (stored) return stored;
  const state = await planOfDocument(tx, userId);
  await tx
    .insertInto('plan_states')
    .values({ user_id: userId, state: JSON.stringify(state), next_at: state.line?.current.endsAt ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await lockStored(tx, userId)) ?? planOfDocument(tx, userId);
}

async function lockStored(tx: Tx, userId: string): Promise<PlanState | null> {
  const row = await tx
    .selectFrom('plan_states')
    .select('state')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? revivePlanState(row.state) : null;
}

/** Locked only if its running period is over; null: nothing is to start or to end. */
export async function lockDuePlan(tx: Tx, userId: string, now: Date): Promise<PlanState | null> {
  const row = await tx
    .selectFrom('plan_states')
    .select('state')
    .where('user_id', '=', userId)
    .where('next_at', '<=', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? revivePlanState(row.state) : null;
}

export async function usersWithDuePlans(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('plan_states')
    .select('user_id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

/** As it was written last; periods that are due may still have to start. */
export async function readPlanState(db: Db | Tx, userId: string): Promise<PlanState> {
  const row = await db
    .selectFrom('plan_states')
    .select('state')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ? revivePlanState(row.state) : planOfDocument(db, userId);
}

/** Needs the plan's lock. */
export async function savePlanState(
  tx: Tx,
  userId: string,
  { state, now }: { state: PlanState; now: Date },
): Promise<void> {
  await tx
    .updateTable('plan_states')
    .set({ state: JSON.stringify(state), next_at: getRunningSchedule(state, now)?.current.endsAt ?? null })
    .where('user_id', '=', userId)
    .execute();
}

/** Nothing starts or ends by itself any more. Needs the plan's lock. */
export async function stopPlanClock(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('plan_states').set({ next_at: null }).where('user_id', '=', userId).execute();
}

async function planOfDocument(db: Db | Tx, userId: string): Promise<PlanState> {
  return importedPlanState(readSubscription(await readStoredFields(db, userId)));
}

/** Price and credits of a plan as they are at `now`. */
export async function findTerms(db: Db | Tx, plan: Plan, now: Date) {
  return db
    .selectFrom('plan_terms')
    .selectAll()
    .where('plan', '=', plan)
    .where('valid_from', '<=', now)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** False where the plan has a version of this very instant. */
export async function insertTerms(
  tx: Tx,
  plan: Plan,
  terms: { validFrom: Date; priceBani: number; credits: number; limits: PlanLimits },
): Promise<boolean> {
  const { validFrom, priceBani, credits, limits } = terms;
  const row = await tx
    .insertInto('plan_terms')
    .values({
      plan,
      valid_from: validFrom,
      price_bani: priceBani,
      credits,
      photos_per_lot: limits.photosPerLot,
      outputs_per_run: limits.outputsPerRun,
      saved_recipes: limits.savedRecipes,
      retention_days: limits.retentionDays,
      storage_bytes: limits.storageBytes,
      photos_at_once: limits.photosAtOnce,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('plan')
    .executeTakeFirst();
  return row !== undefined;
}

/** False: there is none of that instant, or it counts already. */
export async function deletePlanned(
  tx: Tx,
  plan: Plan,
  { validFrom, now }: { validFrom: Date; now: Date },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('plan_terms')
    .where('plan', '=', plan)
    .where('valid_from', '=', validFrom)
    .where('valid_from', '>', now)
    .returning('plan')
    .executeTakeFirst();
  return row !== undefined;
}
