import { AppError } from '#domain/errors.ts';
import { changeUser, type UserChange } from '#server/admin/users/change-user.ts';
import type { App, User } from '#server/app.ts';
import { deleteSecondFactor, findFactorSince } from '#server/users/second-factor/second-factor-store.ts';
import { endAllSessions } from '#server/users/sign-in/session-store.ts';

/**
 * Removes the second factor of an account whose owner lost it; all its sessions end. Throws auth/second-factor-missing and what changeUser
 * throws.
 */
export async function removeSecondFactor(app: App, admin: User, input: UserChange): Promise<void> {
  const { userId } = input;
  await changeUser(app, admin, {
    input,
    work: async ({ tx }) => {
      if ((await findFactorSince(tx, userId)) === null) throw new AppError('auth/second-factor-missing');
      return { kind: 'second-factor-removed' };
    },
    // The owner is told by the entry in the audit log (tell-of-acts.ts).
    after: async (unit) => {
      await deleteSecondFactor(unit.tx, userId);
      await endAllSessions(unit, app, userId);
    },
  });
}
