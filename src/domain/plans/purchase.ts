import { plusDays } from '#domain/days.ts';
import type { ErrorCode } from '#domain/errors.ts';
import {
  advancePlanState,
  expiresAt,
  getRunningSchedule,
  type PlanState,
  type PlanStep,
  queuePlan,
  startPlan,
  upgradePlan,
} from '#domain/plans/periods.ts';
import type { Plan } from '#domain/plans/plan.ts';
import {
  type BoughtPeriod,
  convertedDays,
  PERIOD_DAYS,
  type PlanSchedule,
} from '#domain/plans/plan-schedule.ts';

/**
 * Kinds of plan orders: a start, the next period queued (one at most), an upgrade in days, or a lower plan, offered in the last 7 days
 * and queued like a renewal. Under plan `test` or a plan without expiry buying is refused.
 */
export const SOLD_PLANS = ['basic', 'pro', 'dealer'] as const;
export type SoldPlan = (typeof SOLD_PLANS)[number];
export const LOWER_PLAN_DAYS = 7;
/** A checkout may be ordered from for half an hour and an open order is taken up again for another: so long shown days are honoured. */
export const SHOWN_DAYS_MINUTES = 60;

type OfferKind = 'start' | 'renewal' | 'upgrade' | 'lower';
export type OfferRefusal = Extract<
  ErrorCode,
  'plans/given-plan' | 'plans/already-queued' | 'plans/lower-too-early'
>;

/** As the sheet shows it. */
export interface PlanOrderTerms {
  readonly kind: OfferKind;
  readonly startsAt: Date;
  readonly expiresAt: Date;
  /** The days that an upgrade converts; null where nothing is converted. */
  readonly shownDays: number | null;
}

export interface PlanOrder extends BoughtPeriod {
  readonly plan: SoldPlan;
  /** Stored on the order when it was shown: the days are honoured for an hour while the same periods run. */
  readonly shownDays: number | null;
  readonly shownAt: Date;
  /** „Renunț la plată”: what was shown is honoured no more. */
  readonly isGivenUp?: boolean;
}

export interface PaidPlanStep {
  /** `review`: under a plan that an admin gave without expiry (or `test`) money buys nothing by itself. */
  readonly kind: OfferKind | 'review';
  /** It could not start as shown and waits behind all paid periods: tell the user and offer the full refund. */
  readonly isLate: boolean;
  /** The days that were converted, where others had been shown: tell the user. */
  readonly recountedDays?: number;
  readonly step: PlanStep;
}

export function isSold(plan: Plan): plan is SoldPlan {
  return (SOLD_PLANS as readonly Plan[]).includes(plan);
}

/** Returns the offer of `plan` now for `priceBani`, or why it is refused. */
export function offerPlan(
  state: PlanState,
  plan: SoldPlan,
  { priceBani, now }: { priceBani: number; now: Date },
): PlanOrderTerms | { readonly refused: OfferRefusal } {
  const due = advancePlanState(state, now).state;
  const schedule = getRunningSchedule(due, now);
  const offerKind = decideOfferKind(schedule, plan, now);
  if (typeof offerKind !== 'string') return offerKind;
  const shownDays =
    schedule !== null && offerKind === 'upgrade' ? convertedDays(schedule, now, priceBani) : null;
  const end = offerKind === 'renewal' || offerKind === 'lower' ? expiresAt(due) : null;
  const startsAt = end ?? now;
  return {
    kind: offerKind,
    startsAt,
    expiresAt: plusDays(startsAt, PERIOD_DAYS + (shownDays ?? 0)),
    shownDays,
  };
}

function decideOfferKind(
  schedule: PlanSchedule | null,
  plan: SoldPlan,
  now: Date,
): OfferKind | { refused: OfferRefusal } {
  if (schedule === null) return 'start';
  const { current, queue } = schedule;
  if (!isSold(current.plan) || current.endsAt === null) return { refused: 'plans/given-plan' };
  const step = SOLD_PLANS.indexOf(plan) - SOLD_PLANS.indexOf(current.plan);
  if (step > 0) return 'upgrade';
  if (queue.length > 0) return { refused: 'plans/already-queued' };
  if (step === 0) return 'renewal';
  const isNearEnd = current.endsAt.getTime() <= plusDays(now, LOWER_PLAN_DAYS).getTime();
  return isNearEnd ? 'lower' : { refused: 'plans/lower-too-early' };
}

/** The paid order takes its place, whatever has happened since it was shown. */
export function payPlan(state: PlanState, order: PlanOrder, now: Date): PaidPlanStep {
  const due = advancePlanState(state, now);
  const schedule = getRunningSchedule(due.state, now);
  const { shownAt, shownDays, isGivenUp: _, ...bought } = order;
  const recounted = (days: number) =>
    shownDays === null || shownDays === days ? {} : { recountedDays: days };
  if (schedule === null) {
    const step = joinedSteps(due, startPlan(bought, now));
    return { kind: 'start', isLate: false, ...recounted(0), step };
  }
  const offerKind = decideOfferKind(schedule, order.plan, now);
  if (offerKind === 'upgrade') {
    const asOf = countedAt(schedule, order, now);
    const step = upgradePlan(due.state, schedule, { bought, asOf, now });
    const days = convertedDays(schedule, asOf, order.paidBani);
    return { kind: 'upgrade', isLate: false, ...recounted(days), step: joinedSteps(due, step) };
  }
  if (typeof offerKind !== 'string' && offerKind.refused === 'plans/given-plan')
    return { kind: 'review', isLate: false, step: due };
  const wasShownQueued = shownDays === null && schedule.current.startsAt <= shownAt;
  return {
    kind: order.plan === schedule.current.plan ? 'renewal' : 'lower',
    isLate: typeof offerKind !== 'string' || !wasShownQueued,
    step: joinedSteps(due, queuePlan(due.state, schedule, { bought, now })),
  };
}

/** The moment at which an upgrade's unused days count: when they were shown, if that is not long ago and the same periods still run. */
function countedAt(
  schedule: PlanSchedule,
  { shownAt, shownDays, paidBani, isGivenUp }: PlanOrder,
  now: Date,
): Date {
  if (isGivenUp || now.getTime() - shownAt.getTime() > SHOWN_DAYS_MINUTES * 60_000) return now;
  const isSame =
    schedule.current.startsAt <= shownAt && convertedDays(schedule, shownAt, paidBani) === shownDays;
  return isSame ? shownAt : now;
}

function joinedSteps(first: PlanStep, second: PlanStep): PlanStep {
  return { state: second.state, starts: [...first.starts, ...second.starts] };
}
