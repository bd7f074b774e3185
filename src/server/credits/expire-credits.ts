import type { App } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { accountsWithDueGrants, expireDueGrants } from '#server/credits/grant-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

const CHUNK_SIZE = 200;

/** Job: expires due credits, each account in a transaction of its own; its tabs see the new balance. */
export async function expireCredits(app: App): Promise<void> {
  for (const userId of await accountsWithDueGrants(app.db, app.now(), CHUNK_SIZE))
    await app.change(async (unit) => {
      const { tx, now } = unit;
      await lockCreditAccount(tx, userId, now);
      if (await expireDueGrants(tx, userId, app.now())) await raiseUserRev(unit, userId);
    });
}
