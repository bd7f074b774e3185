import { AppError } from '#domain/errors.ts';
import { openIdentitySession } from '#server/account/google/admit-identity.ts';
import { deleteWaitingIdentities, findWaitingIdentity } from '#server/account/google/google-attempt-store.ts';
import type { App } from '#server/app.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { linkIdentity } from '#server/users/sign-in/identity-store.ts';
import { provePassword } from '#server/users/sign-in/sign-in.ts';
import { lockUser, noteLogin } from '#server/users/user-store.ts';

/** Links the identity that waits in this browser to the account with its address, by that account's password, and signs in. */
export async function linkGoogle(
  app: App,
  visitor: Visitor,
  { password, browser }: { password: string; browser: string | null },
): Promise<{ userId: string; token: string }> {
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
    if (!isStill || !(await linkIdentity(tx, app, { userId: user.id, identity })))
      throw new AppError('auth/google-failed');
    await deleteWaitingIdentities(tx, browser);
    await noteLogin(unit, user.id, app.now());
    return {
      userId: user.id,
      token: await openIdentitySession(tx, app, { visitor, userId: user.id, identity }),
    };
  });
}
