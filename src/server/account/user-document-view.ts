import type { UserDocument } from '#contract/users.ts';
import { readPlan } from '#domain/plans/plan.ts';
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
    plan: readPlan(user.plan),
    role: user.role,
    credits: { totalCredits },
    limits,
  };
}
