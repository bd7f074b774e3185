import type { Plan, PlanLimits } from '#domain/plans/plan.ts';
import { isActive, type PlanFields, readSubscription } from '#domain/plans/subscription.ts';
import { isTrialRunning, readTrial, type TrialFields } from '#domain/plans/trial.ts';

/**
 * Limits in force = the best of: active plan; pro during a trial; basic while bought credits are left; free. These are the plans
 * whose limits count for a user now; held bought credits count as left.
 */
export function plansInForce(
  document: PlanFields & TrialFields,
  hasBoughtCredits: boolean,
  now: Date,
): ReadonlySet<Plan> {
  const plans = new Set<Plan>(['free']);
  const subscription = readSubscription(document);
  if (isActive(subscription, now)) plans.add(subscription.plan);
  if (isTrialRunning(readTrial(document), now)) plans.add('pro');
  if (hasBoughtCredits) plans.add('basic');
  return plans;
}

/** The better figure of each limit. */
export function mergeBestLimits(a: PlanLimits, b: PlanLimits): PlanLimits {
  return {
    photosPerLot: Math.max(a.photosPerLot, b.photosPerLot),
    outputsPerRun: Math.max(a.outputsPerRun, b.outputsPerRun),
    savedRecipes: Math.max(a.savedRecipes, b.savedRecipes),
    retentionDays: Math.max(a.retentionDays, b.retentionDays),
    storageBytes: Math.max(a.storageBytes, b.storageBytes),
    photosAtOnce: Math.max(a.photosAtOnce, b.photosAtOnce),
  };
}
