import { plusDays } from '#domain/days.ts';
import type { ErrorCode } from '#domain/errors.ts';

/** Trial: once per account, verified email, no card: 7 days with pro limits and 10 credits; not with or after a paid plan. */
export const TRIAL_DAYS = 7;
export const TRIAL_CREDITS = 10;

export type TrialRefusal = Extract<
  ErrorCode,
  'plans/trial-used' | 'plans/trial-unverified' | 'plans/trial-with-plan'
>;

export interface TrialWish {
  /** True when this account used it, or another one of the same normalised address. */
  readonly isUsed: boolean;
  readonly isEmailVerified: boolean;
  readonly isPlanActive: boolean;
  /** True with any plan period that an order paid, refunded ones too. */
  readonly hasPaidForPlan: boolean;
}

/** Returns `plans/trial-used`, `plans/trial-with-plan` or `plans/trial-unverified`; null when the trial may start. */
export function trialRefusal(wish: TrialWish): TrialRefusal | null {
  if (wish.isUsed) return 'plans/trial-used';
  if (wish.isPlanActive || wish.hasPaidForPlan) return 'plans/trial-with-plan';
  return wish.isEmailVerified ? null : 'plans/trial-unverified';
}

/** Returns the trial's fields; its credits are due at `expiresAt`. A plan bought meanwhile leaves them as they are. */
export function startTrial(now: Date): { used: true; activatedAt: Date; expiresAt: Date } {
  return { used: true, activatedAt: now, expiresAt: plusDays(now, TRIAL_DAYS) };
}
