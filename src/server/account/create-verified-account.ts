import { checkRegistration, openUser, type Registration } from '#server/account/register.ts';
import type { App } from '#server/app.ts';

/** An account the operator makes: whoever holds the machine vouches for the address. Returns its uid. */
export async function createVerifiedAccount(
  app: App,
  input: Registration,
  role: 'user' | 'admin',
): Promise<string> {
  const account = await checkRegistration(input);
  return app.change(async (tx) => {
    const id = await openUser(tx, app, account, role);
    await tx.updateTable('users').set({ email_verified_at: app.now() }).where('id', '=', id).execute();
    return id;
  });
}
