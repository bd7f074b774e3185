import type { App } from '#server/app.ts';
import { addressKey, countHit } from '#server/http/limits.ts';
import { takeLink } from '#server/users/mail-link-store.ts';
import { raiseUserRev, verifyAddress } from '#server/users/user-store.ts';

const PER_ADDRESS = { hits: 30, seconds: 900 };

/** The address a link was sent to is proven; every tab of the account learns it. */
export async function confirmVerification(app: App, ip: string, { token }: { token: string }): Promise<void> {
  await countHit(app, `verify-confirm:address:${addressKey(ip)}`, PER_ADDRESS, 'auth/too-many-requests');
  await app.change(async (tx, changes) => {
    const { id } = await takeLink(tx, app, 'verify-email', token);
    await verifyAddress(tx, id, app.now());
    await raiseUserRev(tx, changes, id);
  });
}
