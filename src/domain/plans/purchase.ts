import { type Bought, convertedDays, type Line, PERIOD_DAYS, plusDays } from '#domain/plans/line.ts';
import {
  advance,
  expiresAt,
  type PlanState,
  type PlanStep,
  queuePlan,
  running,
  startPlan,
  upgradePlan,
} from '#domain/plans/periods.ts';
import type { Plan } from '#domain/plans/plan.ts';

/**
 * What a plan order would be: a start, the next period queued (one at most), an upgrade in days, or a lower plan, offered in the last 7 days
 * and queued like a renewal. Under plan `test` or a plan without expiry buying is refused.
 */
export const SOLD_PLANS = ['basic', 'pro', 'dealer'] as const;
export type SoldPlan = (typeof SOLD_PLANS)[number];
export const LOWER_PLAN_DAYS = 7;

export type OfferKind = 'start' | 'renewal' | 'upgrade' | 'lower';
export type OfferRefusal = 'not-sold' | 'given-plan' | 'already-queued' | 'lower-too-early';

/** As the sheet shows it; stored on the order, its days honoured while the same periods run. */
export interface Offer {
  readonly kind: OfferKind;
  readonly startsAt: Date;
  readonly expiresAt: Date;
  /** Days that an upgrade converts, 0 otherwise. */
  readonly convertedDays: number;
  /** When it was counted, and over which periods. */
  readonly shownAt: Date;
  readonly over: readonly string[];
}

export type PlanOrder = Bought & {
  readonly plan: SoldPlan;
  readonly offer: Pick<Offer, 'kind' | 'shownAt' | 'over'>;
};

export interface Paid {
  /** `review`: under a plan that an admin gave without expiry (or `test`) money buys nothing by itself. */
  readonly kind: OfferKind | 'review';
  /** It could not start as shown and waits behind all paid periods: tell the user and offer the full refund. */
  readonly isLate: boolean;
  readonly step: PlanStep;
}

export function isSold(plan: Plan): plan is SoldPlan {
  return (SOLD_PLANS as readonly Plan[]).includes(plan);
}

/** Whether `plan` may be bought now for `priceBani`, and as what. */
export function offerPlan(
  state: PlanState,
  plan: Plan,
  priceBani: number,
  now: Date,
): Offer | { readonly refused: OfferRefusal } {
  const due = advance(state, now).state;
  const line = running(due, now);
  const place = placeOf(line, plan, now);
  if (typeof place !== 'string') return place;
  const converted = line !== null && place === 'upgrade' ? convertedDays(line, now, priceBani) : 0;
  const isQueued = place === 'renewal' || place === 'lower';
  const startsAt = isQueued ? (expiresAt(due) as Date) : now;
  return {
    kind: place,
    startsAt,
    expiresAt: plusDays(startsAt, PERIOD_DAYS + converted),
    convertedDays: converted,
    shownAt: now,
    over: idsOf(line),
  };
}

function placeOf(line: Line | null, plan: Plan, now: Date): OfferKind | { readonly refused: OfferRefusal } {
  if (!isSold(plan)) return { refused: 'not-sold' };
  if (line === null) return 'start';
  const { current, queue } = line;
  if (!isSold(current.plan) || current.endsAt === null) return { refused: 'given-plan' };
  const step = SOLD_PLANS.indexOf(plan) - SOLD_PLANS.indexOf(current.plan);
  if (step > 0) return 'upgrade';
  if (queue.length > 0) return { refused: 'already-queued' };
  if (step === 0) return 'renewal';
  const isNearEnd = current.endsAt.getTime() <= plusDays(now, LOWER_PLAN_DAYS).getTime();
  return isNearEnd ? 'lower' : { refused: 'lower-too-early' };
}

function idsOf(line: Line | null): string[] {
  return line === null ? [] : [line.current.id, ...line.queue.map(({ id }) => id)];
}

/** The paid order takes its place, whatever has happened since it was shown. */
export function payPlan(state: PlanState, order: PlanOrder, now: Date): Paid {
  const due = advance(state, now);
  const line = running(due.state, now);
  const place = placeOf(line, order.plan, now);
  const { offer, id, plan, paidBani, credits } = order;
  const bought: Bought = { id, plan, paidBani, credits };
  if (line === null) return { kind: 'start', isLate: false, step: joined(due, startPlan(bought, now)) };
  if (place === 'upgrade') {
    const isSameLine = String(offer.over) === String(idsOf(line));
    const asOf = isSameLine ? offer.shownAt : now;
    const step = upgradePlan(due.state, line, bought, { asOf, now });
    return { kind: 'upgrade', isLate: false, step: joined(due, step) };
  }
  if (typeof place !== 'string' && place.refused === 'given-plan')
    return { kind: 'review', isLate: false, step: due };
  const wasQueued = offer.kind === 'renewal' || offer.kind === 'lower';
  return {
    kind: plan === line.current.plan ? 'renewal' : 'lower',
    isLate: typeof place !== 'string' || !wasQueued,
    step: joined(due, queuePlan(due.state, line, bought, now)),
  };
}

function joined(first: PlanStep, second: PlanStep): PlanStep {
  return { state: second.state, starts: [...first.starts, ...second.starts] };
}
