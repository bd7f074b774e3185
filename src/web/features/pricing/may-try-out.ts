import { isActive, type PlanFields, readSubscription } from '#domain/plans/subscription.ts';
import { readTrial, type TrialFields } from '#domain/plans/trial.ts';

/** Whether the trial is worth offering: not used, no plan now or before. The server decides. */
export function mayTryOut(user: PlanFields & TrialFields, now: Date): boolean {
  const trial = readTrial(user);
  const subscription = readSubscription(user);
  const hadPlan = subscription.activatedAt !== null || subscription.status === 'withdrawn';
  return !trial.used && trial.expiresAt === null && !hadPlan && !isActive(subscription, now);
}
