import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { storeFactorDuty } from '#server/users/admins/factor-duty-store.ts';
import { lockAdmins } from '#server/users/admins/role-store.ts';
import { refuseWhileUpgrading } from '#server/users/second-factor/change-second-factor.ts';
import { findFactorSince } from '#server/users/second-factor/second-factor-store.ts';

/**
 * Obliges admins to have a second factor, or no longer. Throws auth/second-factor-alone where the asking admin has none, who could be the
 * only one; http/upgrading while a process lives that would not ask for it.
 */
export async function setFactorDuty(app: App, admin: User, isObliged: boolean): Promise<void> {
  await app.change(async ({ tx }) => {
    await lockAdmins(tx);
    if (isObliged) {
      if ((await findFactorSince(tx, admin.id)) === null) throw new AppError('auth/second-factor-alone');
      await refuseWhileUpgrading(tx);
    }
    if (!(await storeFactorDuty(tx, isObliged, app.now()))) return;
    await recordAudit(tx, app, { admin, kind: isObliged ? 'second-factor-obliged' : 'second-factor-free' });
  });
}
