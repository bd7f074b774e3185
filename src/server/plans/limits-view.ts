import type { Selectable } from 'kysely';
import { isPlanActive, type Plan, type PlanLimits, readPlan } from '#domain/plans/plan.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

type Terms = Selectable<DB['plan_terms']>;

/** The limits in force of a user. Best of the active plan and free; trial and bought credits join it with payments. */
export async function limitsInForce(db: Db | Tx, userId: string, now: Date): Promise<PlanLimits> {
  const user = await db
    .selectFrom('users')
    .select(['plan', 'subscription_expires_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const plan = readPlan(user.plan);
  const free = await termsOf(db, 'free', now);
  return isPlanActive(plan, user.subscription_expires_at, now)
    ? bestOf(await termsOf(db, plan, now), free)
    : free;
}

async function termsOf(db: Db | Tx, plan: Plan, now: Date): Promise<PlanLimits> {
  const terms = await db
    .selectFrom('plan_terms')
    .selectAll()
    .where('plan', '=', plan)
    .where('valid_from', '<=', now)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return asLimits(terms);
}

export function asLimits(terms: Terms): PlanLimits {
  return {
    photosPerLot: terms.photos_per_lot,
    outputsPerRun: terms.outputs_per_run,
    savedRecipes: terms.saved_recipes,
    retentionDays: terms.retention_days,
    storageBytes: terms.storage_bytes,
    photosAtOnce: terms.photos_at_once,
  };
}

/** The better figure of each limit. */
export function bestOf(a: PlanLimits, b: PlanLimits): PlanLimits {
  return {
    photosPerLot: Math.max(a.photosPerLot, b.photosPerLot),
    outputsPerRun: Math.max(a.outputsPerRun, b.outputsPerRun),
    savedRecipes: Math.max(a.savedRecipes, b.savedRecipes),
    retentionDays: Math.max(a.retentionDays, b.retentionDays),
    storageBytes: Math.max(a.storageBytes, b.storageBytes),
    photosAtOnce: Math.max(a.photosAtOnce, b.photosAtOnce),
  };
}
