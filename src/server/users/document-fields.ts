import type { Selectable } from 'kysely';
import type { PlanFields } from '#domain/plans/subscription.ts';
import type { TrialFields } from '#domain/plans/trial.ts';
import type { DB } from '#server/adapters/database/schema.ts';

/** The columns of the user document's fields of plan and trial, current and legacy, as stored; domain/plans reads them. */
export const DOCUMENT_COLUMNS = [
  'plan',
  'subscription_status',
  'subscription_activated_at',
  'subscription_renew_at',
  'subscription_expires_at',
  'subscription_cancel_at_period_end',
  'legacy_plan_renew_at',
  'legacy_plan_expires_at',
  'legacy_plan_activated_at',
  'legacy_plan_cancel_at_period_end',
  'trial_used',
  'trial_activated_at',
  'trial_expires_at',
  'legacy_trial_activated',
  'legacy_trial_activated_at',
  'legacy_trial_expires_at',
] as const satisfies readonly (keyof DB['users'])[];

type Row = Pick<Selectable<DB['users']>, (typeof DOCUMENT_COLUMNS)[number]>;

/** Returns the stored columns as fields of the user document; a group without any value is null. */
export function storedFields(row: Row) {
  return {
    plan: row.plan,
    subscription: unlessEmpty({
      status: row.subscription_status,
      activatedAt: row.subscription_activated_at,
      renewAt: row.subscription_renew_at,
      expiresAt: row.subscription_expires_at,
      cancelAtPeriodEnd: row.subscription_cancel_at_period_end,
    }),
    planRenewAt: row.legacy_plan_renew_at,
    planExpiresAt: row.legacy_plan_expires_at,
    planActivatedAt: row.legacy_plan_activated_at,
    planCancelAtPeriodEnd: row.legacy_plan_cancel_at_period_end,
    trial: unlessEmpty({
      used: row.trial_used,
      activatedAt: row.trial_activated_at,
      expiresAt: row.trial_expires_at,
    }),
    trialActivated: row.legacy_trial_activated,
    trialActivatedAt: row.legacy_trial_activated_at,
    trialExpiresAt: row.legacy_trial_expires_at,
  } satisfies PlanFields & TrialFields;
}

function unlessEmpty<T extends object>(fields: T): T | null {
  return Object.values(fields).some((value) => value !== null) ? fields : null;
}
