import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { login, logout, logoutEverywhere, register } from '#contract/auth.ts';
import { readMe } from '#contract/users.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { type RawAnswer, sendRaw } from '#testing/requests/raw-request.ts';
import {
  type Client,
  endedSessions,
  PASSWORD,
  pollUntil,
  type TestServer,
  testServer,
} from '#testing/server.ts';

const EMAIL = 'ana@fotolot.example';

describe('signing in', () => {
  let server: TestServer;

  before(async () => {
    server = await testServer();
    await server.newUser(EMAIL);
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from rate_limits'));

  const attempt = (email: string, password: string): Promise<RawAnswer> =>
    sendRaw(server.url, {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password }),
    });

  async function readMeBy(cookie: string): Promise<number> {
    const client = server.client();
    client.cookie = cookie;
    return (await client.fetch(readMe.path)).status;
  }

  async function signedIn(email = EMAIL): Promise<Client> {
    const client = server.client();
    await client.call(login, { body: { email, password: PASSWORD } });
    return client;
  }

  it('opens a session in a cookie that no script reads and no other site sends', async () => {
    const answer = await attempt(EMAIL, PASSWORD);
    assert.equal(answer.status, 200);
    const cookies = answer.headers['set-cookie'] as string[];
    // The second one opens nothing: by it a later sign-in in this browser waits for no strangers.
    const wanted = [
      [/^sid=[\w-]{43}$/, 'Max-Age=5184000'],
      [/^known=[\w-]{22}\.\d{10}\.[\da-f]{64}$/, 'Max-Age=15552000'],
    ] as const;
    assert.equal(cookies.length, wanted.length);
    for (const [at, [form, age]] of wanted.entries()) {
      const [value = '', ...flags] = (cookies[at] ?? '').split('; ');
      assert.match(value, form);
      assert.deepEqual(flags.sort(), ['HttpOnly', age, 'Path=/', 'SameSite=Lax']);
    }
  });

  it('stores no token, only its hash', async () => {
    const client = await signedIn();
    const token = client.cookie.split('=')[1] ?? '';
    const { rows } = await server.database.pool.query('select s::text as row from sessions s');
    assert.ok(token.length === 43 && rows.length > 0);
    assert.equal(rows.filter(({ row }) => row.includes(token)).length, 0);
  });

  it('takes the address in any capitals and with blanks around it', async () => {
    const me = await server
      .client()
      .call(login, { body: { email: ` ${EMAIL.toUpperCase()} `, password: PASSWORD } });
    assert.equal(me.email, EMAIL);
  });

  it('takes the password as it was set: not cut, in its own capitals, with its blanks', async () => {
    const email = 'intocmai@fotolot.example';
    const password = ` Țuica ${'de prune '.repeat(8)}`;
    await server.client().call(register, { body: { email, password } });
    assert.ok(password.length > 64);
    for (const other of [
      password.trim(),
      password.toLowerCase(),
      password.slice(0, 72),
      password.slice(0, -1),
      `${password} `,
    ])
      assert.equal((await attempt(email, other)).status, 401, other);
    assert.equal((await attempt(email, password)).status, 200);
  });

  it('honours the parameters a stored hash was made with, and keeps the password with those of today from then on', async () => {
    const email = 'demult@fotolot.example';
    await server.newUser(email);
    const older = { memory: 8192, passes: 3, parallelism: 1, tagLength: 24 };
    const salt = Buffer.alloc(16, 7);
    const tag = argon2Sync('argon2id', { message: PASSWORD, nonce: salt, ...older });
    const stored = ['argon2id', 8192, 3, 1, salt.toString('base64url'), tag.toString('base64url')].join('$');
    await server.database.pool.query('update users set password_hash = $2 where email = $1', [email, stored]);
    assert.equal((await attempt(email, `${PASSWORD}x`)).status, 401);
    assert.equal((await attempt(email, PASSWORD)).status, 200);
    const { rows } = await server.database.pool.query('select password_hash from users where email = $1', [
      email,
    ]);
    assert.match(rows[0].password_hash, /^argon2id\$19456\$2\$1\$/);
    assert.equal((await attempt(email, PASSWORD)).status, 200);
  });

  it('gives a wrong password and an unknown address the same status, body and headers', async () => {
    const wrong = await attempt(EMAIL, 'nu asta e parola');
    const others = ['nimeni@fotolot.example', 'nu-e-adresa', '', 'ana+1@fotolot.example'];
    assert.equal(wrong.status, 401);
    assert.equal(JSON.parse(wrong.text).code, 'auth/invalid-credential');
    assert.equal(JSON.parse(wrong.text).message, 'Email sau parolă incorecte');
    for (const email of others) {
      const unknown = await attempt(email, 'nu asta e parola');
      assert.deepEqual([unknown.status, unknown.text], [wrong.status, wrong.text], email);
      assert.deepEqual(withoutDate(unknown), withoutDate(wrong), email);
    }
  });

  it('counts tries alike for a known and an unknown address, and then asks to wait', async () => {
    const asked: RawAnswer[] = [];
    for (const email of [EMAIL, 'nimeni@fotolot.example']) {
      for (let n = 0; n < 10; n++) assert.equal((await attempt(email, 'nu asta e parola')).status, 401);
      const eleventh = await attempt(email, PASSWORD);
      assert.equal(eleventh.status, 429);
      const { code, message, details } = JSON.parse(eleventh.text);
      assert.equal(code, 'auth/too-many-requests');
      assert.equal(message, 'Prea multe încercări. Încearcă din nou mai târziu');
      assert.equal(eleventh.headers['retry-after'], String(details.retryAfter));
      assert.ok(details.retryAfter > 0 && details.retryAfter <= 900);
      assert.equal(eleventh.headers['set-cookie'], undefined);
      asked.push(eleventh);
    }
    assert.deepEqual(Object.keys(asked[0]?.headers ?? {}), Object.keys(asked[1]?.headers ?? {}));
  });

  it('asks to wait when many addresses together try one account', async () => {
    for (let n = 0; n < 50; n++) {
      // As if each try came from another address: only what counts the account alone remains.
      await server.database.pool.query(
        "delete from rate_limits where key ~ '^login:account:.*:' or key ~ '^login:address'",
      );
      assert.equal((await attempt(EMAIL, 'nu asta e parola')).status, 401, String(n));
    }
    await server.database.pool.query(
      "delete from rate_limits where key ~ '^login:account:.*:' or key ~ '^login:address'",
    );
    const refused = await attempt(EMAIL, PASSWORD);
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [429, 'auth/too-many-requests']);
    assert.ok(Number(refused.headers['retry-after']) > 0);
  });

  it('forgets the tries of an account when the password is right', async () => {
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) assert.equal((await attempt(EMAIL, 'nu asta e parola')).status, 401);
      assert.equal((await attempt(EMAIL, PASSWORD)).status, 200);
    }
  });

  it('asks an address that tries many accounts to wait', async () => {
    const tries = await Promise.all(
      Array.from({ length: 61 }, (_, n) => attempt(`cont${n % 31}@fotolot.example`, 'nu asta e parola')),
    );
    const statuses = tries.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 429).length >= 1, true);
    assert.equal((await attempt(EMAIL, PASSWORD)).status, 429);
  });

  it('is over after signing out: for the next request, and for the live stream', async () => {
    const client = await signedIn();
    const other = await signedIn();
    const stream = new EventStream(client);
    const kept = new EventStream(other);
    await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    await kept.waitForLiveEvent(({ key }) => key === 'users/me');
    const { cookie } = client;
    const answer = await client.fetch(logout.path, { method: 'POST' });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('set-cookie') ?? '', /^sid=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
    assert.equal(answer.headers.get('clear-site-data'), '"storage"');
    client.cookie = cookie;
    await assert.rejects(client.call(readMe, {}), { status: 401, code: 'auth/session-required' });
    await pollUntil(
      async () => stream.ended,
      (ended) => ended,
    );
    assert.equal(kept.ended, false, 'the other browser stays signed in');
    assert.equal((await other.call(readMe, {})).email, EMAIL);
    kept.close();
  });

  it('is over in every browser of the account after signing out everywhere, and in no other account’s', async () => {
    const clients = [await signedIn(), await signedIn(), await signedIn()];
    const stranger = await server.newUser('alta@fotolot.example');
    const streams = clients.map((client) => new EventStream(client));
    const kept = new EventStream(stranger);
    for (const stream of [...streams, kept]) await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    const [first] = clients;
    const said = endedSessions(server, (await first?.call(readMe, {}))?.uid ?? '');
    const { cookie = '' } = first ?? {};
    const answer = await first?.fetch(logoutEverywhere.path, { method: 'POST' });
    assert.equal(answer?.status, 200);
    assert.match(answer?.headers.get('set-cookie') ?? '', /^sid=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
    assert.equal(answer?.headers.get('clear-site-data'), '"storage"');
    if (first) first.cookie = cookie;
    for (const client of clients)
      await assert.rejects(client.call(readMe, {}), { status: 401, code: 'auth/session-required' });
    await pollUntil(
      async () => streams.map(({ ended }) => ended),
      (ended) => ended.every(Boolean),
    );
    assert.deepEqual(said, [null], 'cut by word of it, not by a later look');
    assert.equal(kept.ended, false);
    assert.equal((await stranger.call(readMe, {})).uid, stranger.uid);
    assert.equal((await signedIn()).cookie.length > 0, true, 'the password still works');
    kept.close();
  });

  it('takes the place of the session that was open in the browser, by signing in and by registering', async () => {
    const others = await signedIn();
    const browser = server.client();
    const before: string[] = [];
    const enter = async (route: typeof login | typeof register, email: string) => {
      await browser.call(route, { body: { email, password: PASSWORD } });
      before.push(browser.cookie);
    };
    await enter(login, EMAIL);
    await enter(login, EMAIL);
    await enter(register, 'alta-din-browser@fotolot.example');
    const answers = await Promise.all(before.map((cookie) => readMeBy(cookie)));
    assert.deepEqual(answers, [401, 401, 200]);
    assert.equal(await readMeBy(others.cookie), 200);
  });

  it('leaves the session of the browser as it is when the password is wrong', async () => {
    const browser = await signedIn();
    const { cookie } = browser;
    await assert.rejects(browser.call(login, { body: { email: EMAIL, password: 'nu e asta' } }));
    assert.equal(await readMeBy(cookie), 200);
  });

  it('may be ended where none is open', async () => {
    assert.deepEqual(await server.client().call(logout, {}), {});
  });

  it('is over when the session has grown too old or was not used for two weeks', async () => {
    for (const column of [
      "expires_at = now() - interval '1 second'",
      "seen_at = now() - interval '14 days 1 second'",
    ]) {
      const client = await signedIn();
      assert.equal((await client.call(readMe, {})).email, EMAIL);
      await server.database.pool.query(`update sessions set ${column}`);
      await assert.rejects(client.call(readMe, {}), { status: 401, code: 'auth/session-required' });
    }
  });

  it('notes when the person was last here, and tells their other tabs', async () => {
    const client = await signedIn();
    const before = await client.call(readMe, {});
    const stream = new EventStream(client);
    await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    await signedIn();
    await stream.waitForLiveEvent((event) => event.type === 'snapshot' && event.rev > before.rev);
    const after = await client.call(readMe, {});
    assert.ok(Date.parse(after.lastLoginAt ?? '') > Date.parse(before.lastLoginAt ?? ''));
    stream.close();
  });
});

function withoutDate({ headers }: RawAnswer): object {
  return { ...headers, date: undefined };
}
