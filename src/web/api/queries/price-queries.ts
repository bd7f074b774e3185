import { queryOptions } from '@tanstack/react-query';
import { listCreditPackages, listPlans } from '#contract/payments.ts';
import { quotePlan } from '#contract/plans.ts';
import type { SoldPlan } from '#domain/plans/purchase.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';

/** Plans for sale; their prices change rarely. */
export const plansQuery = queryOptions({
  queryKey: keys.plans,
  queryFn: ({ signal }) => call(listPlans, {}, { signal }),
});

/** The effect of buying a plan now, read whenever it is shown. */
export function quoteQuery(plan: SoldPlan) {
  return queryOptions({
    queryKey: keys.quote(plan),
    queryFn: ({ signal }) => call(quotePlan, { params: { plan } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Packages for sale. */
export const packagesQuery = queryOptions({
  queryKey: keys.packages,
  queryFn: ({ signal }) => call(listCreditPackages, {}, { signal }),
  // Changes by admins to what is on sale show at the next visit.
  staleTime: 0,
});
