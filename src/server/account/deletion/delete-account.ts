import { AppError } from '#domain/errors.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import type { App, User } from '#server/app.ts';

/** „Șterge contul”, by who has just shown who they are. */
export async function deleteAccount(app: App, user: User): Promise<void> {
  const isDone = await app.change((tx, changes) => eraseAccount(tx, changes, app, user.id));
  if (!isDone) throw new AppError('auth/session-required');
}
