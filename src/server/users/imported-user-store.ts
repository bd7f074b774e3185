import type { ImportedDocument } from '#domain/users/imported-document.ts';
import type { Db, Tx } from '#server/app.ts';
import { isReservedByAnother } from '#server/users/email/previous-email-store.ts';

/** Returns our id of an account of the hosted database; null: it was never imported. */
export async function findImported(db: Db | Tx, foreignUid: string): Promise<string | null> {
  const row = await db
    .selectFrom('imported_users')
    .select('user_id')
    .where('foreign_uid', '=', foreignUid)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export interface ImportedUser {
  readonly id: string;
  readonly foreignUid: string;
  readonly document: ImportedDocument;
  readonly now: Date;
}

/**
 * Inserts an account as it was, current and legacy fields apart, without a password. Returns false where the address has an account or is
 * reserved for one.
 */
export async function insertImportedUser(tx: Tx, user: ImportedUser): Promise<boolean> {
  const { document } = user;
  if (await isReservedByAnother(tx, { userId: user.id, email: document.email }, user.now)) return false;
  const row = await tx
    .insertInto('users')
    .values({
      id: user.id,
      email: document.email,
      password_hash: null,
      display_name: document.displayName,
      photo_url: document.photoURL,
      photo_updated_at: document.photoUpdatedAt,
      last_login_at: document.lastLoginAt,
      created_at: document.createdAt ?? user.now,
      role: document.role,
      plan: document.plan,
      subscription_status: document.subscription.status,
      subscription_activated_at: document.subscription.activatedAt,
      subscription_renew_at: document.subscription.renewAt,
      subscription_expires_at: document.subscription.expiresAt,
      subscription_cancel_at_period_end: document.subscription.cancelAtPeriodEnd,
      legacy_plan_renew_at: document.planRenewAt,
      legacy_plan_expires_at: document.planExpiresAt,
      legacy_plan_activated_at: document.planActivatedAt,
      legacy_plan_cancel_at_period_end: document.planCancelAtPeriodEnd,
      trial_used: document.trial.used,
      trial_activated_at: document.trial.activatedAt,
      trial_expires_at: document.trial.expiresAt,
      legacy_trial_activated: document.trialActivated,
      legacy_trial_activated_at: document.trialActivatedAt,
      legacy_trial_expires_at: document.trialExpiresAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await tx
    .insertInto('imported_users')
    .values({ foreign_uid: user.foreignUid, user_id: user.id, imported_at: user.now })
    .execute();
  return true;
}
