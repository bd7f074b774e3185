import type { Selectable } from 'kysely';
import { bestOf, plansInForce } from '#domain/plans/limits.ts';
import type { PlanLimits } from '#domain/plans/plan.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';
import { readStoredFields } from '#server/users/user-store.ts';

/** The limits in force of a user. */
export async function limitsInForce(db: Db | Tx, userId: string, now: Date): Promise<PlanLimits> {
  return (await limitsAndBought(db, userId, now)).limits;
}

/** Also whether bought credits are left, which bring limits of their own. */
export async function limitsAndBought(
  db: Db | Tx,
  userId: string,
  now: Date,
): Promise<{ limits: PlanLimits; hasBoughtCredits: boolean }> {
  const fields = await readStoredFields(db, userId);
  const hasBought = await hasBoughtCredits(db, userId, now);
  const plans = plansInForce(fields, hasBought, now);
  const terms = await db
    .selectFrom('plan_terms')
    .selectAll()
    .distinctOn('plan')
    .where('plan', 'in', [...plans])
    .where('valid_from', '<=', now)
    .orderBy('plan')
    .orderBy('valid_from', 'desc')
    .execute();
  return { limits: terms.map(asLimits).reduce(bestOf), hasBoughtCredits: hasBought };
}

/** Held bought credits count as left. */
async function hasBoughtCredits(db: Db | Tx, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('credit_grants')
    .select('id')
    .where('user_id', '=', userId)
    .where('source', '=', 'bought')
    .where((eb) =>
      eb.or([
        eb.and([eb('remaining', '>', 0), eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])]),
        eb.exists(
          eb
            .selectFrom('credit_hold_parts')
            .innerJoin('runs', 'runs.id', 'credit_hold_parts.ref')
            .select('runs.id')
            .whereRef('credit_hold_parts.grant_id', '=', 'credit_grants.id')
            .where('runs.owner_id', '=', userId)
            .where('runs.finished_at', 'is', null),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function asLimits(terms: Selectable<DB['plan_terms']>): PlanLimits {
  return {
    photosPerLot: terms.photos_per_lot,
    outputsPerRun: terms.outputs_per_run,
    savedRecipes: terms.saved_recipes,
    retentionDays: terms.retention_days,
    storageBytes: terms.storage_bytes,
    photosAtOnce: terms.photos_at_once,
  };
}
