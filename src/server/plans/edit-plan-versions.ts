import { UNLIMITED } from '#domain/credits/unlimited.ts';
import { AppError } from '#domain/errors.ts';
import { diffFigures } from '#domain/figures.ts';
import { toBani, toLei } from '#domain/payments/amount.ts';
import type { Plan, PlanLimits } from '#domain/plans/plan.ts';
import type { App, User } from '#server/app.ts';
import { asLimits } from '#server/plans/limits-view.ts';
import { deletePlanned, findTerms, insertTerms } from '#server/plans/plan-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

export interface PlanFigures {
  readonly validFrom: string | null;
  /** Lei. */
  readonly price: number;
  readonly credits: number;
  readonly limits: PlanLimits;
}

/**
 * Versions are only added, never changed: periods that were paid keep their credits, limits in force follow the newest version. `free` and
 * `test` are not for sale, `test` alone is unlimited. Refuses http/bad-request with the fields.
 */
export async function addPlanVersion(
  app: App,
  admin: User,
  { plan, figures }: { plan: Plan; figures: PlanFigures },
): Promise<void> {
  const { price, credits, limits } = figures;
  const now = app.now();
  const validFrom = figures.validFrom === null ? now : new Date(figures.validFrom);
  const priceBani = toBani(price);
  const isGiven = plan === 'free' || plan === 'test';
  const fields = [
    ...(validFrom < now ? ['validFrom'] : []),
    ...(priceBani === null || isGiven !== (priceBani === 0) ? ['price'] : []),
    ...((plan === 'test') !== (credits === UNLIMITED) ? ['credits'] : []),
  ];
  if (fields.length > 0 || priceBani === null) throw new AppError('http/bad-request', { fields });
  await app.change(async ({ tx }) => {
    const before = await findTerms(tx, plan, validFrom);
    const isNew = await insertTerms(tx, plan, { validFrom, priceBani, credits, limits });
    if (!isNew) throw new AppError('http/bad-request', { fields: ['validFrom'] });
    const was = { price: toLei(before.price_bani), credits: before.credits, ...asLimits(before) };
    const details = { validFrom, changes: diffFigures(was, { price, credits, ...limits }) };
    await recordAudit(tx, app, { admin, kind: 'plan-version', subject: plan, details });
  });
}

/** Takes back a version whose date has not come: no plan was bought by it yet. Refuses http/bad-request for any other. */
export async function deletePlanVersion(
  app: App,
  admin: User,
  { plan, validFrom }: { plan: Plan; validFrom: Date },
): Promise<void> {
  await app.change(async ({ tx, now }) => {
    if (!(await deletePlanned(tx, plan, { validFrom, now })))
      throw new AppError('http/bad-request', { fields: ['validFrom'] });
    await recordAudit(tx, app, {
      admin,
      kind: 'plan-version-dropped',
      subject: plan,
      details: { validFrom },
    });
  });
}
