import { checkRegistration, openUser, type Registration } from '#server/account/register.ts';
import type { App } from '#server/app.ts';
import { markEmailVerified } from '#server/users/user-store.ts';

/** Opens an account for the operator, who vouches for the address. Returns its uid. */
export async function createVerifiedAccount(
  app: App,
  input: Registration,
  role: 'user' | 'admin',
): Promise<string> {
  const account = await checkRegistration(input, { key: 'operator', isKnown: true });
  return app.change(async ({ tx }) => {
    const id = await openUser(tx, app, { account, role });
    await markEmailVerified(tx, id, app.now());
    return id;
  });
}
