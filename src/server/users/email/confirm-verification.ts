import type { App } from '#server/app.ts';
import { countAddress } from '#server/http/limits/limits.ts';
import { takeLink } from '#server/users/email/mail-link-store.ts';
import { raiseUserRev, verifyAddress } from '#server/users/user-store.ts';

const PER_ADDRESS = { hits: 30, seconds: 900 };

/** The address a link was sent to is proven; every tab of the account learns it. Returns the user's id. */
export async function confirmVerification(
  app: App,
  ip: string,
  { token }: { token: string },
): Promise<string> {
  await countAddress(app, 'verify-confirm:address', ip, PER_ADDRESS, 'auth/too-many-requests');
  return app.change(async (tx, changes) => {
    const { id } = await takeLink(tx, app, 'verify-email', token);
    await verifyAddress(tx, id, app.now());
    await raiseUserRev(tx, changes, id);
    return id;
  });
}
