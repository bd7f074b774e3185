import { readSecurity } from '#contract/security.ts';
import { accountHolders } from '#testing/accounts/account-holders.ts';
import { addNewPasskey, byName } from '#testing/accounts/authenticator.ts';
import type { Client } from '#testing/server.ts';

/** The same as accountHolders, for people with passkeys. */
export function passkeyHolders(name: string) {
  const holders = accountHolders(name);
  /** A verified person with two browsers, the first one proven. */
  async function verified() {
    const { email, here: first, there: other } = await holders.person();
    const here = byName(first);
    await holders.sql('update users set email_verified_at = now() where id = $1', [here.uid]);
    await holders.prove(here);
    return { email, here, other, uid: here.uid };
  }
  return {
    ...holders,
    verified,
    /** The same with a passkey. */
    guarded: async (settings: { counts?: boolean } = {}) => {
      const owner = await verified();
      return { ...owner, ...(await addNewPasskey(owner.here, settings)) };
    },
    factorOf: async (client: Client) => (await client.call(readSecurity, {})).secondFactor,
  };
}
