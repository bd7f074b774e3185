import { UNLIMITED, type UnlimitedUntil } from '#domain/credits/unlimited.ts';
import type { Plan } from '#domain/plans/plan.ts';
import {
  type BoughtPeriod,
  beginPeriod,
  isOver,
  listPeriodSpans,
  type PlanSchedule,
  type QueuedPeriod,
  type SupersededSchedule,
  scheduleAfter,
  withoutOrder,
} from '#domain/plans/plan-schedule.ts';

/**
 * A plan is a prepaid period. Same plan again before the end: the next period is queued, `expiresAt` moves at once, its credits come at its
 * start. Higher plan: starts at once. Plan credits are due at `expiresAt`, which every queued period moves for all of them.
 */
export interface PlanState {
  /** Null: never had a plan, or it was withdrawn. An ended one stays. */
  readonly line: PlanSchedule | null;
  /** cancelAtPeriodEnd: the reminders are stopped. */
  readonly cancelAtPeriodEnd: boolean;
  readonly withdrawnAt: Date | null;
}

export const NO_PLAN: PlanState = { line: null, cancelAtPeriodEnd: false, withdrawnAt: null };

/** A period started: these credits are granted, then plan credits above `cap` expire, oldest first (null: no cap). */
interface Start {
  readonly periodId: string;
  readonly grants: readonly { readonly periodId: string; readonly credits: number }[];
  readonly cap: number | null;
}

export interface PlanStep {
  readonly state: PlanState;
  readonly starts: readonly Start[];
}

const SUBSCRIPTION_STATUSES = ['none', 'active', 'expired', 'withdrawn'] as const;

/** The fields of the user document. */
export interface PlanNow {
  readonly plan: Plan;
  /** For display only. */
  readonly status: (typeof SUBSCRIPTION_STATUSES)[number];
  readonly activatedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly renewAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
}

/** Starts every period that is due by `now`, each at the end of the one before it. */
export function advancePlanState(state: PlanState, now: Date): PlanStep {
  const starts: Start[] = [];
  let schedule = state.line;
  while (schedule !== null) {
    const { current } = schedule;
    if (!current.areCreditsGiven) {
      starts.push(buildPeriodStart(current));
      schedule = { ...schedule, current: { ...current, areCreditsGiven: true } };
    }
    const next =
      current.endsAt !== null && isOver(current, now) ? scheduleAfter(schedule, current.endsAt) : null;
    if (next === null) break;
    schedule = next;
  }
  return { state: { ...state, line: schedule }, starts };
}

/** Returns the start; credits that queued periods still owe come with it, before the cap. */
function buildPeriodStart(starting: QueuedPeriod, owed: readonly QueuedPeriod[] = []): Start {
  const owing = [...owed, starting].filter(({ areCreditsGiven, credits }) => !areCreditsGiven && credits > 0);
  return {
    periodId: starting.id,
    grants: owing.map(({ id, credits }) => ({ periodId: id, credits })),
    cap: starting.credits > 0 ? 2 * starting.credits : null,
  };
}

/** Returns the running schedule at `now`, or null when nothing is active. Takes an advanced state. */
export function getRunningSchedule({ line: schedule }: PlanState, now: Date): PlanSchedule | null {
  return schedule !== null && !isOver(schedule.current, now) ? schedule : null;
}

/** Returns when the plan and all plan credits are due: the end of the last queued period; null without expiry. */
export function expiresAt({ line: schedule, withdrawnAt }: PlanState): Date | null {
  return schedule === null ? withdrawnAt : (listPeriodSpans(schedule).at(-1)?.to ?? null);
}

/** Returns the span of unlimited credits: while a plan with an allowance of −1 runs. */
export function unlimitedUntil(state: PlanState, now: Date): UnlimitedUntil {
  const schedule = getRunningSchedule(advancePlanState(state, now).state, now);
  return schedule?.current.credits === UNLIMITED ? (schedule.current.endsAt ?? 'for-ever') : null;
}

/** Returns the plan fields as of `now`; periods that are due have started. */
export function planNow(state: PlanState, now: Date): PlanNow {
  const due = advancePlanState(state, now).state;
  const { line: schedule, cancelAtPeriodEnd, withdrawnAt } = due;
  if (schedule === null) {
    const status = withdrawnAt === null ? 'none' : 'withdrawn';
    const dates = { activatedAt: null, expiresAt: withdrawnAt, renewAt: null };
    return { plan: 'free', status, ...dates, cancelAtPeriodEnd };
  }
  const end = expiresAt(due);
  return {
    plan: schedule.current.plan,
    status: getRunningSchedule(due, now) ? 'active' : 'expired',
    activatedAt: schedule.current.startsAt,
    expiresAt: end,
    renewAt: cancelAtPeriodEnd ? null : end,
    cancelAtPeriodEnd,
  };
}

/** Returns the step as one whose period `id` gave its credits before: whenever it starts it gives none. */
export function startWithoutCredits({ state, starts }: PlanStep, id: string): PlanStep {
  const schedule = state.line;
  const given = (period: QueuedPeriod) => (period.id === id ? { ...period, areCreditsGiven: true } : period);
  return {
    state: { ...state, line: schedule && { ...schedule, queue: schedule.queue.map(given) } },
    starts: starts.map((start) => ({
      ...start,
      grants: start.grants.filter(({ periodId }) => periodId !== id),
    })),
  };
}

/** Starts the period at once when nothing runs; reminders that were stopped for an earlier plan are on again. */
export function startPlan(bought: BoughtPeriod, now: Date): PlanStep {
  const current = beginPeriod({ ...bought, areCreditsGiven: false }, now);
  return advancePlanState({ ...NO_PLAN, line: { current, queue: [] } }, now);
}

/** Puts the bought period behind the queue; its credits come when it starts. */
export function queuePlan(
  state: PlanState,
  schedule: PlanSchedule,
  { bought, now }: { bought: BoughtPeriod; now: Date },
): PlanStep {
  const queue = [...schedule.queue, { ...bought, areCreditsGiven: false }];
  return advancePlanState({ ...state, line: { ...schedule, queue } }, now);
}

/** Puts the higher plan in the schedule's place; unused days are counted at `asOf`, queued periods' credits come at once. */
export function upgradePlan(
  state: PlanState,
  schedule: PlanSchedule,
  { bought, asOf, now }: { bought: BoughtPeriod; asOf: Date; now: Date },
): PlanStep {
  const given = schedule.queue.map((period) => ({ ...period, areCreditsGiven: true }));
  const superseded: SupersededSchedule = { current: schedule.current, queue: given, asOf };
  const own: QueuedPeriod = { ...bought, areCreditsGiven: false };
  const current = { ...beginPeriod(own, now, superseded), areCreditsGiven: true };
  return {
    state: { ...state, line: { current, queue: [] } },
    starts: [buildPeriodStart(own, schedule.queue)],
  };
}

/**
 * Gives an admin's plan. It covers the running one, which goes on behind it if days are left of it; queued periods wait. `endsAt` null:
 * without expiry.
 */
export function givePlan(
  state: PlanState,
  gift: Omit<BoughtPeriod, 'paidBani'>,
  { endsAt, now }: { endsAt: Date | null; now: Date },
): PlanStep {
  const due = advancePlanState(state, now);
  const schedule = getRunningSchedule(due.state, now);
  const superseded = schedule && { current: schedule.current, queue: [], asOf: now };
  const period = { ...gift, paidBani: 0, areCreditsGiven: false };
  const current = { ...period, startsAt: now, endsAt, absorbed: superseded };
  const given = advancePlanState(
    { ...due.state, line: { current, queue: schedule?.queue ?? [] }, withdrawnAt: null },
    now,
  );
  return { state: given.state, starts: [...due.starts, ...given.starts] };
}

/** Ends only the period that the order bought, after its refund or the admin's taking back; a queued period then starts. */
export function revokePlan(state: PlanState, id: string, now: Date): PlanStep {
  const due = advancePlanState(state, now);
  const schedule = getRunningSchedule(due.state, now);
  if (schedule === null) return due;
  const rest = withoutOrder(schedule, id, now);
  const after = advancePlanState({ ...due.state, line: rest, withdrawnAt: rest === null ? now : null }, now);
  return { state: after.state, starts: [...due.starts, ...after.starts] };
}

/** Returns when the running period ends, if this order bought it, also as one that a later upgrade absorbed; null when it is not there. */
export function findPeriodEnd({ line: schedule }: PlanState, id: string): Date | null {
  for (let at = schedule; at !== null; at = at.current.absorbed)
    if (at.current.id === id) return at.current.endsAt;
  return null;
}

/** True when the order's period has not started, so that a refund gives the full price. Takes an advanced state. */
export function isQueued({ line: schedule }: PlanState, id: string): boolean {
  return schedule?.queue.some((period) => period.id === id && !period.areCreditsGiven) ?? false;
}
