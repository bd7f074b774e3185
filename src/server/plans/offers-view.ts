import type { PlanVersion } from '#contract/admin/admin-plans.ts';
import type { PlanOffer } from '#contract/payments.ts';
import { toLei } from '#domain/payments/amount.ts';
import { PLANS, readPlan } from '#domain/plans/plan.ts';
import type { App } from '#server/app.ts';
import { asLimits } from '#server/plans/limits-view.ts';

/** The plans as they are today, in their order; `test` is given by admins only and is not offered. */
export async function listPlans(app: App): Promise<PlanOffer[]> {
  const rows = await app.db
    .selectFrom('plan_terms')
    .distinctOn('plan')
    .selectAll()
    .where('valid_from', '<=', app.now())
    .where('plan', '!=', 'test')
    .orderBy('plan')
    .orderBy('valid_from', 'desc')
    .execute();
  const offers = rows.map((row) => ({
    plan: readPlan(row.plan),
    price: toLei(row.price_bani),
    currency: 'RON' as const,
    credits: row.credits,
    limits: asLimits(row),
  }));
  return offers.sort((a, b) => PLANS.indexOf(a.plan) - PLANS.indexOf(b.plan));
}

/** Every version of every plan, newest first, plans in their order. */
export async function planVersions(app: App): Promise<{ versions: PlanVersion[] }> {
  const rows = await app.db.selectFrom('plan_terms').selectAll().orderBy('valid_from', 'desc').execute();
  const versions = rows.map((row) => ({
    plan: readPlan(row.plan),
    validFrom: row.valid_from.toISOString(),
    price: toLei(row.price_bani),
    credits: row.credits,
    limits: asLimits(row),
  }));
  return { versions: versions.sort((a, b) => PLANS.indexOf(a.plan) - PLANS.indexOf(b.plan)) };
}
