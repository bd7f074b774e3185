import { AppError } from '#domain/errors.ts';
import type { Right } from '#domain/users/rights.ts';
import { changeUser, type UserChange } from '#server/admin/users/change-user.ts';
import type { App, User } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { deleteRight, insertRight } from '#server/users/admins/right-store.ts';
import { lockAccountRow } from '#server/users/suspension-store.ts';

interface RightChange extends UserChange {
  readonly right: Right;
  readonly isGiven: boolean;
}

/**
 * Gives an account a narrow right or takes it, from the next request on, and mails its owner. Throws auth/own-rights, users/suspended, and
 * what changeUser throws.
 */
export async function changeRight(app: App, admin: User, input: RightChange): Promise<void> {
  const { userId, right, isGiven } = input;
  if (userId === admin.id) throw new AppError('auth/own-rights');
  await changeUser(app, admin, {
    input,
    work: async ({ tx }) => {
      const { suspendedAt } = await lockAccountRow(tx, userId);
      if (isGiven && suspendedAt) throw new AppError('users/suspended');
      const isChanged = isGiven
        ? await insertRight(tx, { userId, right, by: admin.id, at: app.now() })
        : await deleteRight(tx, userId, right);
      return isChanged ? { kind: isGiven ? 'right-given' : 'right-taken', details: { right } } : null;
    },
    after: async ({ tx }, { email: address }, ref) =>
      queueMail(tx, app, {
        kind: isGiven ? 'right-given' : 'right-taken',
        ref,
        userId,
        address,
        data: { right },
      }),
  });
}
