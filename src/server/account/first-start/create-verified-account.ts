import { checkRegistration, type NewAccount, openUser, type Registration } from '#server/account/register.ts';
import type { App, Tx } from '#server/app.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { OPERATOR } from '#server/users/admins/operate-admins.ts';
import { hasUsers, lockFirstUser, markEmailVerified } from '#server/users/user-store.ts';

/**
 * Opens an account for the operator, who vouches for the address. Returns its uid. Throws what checkRegistration throws, and
 * auth/email-already-in-use.
 */
export async function createVerifiedAccount(
  app: App,
  input: Registration,
  role: 'user' | 'admin',
): Promise<string> {
  const account = await checkOperatorInput(input);
  return app.change(({ tx }) => openVerifiedUser(tx, app, { account, role }));
}

/**
 * Opens the first account; null where there is a user: of several processes that start at once, one creates it. Throws what
 * checkRegistration throws.
 */
export async function createFirstUser(app: App, input: Registration): Promise<string | null> {
  const account = await checkOperatorInput(input);
  return app.change(async ({ tx }) => {
    await lockFirstUser(tx);
    return (await hasUsers(tx)) ? null : openVerifiedUser(tx, app, { account, role: 'user' });
  });
}

function checkOperatorInput(input: Registration): Promise<NewAccount> {
  return checkRegistration(input, { key: 'operator', isKnown: true });
}

async function openVerifiedUser(
  tx: Tx,
  app: App,
  opened: { account: NewAccount; role: 'user' | 'admin' },
): Promise<string> {
  const id = await openUser(tx, app, opened);
  await markEmailVerified(tx, id, app.now());
  if (opened.role === 'admin')
    await recordAudit(tx, app, { admin: OPERATOR, kind: 'admin-granted', userId: id });
  return id;
}
