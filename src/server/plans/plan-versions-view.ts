import type { PlanVersion } from '#contract/admin/admin-plans.ts';
import { leiOf } from '#domain/payments/amount.ts';
import { PLANS, readPlan } from '#domain/plans/plan.ts';
import type { App } from '#server/app.ts';
import { asLimits } from '#server/plans/limits-view.ts';

/** Every version of every plan, newest first, plans in their order. */
export async function planVersions(app: App): Promise<{ versions: PlanVersion[] }> {
  const rows = await app.db.selectFrom('plan_terms').selectAll().orderBy('valid_from', 'desc').execute();
  const versions = rows.map((row) => ({
    plan: readPlan(row.plan),
    validFrom: row.valid_from.toISOString(),
    price: leiOf(row.price_bani),
    credits: row.credits,
    limits: asLimits(row),
  }));
  return { versions: versions.sort((a, b) => PLANS.indexOf(a.plan) - PLANS.indexOf(b.plan)) };
}
