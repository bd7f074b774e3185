import { AppError } from '#domain/errors.ts';
import { deleteWaitingIdentities, findWaitingIdentity } from '#server/account/google/google-attempt-store.ts';
import type { App } from '#server/app.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { admitOwner, type Opened } from '#server/users/sign-in/admit-owner.ts';
import { provePassword } from '#server/users/sign-in/sign-in.ts';
import { lockUser } from '#server/users/user-store.ts';

/**
 * Links the identity that waits in this browser to the account with its address, by that account's password, and signs in; an account with
 * a second factor is linked with its code. Throws auth/google-off, auth/google-failed without a waiting identity or after a change of the account, auth/invalid-credential, auth/suspended,
 * auth/too-many-requests.
 */
export async function linkGoogle(
  app: App,
  visitor: Visitor,
  { password, browser }: { password: string; browser: string | null },
): Promise<{ userId: string; opened: Opened }> {
  if (!app.signIn) throw new AppError('auth/google-off');
  const identity = browser && (await findWaitingIdentity(app, browser));
  if (!identity) throw new AppError('auth/google-failed');
  const email = identity.email ?? '';
  const proven = await provePassword(app, visitor, { email, password });
  return app.change(async (unit) => {
    const { tx } = unit;
    const user = await lockUser(tx, proven.id);
    const isStill =
      user?.email === email && user.password_hash === proven.passwordHash && user.email_verified_at !== null;
    if (!isStill) throw new AppError('auth/google-failed');
    await deleteWaitingIdentities(tx, browser);
    const owner = { userId: user.id, userAgent: visitor.userAgent, identity };
    return { userId: user.id, opened: await admitOwner(unit, app, owner) };
  });
}
