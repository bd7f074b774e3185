import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { confirmPasswordReset, login, sendPasswordReset } from '#contract/auth.ts';
import { readMe } from '#contract/users.ts';
import { linkIn, mailsTo, readMails } from '#testing/mail/mails.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import {
  type Client,
  countWaitersFor,
  endedSessions,
  PASSWORD,
  pollUntil,
  type Refused,
  type TestServer,
  testServer,
} from '#testing/server.ts';

const NEW_PASSWORD = 'țuică de prune 8';
const DEAD = { status: 410, code: 'auth/link-invalid' };

describe('a new password by mail', () => {
  let server: TestServer;
  let people = 0;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from rate_limits'));

  const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

  async function person(): Promise<{ email: string; client: Client & { uid: string } }> {
    people += 1;
    const email = `om.${people}@fotolot.example`;
    return { email, client: await server.newUser(email) };
  }

  /** Asks for one more link and returns its secret, once its mail is here. */
  async function newLink(email: string, nth = 1): Promise<string> {
    await server.client().call(sendPasswordReset, { body: { email } });
    const mails = await mailsTo(server.dataDir, email, { mode: 'resetPassword', atLeast: nth });
    return linkIn(mails[nth - 1] ?? assert.fail()).token;
  }

  const confirm = (token: string, password = NEW_PASSWORD) =>
    server.client().call(confirmPasswordReset, { body: { token, password } });
  const signIn = (email: string, password: string) =>
    server.client().call(login, { body: { email, password } });

  it('comes as a link to the auth page, and the password set there is the one that works', async () => {
    const { email } = await person();
    await server.client().call(sendPasswordReset, { body: { email: ` ${email.toUpperCase()} ` } });
    const [mail = assert.fail()] = await mailsTo(server.dataDir, email, { mode: 'resetPassword' });
    const { url, token } = linkIn(mail);
    assert.equal(url.origin + url.pathname, `${server.url}/login`);
    assert.deepEqual([...url.searchParams.keys()], ['mode']);
    assert.equal(url.searchParams.get('mode'), 'resetPassword');
    assert.match(token, /^[\w-]{43}$/, '256 bits');
    assert.match(mail.text, /timp de o oră\./);
    assert.match(mail.text, /Dacă nu ai cerut tu/);
    assert.ok(mail.html.includes(`${server.url}/login?mode=resetPassword#token=${token}`));
    await confirm(token);
    assert.equal((await signIn(email, NEW_PASSWORD)).email, email);
    await assert.rejects(signIn(email, PASSWORD), { code: 'auth/invalid-credential' });
  });

  it('leaves the secret nowhere but in the mail', async () => {
    const { email } = await person();
    const token = await newLink(email);
    for (const table of ['mail_links', 'mails', 'jobs.job']) {
      const { rows } = await sql(`select t::text as row from ${table} t`);
      assert.ok(rows.length > 0, table);
      assert.deepEqual(
        rows.filter(({ row }) => row.includes(token)),
        [],
        table,
      );
    }
  });

  it('ends all sessions and live streams of the account, and of no other', async () => {
    const { email, client } = await person();
    const phone = server.client();
    await phone.call(login, { body: { email, password: PASSWORD } });
    const { client: stranger } = await person();
    const streams = [new EventStream(client), new EventStream(phone)];
    const kept = new EventStream(stranger);
    for (const stream of [...streams, kept]) await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    const said = endedSessions(server, client.uid);
    await confirm(await newLink(email));
    for (const browser of [client, phone])
      await assert.rejects(browser.call(readMe, {}), { status: 401, code: 'auth/session-required' });
    await pollUntil(
      async () => streams.map(({ ended }) => ended),
      (ended) => ended.every(Boolean),
    );
    assert.deepEqual(said, [null], 'cut by word of it, not by a later look');
    assert.equal(kept.ended, false);
    assert.equal((await stranger.call(readMe, {})).uid, stranger.uid);
    kept.close();
  });

  it('is told to the owner at the address it came to, also where it is the first one', async () => {
    for (const [before, subject, words] of [
      [
        'one',
        'Parola contului Fotolot a fost schimbată',
        /schimbată printr-un link trimis pe această adresă\. S-a ieșit din cont de pe toate dispozitivele\./,
      ],
      [null, 'Contul tău Fotolot are acum și o parolă', /i s-a pus o parolă/],
    ] as const) {
      const { email, client } = await person();
      if (before === null) await sql('update users set password_hash = null where id = $1', [client.uid]);
      await confirm(await newLink(email));
      const said = async () => (await readMails(server.dataDir)).filter(({ to }) => to === email);
      const mails = await pollUntil(said, (found) => found.some((mail) => mail.subject === subject));
      const told = mails.filter((mail) => mail.subject === subject);
      assert.equal(told.length, 1);
      assert.match(told[0]?.text ?? '', words);
      assert.match(told[0]?.text ?? '', /Dacă nu ai fost tu, cere imediat o parolă nouă/);
    }
  });

  it('works once', async () => {
    const { email } = await person();
    const token = await newLink(email);
    await confirm(token);
    await assert.rejects(confirm(token, 'încă o parolă nouă'), DEAD);
    await signIn(email, NEW_PASSWORD);
  });

  it('is won by one of many who use a link at once', async () => {
    const { email } = await person();
    const token = await newLink(email);
    const passwords = Array.from({ length: 6 }, (_, n) => `parola mea numărul ${n}`);
    const tries = await Promise.allSettled(passwords.map((password) => confirm(token, password)));
    const won = passwords.filter((_, n) => tries[n]?.status === 'fulfilled');
    assert.equal(won.length, 1);
    for (const one of tries)
      if (one.status === 'rejected') assert.equal((one.reason as Refused).code, 'auth/link-invalid');
    for (const password of passwords)
      await (password === won[0]
        ? signIn(email, password)
        : assert.rejects(signIn(email, password), { code: 'auth/invalid-credential' }));
  });

  it('lives an hour from the sending', async () => {
    const { email } = await person();
    const asked = Date.now();
    const token = await newLink(email);
    const { rows } = await sql(
      'select expires_at, created_at from mail_links where email = $1 and purpose = $2',
      [email, 'reset-password'],
    );
    assert.equal(rows.length, 1);
    assert.equal(rows[0].expires_at - rows[0].created_at, 3_600_000);
    assert.ok(rows[0].created_at >= asked);
    await sql('update mail_links set expires_at = now() where email = $1', [email]);
    await assert.rejects(confirm(token), DEAD);
    await signIn(email, PASSWORD);
  });

  it('ends earlier links', async () => {
    const { email } = await person();
    const first = await newLink(email);
    const second = await newLink(email, 2);
    await assert.rejects(confirm(first), DEAD);
    await confirm(second);
    await assert.rejects(confirm(first), DEAD);
    await signIn(email, NEW_PASSWORD);
  });

  it('is refused with a secret that is changed, cut, made up or of another kind', async () => {
    const { email } = await person();
    const token = await newLink(email);
    const [welcome = assert.fail()] = await mailsTo(server.dataDir, email, { mode: 'verifyEmail' });
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    const { rows } = await sql('select token_hash from mail_links where email = $1', [email]);
    for (const wrong of [
      flipped,
      token.slice(0, -1),
      `${token}A`,
      ` ${token}`,
      token.toLowerCase(),
      '',
      "' or 1=1 --",
      linkIn(welcome).token,
      ...rows.map(({ token_hash }) => token_hash),
    ])
      await assert.rejects(confirm(wrong), DEAD, wrong);
    await confirm(token);
  });

  it('asks for a password by the rules, and the link is not used up by one that breaks them', async () => {
    const { email } = await person();
    const token = await newLink(email);
    await assert.rejects(confirm(token, 'scurta'), { status: 422, code: 'auth/weak-password' });
    await assert.rejects(confirm(token, 'x1'.repeat(65)), { status: 422, code: 'auth/password-too-long' });
    await assert.rejects(confirm(token, 'Password123'), { status: 422, code: 'auth/common-password' });
    await assert.rejects(confirm('nimic', 'scurta'), DEAD, 'a dead link is said first');
    await signIn(email, PASSWORD);
    await confirm(token);
  });

  it('proves the mailbox: the address is verified from then on', async () => {
    const { email } = await person();
    assert.equal((await signIn(email, PASSWORD)).emailVerified, false);
    await confirm(await newLink(email));
    assert.equal((await signIn(email, NEW_PASSWORD)).emailVerified, true);
  });

  it('ends the wait after too many wrong passwords', async () => {
    const { email } = await person();
    for (let n = 0; n < 10; n++)
      await assert.rejects(signIn(email, 'nu asta e parola'), { code: 'auth/invalid-credential' });
    await assert.rejects(signIn(email, PASSWORD), { code: 'auth/too-many-requests' });
    await confirm(await newLink(email));
    await signIn(email, NEW_PASSWORD);
  });

  it('gives a password to a person who only ever came with Google', async () => {
    const { email, client } = await person();
    await sql('update users set password_hash = null where email = $1', [email]);
    assert.equal((await client.call(readMe, {})).hasPassword, false);
    await assert.rejects(signIn(email, PASSWORD), { code: 'auth/invalid-credential' });
    await confirm(await newLink(email));
    assert.equal((await signIn(email, NEW_PASSWORD)).hasPassword, true);
  });

  it('is dead when the account has another address meanwhile, or is deleted', async () => {
    for (const change of ["email = 'mutat.' || email", 'deleted_at = now()']) {
      const { email } = await person();
      const token = await newLink(email);
      await sql(`update users set ${change} where email = $1`, [email]);
      await assert.rejects(confirm(token), DEAD, change);
    }
  });

  it('leaves no session that the old password opens while the new one is being set', async () => {
    const { email } = await person();
    const lock = await server.database.pool.connect();
    await lock.query('begin');
    await lock.query('select 1 from users where email = $1 for update', [email]);
    const late = signIn(email, PASSWORD);
    late.catch(() => {});
    // The old password is checked and found right; the rest waits for the row.
    await pollUntil(
      () => countWaitersFor(lock),
      (count) => count === 1,
    );
    await lock.query("update users set password_hash = 'argon2id$19456$2$1$a$b' where email = $1", [email]);
    await lock.query('commit');
    lock.release();
    await assert.rejects(late, { code: 'auth/invalid-credential' });
  });
});
