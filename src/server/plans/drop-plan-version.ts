import { AppError } from '#domain/errors.ts';
import type { Plan } from '#domain/plans/plan.ts';
import type { App, User } from '#server/app.ts';
import { deletePlanned } from '#server/plans/plan-store.ts';
import { noteAct } from '#server/users/admins/admin-act-store.ts';

/** Takes back a version whose date has not come: no plan was bought by it yet. Refuses http/bad-request for any other. */
export async function dropPlanVersion(app: App, admin: User, plan: Plan, validFrom: Date): Promise<void> {
  await app.change(async (tx) => {
    if (!(await deletePlanned(tx, plan, validFrom, app.now())))
      throw new AppError('http/bad-request', { fields: ['validFrom'] });
    await noteAct(tx, app, admin, { kind: 'plan-version-dropped', subject: plan, details: { validFrom } });
  });
}
