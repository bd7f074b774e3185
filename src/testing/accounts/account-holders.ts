import { after, before, beforeEach } from 'node:test';
import { login } from '#contract/auth.ts';
import { proveMyself, readSecurity } from '#contract/security.ts';
import { readMe } from '#contract/users.ts';
import { type GoogleServer, googleServer } from '#testing/accounts/google-server.ts';
import { mailsSent } from '#testing/mail/mails.ts';
import { type Client, PASSWORD } from '#testing/server.ts';

export const OTHER_PASSWORD = 'drumul spre Sibiu';

/** A server with Google for the tests of one `describe`, within which this is called, and what its people do with their accounts. */
export function accountHolders(name: string) {
  let server: GoogleServer;
  let people = 0;
  before(async () => {
    server = await googleServer();
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from rate_limits'));

  async function signInAs(email: string, password = PASSWORD, userAgent = 'node'): Promise<Client> {
    const client = server.client();
    await client.call(login, { body: { email, password } }, { 'user-agent': userAgent });
    return client;
  }
  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  return {
    server: () => server,
    sql,
    enter: signInAs,
    /** Two browsers of one person, who signed in long ago. */
    person: async () => {
      people += 1;
      const email = `${name}${people}@fotolot.example`;
      const here = await server.newUser(email);
      const there = await signInAs(email);
      await sql(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [
        here.uid,
      ]);
      return { email, here, there };
    },
    canEnter: (email: string, password = PASSWORD) => doesSucceed(signInAs(email, password)),
    isIn: (client: Client) => doesSucceed(client.call(readMe, {})),
    ways: (client: Client) => client.call(readSecurity, {}),
    prove: (client: Client, password = PASSWORD) => client.call(proveMyself, { body: { password } }),
    /** Kinds of mails to an address in their order, but for the one of the registration. */
    mailsOf: async (address: string) => {
      await mailsSent(server);
      const rows = await sql('select kind from mails where address = $1 order by created_at, id', [address]);
      return rows.map(({ kind }) => kind).filter((kind) => kind !== 'verify-email');
    },
  };
}

function doesSucceed(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}
