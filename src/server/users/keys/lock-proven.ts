import { AppError } from '#domain/errors.ts';
import type { Tx } from '#server/app.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';
import { lockUser } from '#server/users/user-store.ts';

/**
 * Locks an account that may give programs a way in, and returns it. A person who opened an account with an address of another loses
 * it to that other: nothing that outlives sessions is made before the address is proven. Throws `users/keys-unverified`,
 * `auth/suspended`, `auth/session-required` for a deleted account.
 */
export async function lockProven(tx: Tx, userId: string): Promise<{ readonly email: string }> {
  const user = await lockUser(tx, userId);
  if (!user) throw new AppError('auth/session-required');
  await refuseSuspended(tx, userId);
  if (user.email_verified_at === null) throw new AppError('users/keys-unverified');
  return user;
}
