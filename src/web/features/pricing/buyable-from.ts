import { plusDays } from '#domain/days.ts';
import { isSold, LOWER_PLAN_DAYS, SOLD_PLANS, type SoldPlan } from '#domain/plans/purchase.ts';
import { isActive, type PlanFields, readSubscription } from '#domain/plans/subscription.ts';

/** Returns from when a plan below the own one may be bought; null for now, as far as its place goes. The server decides. */
export function buyableFrom(user: PlanFields, plan: SoldPlan, now: Date): Date | null {
  const subscription = readSubscription(user);
  const { plan: own, expiresAt } = subscription;
  if (!isActive(subscription, now) || !isSold(own) || expiresAt === null) return null;
  if (SOLD_PLANS.indexOf(plan) >= SOLD_PLANS.indexOf(own)) return null;
  const from = plusDays(expiresAt, -LOWER_PLAN_DAYS);
  return from > now ? from : null;
}
