import { AppError } from '#domain/errors.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import type { App, User } from '#server/app.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { lockAdmins, setRole } from '#server/users/admins/role-store.ts';

/** Grants or revokes admin on another user. Only admins may, and their own rights stay, so there is always one left. */
export async function setAdminClaim(
  app: App,
  user: User,
  input: { userId: string; isAdmin: boolean },
): Promise<void> {
  if (!isAdmin(user)) throw new AppError('auth/only-admins-set-claims');
  await app.change(async (unit) => {
    const { tx } = unit;
    // Under the lock: two admins who demote each other at once must not both still be one.
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
