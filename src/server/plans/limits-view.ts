import { type RawBuilder, type Selectable, sql } from 'kysely';
import { mergeBestLimits, plansInForce } from '#domain/plans/limits.ts';
import type { PlanLimits } from '#domain/plans/plan.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';
import { DOCUMENT_COLUMNS, storedFields } from '#server/users/document-fields.ts';

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
  const { has_bought: hasBought, ...user } = await db
    .selectFrom('users')
    .select(DOCUMENT_COLUMNS)
    .select(boughtCredits(userId, now).as('has_bought'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const plans = plansInForce(storedFields(user), hasBought, now);
  const terms = await db
    .selectFrom('plan_terms')
    .selectAll()
    .distinctOn('plan')
    .where('plan', '=', sql<string>`any(${[...plans]}::text[])`)
    .where('valid_from', '<=', now)
    .orderBy('plan')
    .orderBy('valid_from', 'desc')
    .execute();
  return { limits: terms.map(asLimits).reduce(mergeBestLimits), hasBoughtCredits: hasBought };
}

/** Held bought credits count as left. */
function boughtCredits(userId: string, now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from credit_grants g where g.user_id = ${userId} and g.source = 'bought' and (
      g.remaining > 0 and (g.expires_at is null or g.expires_at > ${now})
      or exists (
        select from credit_hold_parts p join runs r on r.id = p.ref
        where p.grant_id = g.id and r.owner_id = ${userId} and r.finished_at is null)))`;
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
