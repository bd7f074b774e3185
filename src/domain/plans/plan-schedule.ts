import { DAY_MS, plusDays } from '#domain/days.ts';
import type { Plan } from '#domain/plans/plan.ts';

/**
 * The schedule of a user's plan periods: the running one and those queued behind it. A period is 30 × 24 h. An upgrade absorbs all of it:
 * its unused days become ceil(unused days, queued ones too, × their price ÷ new price) more days. The absorbed part is kept, so that
 * refunding an order takes off just what that order brought, wherever its days are by then.
 */
export const PERIOD_DAYS = 30;

export interface BoughtPeriod {
  /** The order, or the audit entry of the admin who gave it. */
  readonly id: string;
  readonly plan: Exclude<Plan, 'free'>;
  /** The price paid by the order; 0 if an admin gave the plan. */
  readonly paidBani: number;
  /** The allowance of a period; −1: unlimited. */
  readonly credits: number;
}

export interface QueuedPeriod extends BoughtPeriod {
  readonly areCreditsGiven: boolean;
}

export interface RunningPeriod extends QueuedPeriod {
  readonly startsAt: Date;
  /** Null: without expiry, which only an admin gives. */
  readonly endsAt: Date | null;
  readonly absorbed: SupersededSchedule | null;
}

export interface PlanSchedule {
  readonly current: RunningPeriod;
  readonly queue: readonly QueuedPeriod[];
}

/** A schedule as it was when a higher plan (or an admin's) took its place, its unused days counted at `asOf`. */
export interface SupersededSchedule extends PlanSchedule {
  readonly asOf: Date;
}

export function isOver({ endsAt }: Pick<RunningPeriod, 'endsAt'>, at: Date): boolean {
  return endsAt !== null && endsAt.getTime() <= at.getTime();
}

export function beginPeriod(
  period: QueuedPeriod,
  startsAt: Date,
  superseded: SupersededSchedule | null = null,
): RunningPeriod {
  return { ...period, startsAt, absorbed: superseded, endsAt: endOfPaid(period, startsAt, superseded) };
}

function endOfPaid(period: BoughtPeriod, startsAt: Date, superseded: SupersededSchedule | null): Date {
  const days = superseded === null ? 0 : convertedDays(superseded, superseded.asOf, period.paidBani);
  return plusDays(startsAt, PERIOD_DAYS + days);
}

/** ceil(unused days, queued ones too, × their price ÷ new price), counted at `at`. */
export function convertedDays(schedule: PlanSchedule, at: Date, newPriceBani: number): number {
  if (newPriceBani <= 0) return 0;
  const worth = listPeriodSpans(schedule).reduce((sum, { from, to, paidBani }) => {
    const unusedMs = to === null ? 0 : Math.max(0, to.getTime() - Math.max(from.getTime(), at.getTime()));
    return sum + BigInt(unusedMs) * BigInt(paidBani);
  }, 0n);
  const dayWorth = BigInt(newPriceBani) * BigInt(DAY_MS);
  return Number((worth + dayWorth - 1n) / dayWorth);
}

interface Span {
  readonly paidBani: number;
  readonly from: Date;
  readonly to: Date | null;
}

/** The periods as they will follow each other. Behind one without expiry nothing comes. */
export function listPeriodSpans(schedule: PlanSchedule): Span[] {
  const found: Span[] = [];
  let rest: PlanSchedule | null = schedule;
  while (rest !== null) {
    const { paidBani, startsAt, endsAt }: RunningPeriod = rest.current;
    found.push({ paidBani, from: startsAt, to: endsAt });
    rest = endsAt === null ? null : scheduleAfter(rest, endsAt);
  }
  return found;
}

/** Returns the schedule after the current period stops at `at`: the paid period that an admin's plan covered, then the queue. */
export function scheduleAfter({ current, queue }: PlanSchedule, at: Date): PlanSchedule | null {
  const covered = current.paidBani === 0 ? scheduleAt(current.absorbed, at) : null;
  return withQueue(covered, queue, at);
}

/** The schedule as it stands at `at`, or null when all of it is over by then. */
function scheduleAt(schedule: PlanSchedule | null, at: Date): PlanSchedule | null {
  let rest = schedule;
  while (rest !== null && rest.current.endsAt !== null && isOver(rest.current, at))
    rest = scheduleAfter(rest, rest.current.endsAt);
  return rest;
}

function withQueue(
  first: PlanSchedule | null,
  queue: readonly QueuedPeriod[],
  at: Date,
): PlanSchedule | null {
  if (first !== null) return { current: first.current, queue: [...first.queue, ...queue] };
  const [next, ...rest] = queue;
  return next ? { current: beginPeriod(next, at), queue: rest } : null;
}

/**
 * The schedule without what the order bought: a queued period goes, a running one ends at `at` (what it had absorbed goes on if it is not over
 * by then, else a queued one starts), days converted from it are taken off again.
 */
export function withoutOrder(schedule: PlanSchedule, id: string, at: Date): PlanSchedule | null {
  const { current, queue } = schedule;
  if (queue.some((period) => period.id === id))
    return { current, queue: queue.filter((period) => period.id !== id) };
  if (current.id === id) return withQueue(scheduleAt(current.absorbed, at), queue, at);
  if (current.absorbed === null) return schedule;
  const { asOf } = current.absorbed;
  const rest = withoutOrder(current.absorbed, id, asOf);
  const superseded = rest && { ...rest, asOf };
  const endsAt = current.paidBani === 0 ? current.endsAt : endOfPaid(current, current.startsAt, superseded);
  return { current: { ...current, absorbed: superseded, endsAt }, queue };
}
