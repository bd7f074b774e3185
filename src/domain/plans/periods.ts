import { UNLIMITED, type UnlimitedUntil } from '#domain/credits/unlimited.ts';
import {
  type Absorbed,
  type Bought,
  begin,
  following,
  isOver,
  type Line,
  type Queued,
  spans,
  without,
} from '#domain/plans/line.ts';
import type { Plan } from '#domain/plans/plan.ts';

/**
 * A plan is a prepaid period. Same plan again before the end: the next period is queued, `expiresAt` moves at once, its credits come at its
 * start. Higher plan: starts at once. Plan credits are due at `expiresAt`, which every queued period moves for all of them.
 */
export interface PlanState {
  /** Null: never had a plan, or it was withdrawn. An ended one stays. */
  readonly line: Line | null;
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
export function advance(state: PlanState, now: Date): PlanStep {
  const starts: Start[] = [];
  let line = state.line;
  while (line !== null) {
    const { current } = line;
    if (!current.areCreditsGiven) {
      starts.push(startOf(current));
      line = { ...line, current: { ...current, areCreditsGiven: true } };
    }
    const next = current.endsAt !== null && isOver(current, now) ? following(line, current.endsAt) : null;
    if (next === null) break;
    line = next;
  }
  return { state: { ...state, line }, starts };
}

/** Credits that queued periods still owe come with it, before the cap. */
function startOf(starting: Queued, owed: readonly Queued[] = []): Start {
  const owing = [...owed, starting].filter(({ areCreditsGiven, credits }) => !areCreditsGiven && credits > 0);
  return {
    periodId: starting.id,
    grants: owing.map(({ id, credits }) => ({ periodId: id, credits })),
    cap: starting.credits > 0 ? 2 * starting.credits : null,
  };
}

/** The running line at `now`, or null when nothing is active. Takes an advanced state. */
export function running({ line }: PlanState, now: Date): Line | null {
  return line !== null && !isOver(line.current, now) ? line : null;
}

/** When the plan and all plan credits are due: the end of the last queued period; null without expiry. */
export function expiresAt({ line, withdrawnAt }: PlanState): Date | null {
  return line === null ? withdrawnAt : (spans(line).at(-1)?.to ?? null);
}

/** The span of unlimited credits: while a plan with an allowance of −1 runs. */
export function unlimitedUntil(state: PlanState, now: Date): UnlimitedUntil {
  const line = running(advance(state, now).state, now);
  return line?.current.credits === UNLIMITED ? (line.current.endsAt ?? 'for-ever') : null;
}

export function planNow(state: PlanState, now: Date): PlanNow {
  const due = advance(state, now).state;
  const { line, cancelAtPeriodEnd, withdrawnAt } = due;
  if (line === null) {
    const status = withdrawnAt === null ? 'none' : 'withdrawn';
    const dates = { activatedAt: null, expiresAt: withdrawnAt, renewAt: null };
    return { plan: 'free', status, ...dates, cancelAtPeriodEnd };
  }
  const end = expiresAt(due);
  return {
    plan: line.current.plan,
    status: running(due, now) ? 'active' : 'expired',
    activatedAt: line.current.startsAt,
    expiresAt: end,
    renewAt: cancelAtPeriodEnd ? null : end,
    cancelAtPeriodEnd,
  };
}

/** Nothing runs: the period starts at once, and reminders that were stopped for an earlier plan are on again. */
export function startPlan(bought: Bought, now: Date): PlanStep {
  const current = begin({ ...bought, areCreditsGiven: false }, now);
  return advance({ ...NO_PLAN, line: { current, queue: [] } }, now);
}

export function queuePlan(state: PlanState, line: Line, bought: Bought, now: Date): PlanStep {
  const queue = [...line.queue, { ...bought, areCreditsGiven: false }];
  return advance({ ...state, line: { ...line, queue } }, now);
}

/** The higher plan takes the line's place; unused days are counted at `asOf`, queued periods' credits come at once. */
export function upgradePlan(
  state: PlanState,
  line: Line,
  bought: Bought,
  times: { asOf: Date; now: Date },
): PlanStep {
  const given = line.queue.map((period) => ({ ...period, areCreditsGiven: true }));
  const absorbed: Absorbed = { current: line.current, queue: given, asOf: times.asOf };
  const own: Queued = { ...bought, areCreditsGiven: false };
  const current = { ...begin(own, times.now, absorbed), areCreditsGiven: true };
  return {
    state: { ...state, line: { current, queue: [] } },
    starts: [startOf(own, line.queue)],
  };
}

/**
 * An admin's plan covers the running one, which goes on behind it if days are left of it; queued periods wait. `endsAt` null: without
 * expiry.
 */
export function givePlan(
  state: PlanState,
  gift: Omit<Bought, 'paidBani'>,
  endsAt: Date | null,
  now: Date,
): PlanStep {
  const due = advance(state, now);
  const line = running(due.state, now);
  const absorbed = line && { current: line.current, queue: [], asOf: now };
  const period = { ...gift, paidBani: 0, areCreditsGiven: false };
  const current = { ...period, startsAt: now, endsAt, absorbed };
  const given = advance(
    { ...due.state, line: { current, queue: line?.queue ?? [] }, withdrawnAt: null },
    now,
  );
  return { state: given.state, starts: [...due.starts, ...given.starts] };
}

/** After the order's refund (or the admin's taking back): ends only the period that it bought; a queued one then starts. */
export function withdrawPlan(state: PlanState, id: string, now: Date): PlanStep {
  const due = advance(state, now);
  const line = running(due.state, now);
  if (line === null) return due;
  const rest = without(line, id, now);
  const after = advance({ ...due.state, line: rest, withdrawnAt: rest === null ? now : null }, now);
  return { state: after.state, starts: [...due.starts, ...after.starts] };
}

/** When the running period ends, if this order bought it, also as one that a later upgrade absorbed; null: it is not there. */
export function findPeriodEnd({ line }: PlanState, id: string): Date | null {
  for (let at = line; at !== null; at = at.current.absorbed)
    if (at.current.id === id) return at.current.endsAt;
  return null;
}

/** True when the order's period has not started, so that a refund gives the full price. Takes an advanced state. */
export function isQueued({ line }: PlanState, id: string): boolean {
  return line?.queue.some((period) => period.id === id && !period.areCreditsGiven) ?? false;
}
