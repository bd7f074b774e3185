import { equal } from 'node:assert/strict';
import { TOTP } from 'otpauth';
import { beginTotp, confirmTotp } from '#contract/account/second-factor.ts';
import { giveCode, login } from '#contract/auth.ts';
import { type Client, PASSWORD, type TestServer } from '#testing/server.ts';

/** Returns the code that an app shows, `steps` half minutes from now. */
export function showCode(key: string, steps = 0, now = new Date()): string {
  return new TOTP({ secret: key }).generate({ timestamp: now.getTime() + steps * 30_000 });
}

/** Turns the second factor of a verified account on; the session must be proven. */
export async function turnOn(
  server: TestServer,
  client: Client & { uid: string },
): Promise<{ key: string; codes: string[] }> {
  await server.database.pool.query('update users set email_verified_at = now() where id = $1', [client.uid]);
  const { key } = await client.call(beginTotp, {});
  const { codes } = await client.call(confirmTotp, { body: { code: showCode(key) } });
  await forgetStep(server, client.uid);
  return { key, codes };
}

/** The app's code of now counts again: tests do not wait for the next half minute. */
export async function forgetStep(server: TestServer, uid: string): Promise<void> {
  await server.database.pool.query('update totp_factors set last_step = 0 where user_id = $1', [uid]);
}

/** Returns a cookie that a reply sets, „name=value”; '' for none. */
export function cookieOf(response: Pick<Response, 'headers'>, name: string): string {
  const line = response.headers.getSetCookie().find((each) => each.startsWith(`${name}=`));
  return line?.split(';')[0] ?? '';
}

/** Signs in by the password of an account with a second factor; returns the cookie of the wait for its code. */
export async function beginSignIn(server: TestServer, email: string, password = PASSWORD): Promise<string> {
  const response = await server.client().fetch(login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  equal((await response.json()).code, 'auth/second-factor-required');
  return cookieOf(response, 'sid');
}

/** Gives the code that a sign-in waits for; returns the browser that is signed in. */
export async function endSignIn(server: TestServer, pending: string, code: string): Promise<Client> {
  const client = server.client();
  client.cookie = pending;
  await client.call(giveCode, { body: { code } });
  return client;
}
