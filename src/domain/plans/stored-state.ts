import { NO_PLAN, type PlanState } from '#domain/plans/periods.ts';
import type { Subscription } from '#domain/plans/subscription.ts';

/** Fields of a plan state that are dates; JSON stores them as strings. */
const DATES = new Set(['startsAt', 'endsAt', 'asOf', 'withdrawnAt']);

/** Returns the plan state with its dates restored from what JSON stored. */
export function revivePlanState(stored: unknown): PlanState {
  return reviveDates(stored) as PlanState;
}

function reviveDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveDates);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      DATES.has(key) && typeof inner === 'string' ? new Date(inner) : reviveDates(inner),
    ]),
  );
}

/**
 * The plan state of an imported user: the plan counts as given by an admin, because it was not paid for here, and its credits came with
 * the document.
 */
export function importedPlanState(subscription: Subscription): PlanState {
  const { plan, activatedAt, expiresAt, cancelAtPeriodEnd } = subscription;
  if (plan === 'free') return NO_PLAN;
  const period = { id: 'import', plan, paidBani: 0, credits: 0, areCreditsGiven: true };
  const dates = { startsAt: activatedAt ?? new Date(0), endsAt: expiresAt };
  return {
    line: { current: { ...period, ...dates, absorbed: null }, queue: [] },
    cancelAtPeriodEnd,
    withdrawnAt: null,
  };
}
