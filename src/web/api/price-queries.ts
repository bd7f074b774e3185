import { queryOptions } from '@tanstack/react-query';
import { listCreditPackages, listPlans } from '#contract/payments.ts';
import { quotePlan } from '#contract/plans.ts';
import type { SoldPlan } from '#domain/plans/purchase.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/keys.ts';

/** Plans for sale; their prices change rarely. */
export const plansQuery = queryOptions({
  queryKey: keys.plans,
  queryFn: ({ signal }) => call(listPlans, {}, { signal }),
});

/** What buying a plan now would do; as old as the moment it is shown. */
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
  // What an admin takes off sale or puts on it shows at the next look.
  staleTime: 0,
});
