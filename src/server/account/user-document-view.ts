import type { UserDocument } from '#contract/users.ts';
import { readPlan } from '#domain/plans/plan.ts';
import type { App } from '#server/app.ts';
import { spendableCredits } from '#server/credits/account-store.ts';
import { findPendingOrder } from '#server/payments/orders/orders-view.ts';
import { limitsAndBought } from '#server/plans/limits-view.ts';
import { HELD_RIGHTS } from '#server/users/admins/right-store.ts';
import { storedFields } from '#server/users/document-fields.ts';

/** Returns the user document as its owner reads it. Throws for an unknown user. */
export async function readUserDocument(app: App, userId: string): Promise<UserDocument> {
  const now = app.now();
  const user = await app.db
    .selectFrom('users')
    .selectAll()
    .select(HELD_RIGHTS.as('rights'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const [totalCredits, limits, pendingOrder] = await Promise.all([
    spendableCredits(app.db, userId, now),
    limitsAndBought(app.db, userId, now),
    findPendingOrder(app.db, userId, now),
  ]);
  return onWire({
    uid: user.id,
    rev: user.rev,
    email: user.email,
    displayName: user.display_name,
    photoURL: user.photo_url,
    photoUpdatedAt: user.photo_updated_at,
    lastLoginAt: user.last_login_at,
    createdAt: user.created_at,
    emailVerified: user.email_verified_at !== null,
    hasPassword: user.password_hash !== null,
    ...storedFields(user),
    plan: readPlan(user.plan),
    role: user.role,
    rights: user.rights,
    theme: user.theme,
    longRunMails: user.long_run_mails,
    credits: { totalCredits },
    ...limits,
    pendingOrder,
  });
}

type OnWire<T> = T extends Date ? string : T extends object ? { [K in keyof T]: OnWire<T[K]> } : T;

/** Turns instants into ISO strings. */
export function onWire<T>(value: T): OnWire<T> {
  if (value instanceof Date) return value.toISOString() as OnWire<T>;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value as OnWire<T>;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, onWire(one)])) as OnWire<T>;
}
