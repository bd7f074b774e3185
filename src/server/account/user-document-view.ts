import type { Selectable } from 'kysely';
import type { UserDocument } from '#contract/users.ts';
import { readPlan } from '#domain/plans/plan.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { App } from '#server/app.ts';
import { spendableCredits } from '#server/credits/credit-store.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';

/** The user document as its owner reads it. */
export async function readUserDocument(app: App, userId: string): Promise<UserDocument> {
  const now = app.now();
  const user = await app.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const [totalCredits, limits] = await Promise.all([
    spendableCredits(app.db, userId, now),
    limitsInForce(app.db, userId, now),
  ]);
  return {
    uid: user.id,
    rev: user.rev,
    email: user.email,
    displayName: user.display_name,
    photoURL: user.photo_url,
    photoUpdatedAt: user.photo_updated_at?.toISOString() ?? null,
    lastLoginAt: user.last_login_at?.toISOString() ?? null,
    createdAt: user.created_at.toISOString(),
    emailVerified: user.email_verified_at !== null,
    hasPassword: user.password_hash !== null,
    plan: readPlan(user.plan),
    ...plan(user),
    ...trial(user),
    role: user.role,
    credits: { totalCredits },
    limits,
  };
}

type Row = Selectable<DB['users']>;

const iso = (instant: Date | null) => instant?.toISOString() ?? null;

/** Current and legacy fields as they are stored; domain/plans reads them. */
function plan(user: Row) {
  const subscription = {
    status: user.subscription_status,
    activatedAt: iso(user.subscription_activated_at),
    renewAt: iso(user.subscription_renew_at),
    expiresAt: iso(user.subscription_expires_at),
    cancelAtPeriodEnd: user.subscription_cancel_at_period_end,
  };
  const isSet = Object.values(subscription).some((value) => value !== null);
  return {
    subscription: isSet ? subscription : null,
    planRenewAt: iso(user.legacy_plan_renew_at),
    planExpiresAt: iso(user.legacy_plan_expires_at),
    planActivatedAt: iso(user.legacy_plan_activated_at),
    planCancelAtPeriodEnd: user.legacy_plan_cancel_at_period_end,
  };
}

function trial(user: Row) {
  const current = {
    used: user.trial_used,
    activatedAt: iso(user.trial_activated_at),
    expiresAt: iso(user.trial_expires_at),
  };
  const isSet = Object.values(current).some((value) => value !== null);
  return {
    trial: isSet ? current : null,
    trialActivated: user.legacy_trial_activated,
    trialActivatedAt: iso(user.legacy_trial_activated_at),
    trialExpiresAt: iso(user.legacy_trial_expires_at),
  };
}
