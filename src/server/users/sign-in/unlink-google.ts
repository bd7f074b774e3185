import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { deleteIdentities } from '#server/users/sign-in/identity-store.ts';
import { mailSignInChange } from '#server/users/sign-in/mail-change.ts';
import { endPendingSignIns } from '#server/users/sign-in/pending-sign-in-store.ts';
import { lockUser, raiseUserRev } from '#server/users/user-store.ts';

/** Unlinks Google from the account. Throws auth/only-way-in for an account without a password, auth/session-required. */
export async function unlinkGoogle(app: App, user: User): Promise<void> {
  await app.change(async (unit) => {
    const { tx } = unit;
    const row = await lockUser(tx, user.id);
    if (!row) throw new AppError('auth/session-required');
    if (row.password_hash === null) throw new AppError('auth/only-way-in');
    if (!(await deleteIdentities(tx, user.id, null))) return;
    // One that began at Google would link it again.
    await endPendingSignIns(tx, user.id);
    await raiseUserRev(unit, user.id);
    await mailSignInChange(tx, app, {
      userId: user.id,
      address: row.email,
      data: { what: 'google-unlinked' },
    });
  });
}
