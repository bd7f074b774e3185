import * as contract from '#contract/payments.ts';
import type { App } from '#server/app.ts';
import { type Handled, handle } from '#server/http/handle.ts';
import { createPackage, setPackageActive } from '#server/payments/edit-packages.ts';
import { listPackages } from '#server/payments/list-packages.ts';
import { listPlans } from '#server/plans/offers-view.ts';

export function paymentRoutes(app: App): Handled[] {
  return [
    handle(contract.listCreditPackages, async () => ({ packages: await listPackages(app) })),
    handle(contract.listPlans, async () => ({ plans: await listPlans(app) })),
    handle(contract.listAllPackages, async () => ({
      packages: await listPackages(app, { activeOnly: false }),
    })),
    handle(contract.createPackage, ({ body }) => createPackage(app, body)),
    handle(contract.setPackageActive, ({ params, body }) => setPackageActive(app, { ...params, ...body })),
  ];
}
