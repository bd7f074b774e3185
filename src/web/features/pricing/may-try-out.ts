import { isActive, type PlanFields, readSubscription } from '#domain/plans/subscription.ts';
import { readTrial, type TrialFields, wasTrialTaken } from '#domain/plans/trial.ts';

/** True when the trial is worth offering: not used, no plan now or before. The server decides. */
export function mayTryOut(user: PlanFields & TrialFields, now: Date): boolean {
  const subscription = readSubscription(user);
  const hadPlan = subscription.activatedAt !== null || subscription.status === 'withdrawn';
  return !wasTrialTaken(readTrial(user)) && !hadPlan && !isActive(subscription, now);
}
