import { sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import type { Plan } from '#domain/plans/plan.ts';
import type { Role } from '#domain/users/user-document.ts';
import type { Db, Tx, Unit } from '#server/app.ts';
import { DOCUMENT_COLUMNS, storedFields } from '#server/users/document-fields.ts';
import { refuseReserved } from '#server/users/email/previous-email-store.ts';
import type { PasswordOwner } from '#server/users/passwords/refuse-password.ts';

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly displayName: string | null;
  readonly role: Role;
  /** Version of the terms that it is opened under. */
  readonly termsVersion: string;
  readonly now: Date;
}

/** Registration sets plan to free. Refuses an address that has an account or that one may still come back to. */
export async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  const row = await tx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      display_name: user.displayName,
      role: user.role,
      plan: 'free',
      terms_version: user.termsVersion,
      terms_agreed_at: user.now,
      last_login_at: user.now,
      created_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('auth/email-already-in-use');
  await refuseReserved(tx, { userId: user.id, email: user.email }, user.now);
}

/** Undefined for a deleted account. */
export async function findUserByEmail(db: Db | Tx, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The account of an id or of an address, a deleted one too. */
export async function findAnyUser(
  db: Db | Tx,
  by: { readonly id: string } | { readonly email: string },
): Promise<{ id: string; isDeleted: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'deleted_at'])
    .where('id' in by ? 'id' : 'email', '=', 'id' in by ? by.id : by.email)
    .executeTakeFirst();
  return row ? { id: row.id, isDeleted: row.deleted_at !== null } : null;
}

/** Until the end of the transaction no other process opens what it takes for the first account. */
export async function lockFirstUser(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7118)`.execute(tx);
}

/** True when there is an account of a user who is no admin. */
export async function hasUsers(db: Db | Tx): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'user')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns what a new password of the account must not be. */
export async function passwordOwner(db: Db | Tx, userId: string): Promise<PasswordOwner> {
  return db
    .selectFrom('users')
    .select(['email', 'display_name as displayName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function readUserEmail(db: Db | Tx, userId: string): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}

/** Returns the account's address and whether its owner has proven it. */
export async function readEmail(
  db: Db | Tx,
  userId: string,
): Promise<{ email: string; isVerified: boolean }> {
  const { email, email_verified_at } = await db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { email, isVerified: email_verified_at !== null };
}

/** The account locked until the end of the transaction; undefined for a deleted one. */
export async function lockUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at', 'password_hash'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * The account is not deleted before the end of the transaction. Who stores what a deletion takes away calls it before; it waits for a
 * deletion that goes on, and refuses after one.
 */
export async function keepUser(tx: Tx, userId: string): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new AppError('auth/session-required'));
}

export async function isDeleted(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined;
}

export async function setPassword(tx: Tx, userId: string, passwordHash: string | null): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Another address, proven. Refuses one that has an account or that another account may still come back to. */
export async function setEmail(
  tx: Tx,
  userId: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  const row = await tx
    .updateTable('users')
    .set({ email, email_verified_at: now })
    .where('id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users as other').select('other.id').where('other.email', '=', email))),
    )
    .returning('id')
    .executeTakeFirst()
    .catch((error: { constraint?: string }) => {
      // Another account took the address at this very moment.
      if (error.constraint === 'users_email_key') return undefined;
      throw error;
    });
  if (!row) throw new AppError('auth/email-already-in-use');
  await refuseReserved(tx, { userId, email }, now);
}

/** The account's address is proven to be its owner's; the first time counts. */
export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

export async function noteLogin(unit: Unit, userId: string, now: Date): Promise<void> {
  await unit.tx
    .updateTable('users')
    .set({ last_login_at: now, seen_at: now })
    .where('id', '=', userId)
    .execute();
  await raiseUserRev(unit, userId);
}

/** The user document changed: every tab gets it anew. */
export async function raiseUserRev({ tx, changes }: Unit, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ rev: eb('rev', '+', 1) }))
    .where('id', '=', userId)
    .execute();
  changes.document(userId, 'users/me');
}

/** Returns the user document's fields of plan and trial, current and legacy, as stored. */
export async function readStoredFields(
  db: Db | Tx,
  userId: string,
): Promise<ReturnType<typeof storedFields>> {
  const row = await db
    .selectFrom('users')
    .select(DOCUMENT_COLUMNS)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return storedFields(row);
}

export interface NewPlan {
  readonly plan: Plan;
  readonly status: string;
  readonly activatedAt: Date | null;
  readonly renewAt: Date | null;
  /** Null: it never ends. */
  readonly expiresAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
}

/** A write sets the current fields and clears the legacy ones. */
export async function setPlan(unit: Unit, userId: string, plan: NewPlan): Promise<void> {
  await unit.tx
    .updateTable('users')
    .set({
      plan: plan.plan,
      subscription_status: plan.status,
      subscription_activated_at: plan.activatedAt,
      subscription_renew_at: plan.renewAt,
      subscription_expires_at: plan.expiresAt,
      subscription_cancel_at_period_end: plan.cancelAtPeriodEnd,
      legacy_plan_renew_at: null,
      legacy_plan_expires_at: null,
      legacy_plan_activated_at: null,
      legacy_plan_cancel_at_period_end: null,
    })
    .where('id', '=', userId)
    .execute();
  await raiseUserRev(unit, userId);
}

/** A write sets the current fields and clears the legacy ones. */
export async function setTrial(
  tx: Tx,
  userId: string,
  trial: { used: boolean; activatedAt: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      trial_used: trial.used,
      trial_activated_at: trial.activatedAt,
      trial_expires_at: trial.expiresAt,
      legacy_trial_activated: null,
      legacy_trial_activated_at: null,
      legacy_trial_expires_at: null,
    })
    .where('id', '=', userId)
    .execute();
}
