import type { UserDocument } from '#contract/users.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatDay } from '#domain/language/time.ts';
import { PLAN_LABELS, type Plan, type PlanLimits } from '#domain/plans/plan.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { readTrial, trialDaysLeft } from '#domain/plans/trial.ts';

export type PlanOwner = Pick<
  UserDocument,
  | 'plan'
  | 'subscription'
  | 'planActivatedAt'
  | 'planRenewAt'
  | 'planExpiresAt'
  | 'planCancelAtPeriodEnd'
  | 'trial'
  | 'trialActivated'
  | 'trialActivatedAt'
  | 'trialExpiresAt'
>;

/** The plan as every page shows it: the one in force, until when, and the days left of a trial. */
export function planWords(user: PlanOwner, now: Date): { plan: Plan; label: string; notes: string[] } {
  const subscription = readSubscription(user);
  const { plan, expiresAt } = subscription;
  const active = isActive(subscription, now);
  const notes: string[] = [];
  if (active && expiresAt) notes.push(`Până pe ${formatDay(expiresAt)}. Planul nu se reînnoiește singur.`);
  if (!active && plan !== 'free' && expiresAt)
    notes.push(`Planul ${PLAN_LABELS[plan]} s-a încheiat pe ${formatDay(expiresAt)}.`);
  const days = trialDaysLeft(readTrial(user), now);
  if (days > 0)
    notes.push(`Perioadă de probă: încă ${formatCount(days, NOUNS.day)} cu limitele planului Pro.`);
  const inForce = active ? plan : 'free';
  return { plan: inForce, label: PLAN_LABELS[inForce], notes };
}

/** What a plan allows, a line each. */
export function limitLines(limits: PlanLimits): string[] {
  return [
    `${formatCount(limits.photosPerLot, NOUNS.photo)} pe lot`,
    `${formatCount(limits.outputsPerRun, NOUNS.output)} la o procesare`,
    `${formatBytes(limits.storageBytes)} de spațiu`,
    `păstrăm ${formatCount(limits.retentionDays, NOUNS.day)}`,
    ...(limits.photosAtOnce > 1 ? [`${formatCount(limits.photosAtOnce, NOUNS.photo)} în lucru deodată`] : []),
  ];
}
