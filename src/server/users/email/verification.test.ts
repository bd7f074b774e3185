import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { confirmVerification, login, logoutEverywhere, sendVerification } from '#contract/auth.ts';
import { readMe } from '#contract/users.ts';
import { ensureFirstAdmin } from '#server/account/first-start/first-admin.ts';
import { linkIn, mailsTo } from '#testing/mail/mails.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import {
  type Client,
  PASSWORD,
  pollUntil,
  type Refused,
  type TestServer,
  testServer,
} from '#testing/server.ts';

const DEAD = { status: 410, code: 'auth/link-invalid' };

describe('verifying an address', () => {
  let server: TestServer;
  let people = 0;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from rate_limits'));

  const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
  const confirm = (token: string) => server.client().call(confirmVerification, { body: { token } });
  const isVerified = async (client: Client) => (await client.call(readMe, {})).emailVerified;

  async function person(): Promise<{ email: string; client: Client & { uid: string }; token: string }> {
    people += 1;
    const email = `om.${people}@fotolot.example`;
    const client = await server.newUser(email);
    const [mail = assert.fail()] = await mailsTo(server.dataDir, email, { mode: 'verifyEmail' });
    return { email, client, token: linkIn(mail).token };
  }

  const mailsOf = async (email: string) =>
    (await sql('select kind, ref, sent_at from mails where address = $1 order by created_at', [email])).rows;

  it('begins with a mail at registration, whose link opens the auth page', async () => {
    const { email, client } = await person();
    const [mail = assert.fail()] = await mailsTo(server.dataDir, email, { mode: 'verifyEmail' });
    const { url, token } = linkIn(mail);
    assert.equal(url.origin + url.pathname, `${server.url}/login`);
    assert.deepEqual([...url.searchParams.keys()], ['mode']);
    assert.match(token, /^[\w-]{43}$/, '256 bits');
    assert.match(mail.text, /timp de 24 de ore/);
    assert.match(mail.text, /Dacă nu ai făcut tu contul/);
    assert.equal(await isVerified(client), false, 'sending proves nothing');
    const rows = await mailsOf(email);
    assert.deepEqual(
      rows.map(({ kind, ref }) => [kind, ref]),
      [['verify-email', `registration:${client.uid}`]],
    );
  });

  it('sends no mail for an account that the operator makes', async () => {
    const email = 'sef@fotolot.example';
    assert.equal(await ensureFirstAdmin(server.app, { email, password: PASSWORD }), 'created');
    assert.deepEqual(await mailsOf(email), []);
  });

  it('happens by the link, once, and every tab learns it', async () => {
    const { client, token } = await person();
    const stream = new EventStream(client);
    await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    assert.deepEqual(await confirm(token), {});
    await stream.waitForLiveEvent(
      (event) =>
        event.type === 'snapshot' && (event.data as { emailVerified?: boolean }).emailVerified === true,
    );
    assert.equal(await isVerified(client), true);
    await assert.rejects(confirm(token), DEAD);
    assert.equal(await isVerified(client), true);
    stream.close();
  });

  it('is won by one of many who use a link at once', async () => {
    const { client, token } = await person();
    const tries = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => confirm(token)));
    const codes = tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refused).code] : []));
    assert.deepEqual(codes, Array(5).fill('auth/link-invalid'));
    assert.equal(await isVerified(client), true);
  });

  it('takes a link for 24 hours', async () => {
    const { client, email, token } = await person();
    const { rows } = await sql('select expires_at, created_at from mail_links where email = $1', [email]);
    assert.deepEqual(
      rows.map((row) => row.expires_at - row.created_at),
      [86_400_000],
    );
    await sql('update mail_links set expires_at = now() where email = $1', [email]);
    await assert.rejects(confirm(token), DEAD);
    assert.equal(await isVerified(client), false);
  });

  it('takes no link to an address that the account no longer has', async () => {
    const { client, token } = await person();
    await sql("update users set email = 'mutat.' || email where id = $1", [client.uid]);
    await assert.rejects(confirm(token), DEAD);
    assert.equal(await isVerified(client), false);
  });

  it('takes no secret that is changed or made up', async () => {
    const { client, token } = await person();
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const wrong of [flipped, token.slice(1), `${token}=`, '', '\u202e', 'null'])
      await assert.rejects(confirm(wrong), DEAD, wrong);
    assert.equal(await isVerified(client), false);
  });

  it('sends another link when asked, and the first still works', async () => {
    const { client, email, token } = await person();
    assert.deepEqual(await client.call(sendVerification, {}), {});
    const mails = await mailsTo(server.dataDir, email, { mode: 'verifyEmail', atLeast: 2 });
    assert.notEqual(linkIn(mails[1] ?? assert.fail()).token, token);
    await confirm(token);
    assert.equal(await isVerified(client), true);
  });

  it('sends nothing more once the address is verified', async () => {
    const { client, email, token } = await person();
    await confirm(token);
    assert.deepEqual(await client.call(sendVerification, {}), {});
    assert.equal((await mailsOf(email)).length, 1);
  });

  it('sends nothing for a mail that was queued before the address was verified, changed or deleted', async () => {
    const cases = ['email_verified_at = now()', "email = 'altul.' || email", 'deleted_at = now()'];
    for (const change of cases) {
      const { client, email } = await person();
      const lock = await server.database.pool.connect();
      await lock.query('begin');
      await lock.query('select 1 from users where id = $1 for no key update', [client.uid]);
      await client.call(sendVerification, {});
      await lock.query(`update users set ${change} where id = $1`, [client.uid]);
      await lock.query('commit');
      lock.release();
      await pollUntil(
        () => mailsOf(email),
        (rows) => rows.length === 2 && rows.every(({ sent_at }) => sent_at !== null),
      );
      assert.equal((await mailsTo(server.dataDir, email, { mode: 'verifyEmail' })).length, 1, change);
    }
  });

  it('asks to wait who asks for many mails or tries many secrets', async () => {
    const { client } = await person();
    for (let n = 0; n < 5; n++) await client.call(sendVerification, {});
    await assert.rejects(client.call(sendVerification, {}), { status: 429, code: 'auth/too-many-requests' });
    for (let n = 0; n < 30; n++) await assert.rejects(confirm(`secret${n}`), DEAD);
    await assert.rejects(confirm('secret30'), { status: 429, code: 'auth/too-many-requests' });
  });

  it('needs no session to be confirmed, and opens none', async () => {
    const { client, email, token } = await person();
    await client.call(logoutEverywhere, {});
    const other = server.client();
    await other.call(confirmVerification, { body: { token } });
    assert.equal(other.cookie, '');
    assert.equal(
      (await server.client().call(login, { body: { email, password: PASSWORD } })).emailVerified,
      true,
    );
  });
});
