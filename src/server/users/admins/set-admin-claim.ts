import { AppError } from '#domain/errors.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import type { App, User } from '#server/app.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { lockAdmins, setRole } from '#server/users/admins/role-store.ts';

/**
 * Grants or revokes another user's admin role. Admins keep their own rights, so one is always left. Throws auth/only-admins-set-claims,
 * auth/own-rights, users/not-found, users/suspended.
 */
export async function setAdminClaim(
  app: App,
  user: User,
  input: { userId: string; isAdmin: boolean },
): Promise<void> {
  if (!isAdmin(user)) throw new AppError('auth/only-admins-set-claims');
  await app.change(async (unit) => {
    const { tx } = unit;
    // Read under the lock: of two admins who demote each other at once one must stay.
    const admins = await lockAdmins(tx);
    if (!admins.has(user.id)) throw new AppError('auth/only-admins-set-claims');
    if (!input.isAdmin && input.userId === user.id) throw new AppError('auth/own-rights');
    const role = input.isAdmin ? 'admin' : 'user';
    if (!(await setRole(unit, app, { userId: input.userId, role }))) throw new AppError('users/not-found');
    if (admins.has(input.userId) === input.isAdmin) return;
    const kind = input.isAdmin ? 'admin-granted' : 'admin-revoked';
    await recordAudit(tx, app, { admin: user, kind, userId: input.userId });
  });
}
