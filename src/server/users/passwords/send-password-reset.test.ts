import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { confirmPasswordReset, sendPasswordReset } from '#contract/auth.ts';
import { mailsSent, readMails } from '#testing/mail/mails.ts';
import { type RawAnswer, sendRaw } from '#testing/requests/raw-request.ts';
import { Refused, type TestServer, testServer } from '#testing/server.ts';

const DEAD = { status: 410, code: 'auth/link-invalid' };

describe('asking for a new password by mail', () => {
  let server: TestServer;
  let people = 0;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from rate_limits'));

  const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

  async function person(): Promise<string> {
    people += 1;
    const email = `om.${people}@fotolot.example`;
    await server.newUser(email);
    return email;
  }

  function ask(email: string): Promise<RawAnswer> {
    return sendRaw(server.url, {
      method: 'POST',
      path: sendPasswordReset.path,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email }),
    });
  }

  const confirm = (token: string) =>
    server.client().call(confirmPasswordReset, { body: { token, password: 'o parolă destul de lungă' } });

  it('responds to an address without account with the same status, headers and bytes', async () => {
    const email = await person();
    const known = await ask(email);
    const unknown = await ask('nimeni@fotolot.example');
    assert.deepEqual([known.status, unknown.status], [200, 200]);
    assert.equal(unknown.text, known.text);
    assert.deepEqual({ ...unknown.headers, date: '' }, { ...known.headers, date: '' });
    const rows = await sql('select user_id, data from mails where address = any($1)', [
      [email, 'nimeni@fotolot.example'],
    ]);
    const asked = rows.rows.filter(({ user_id }) => user_id === null);
    assert.equal(asked.length, 2, 'the same work: one row of the outbox each');
    await mailsSent(server);
    const to = (await readMails(server.dataDir)).map((mail) => mail.to);
    assert.equal(to.includes('nimeni@fotolot.example'), false);
    assert.equal(to.includes(email), true);
  });

  it('refuses a text that is no email address', async () => {
    for (const email of ['', 'ana', 'ana@b', 'ana@b.ro\r\nBcc: x@y.ro', 'a@b.ro,c@d.ro'])
      await assert.rejects(ask(email).then(refused), { status: 422, code: 'auth/invalid-email' }, email);
  });

  it('sends nothing for a deleted account', async () => {
    const email = await person();
    await sql('update users set deleted_at = now() where email = $1', [email]);
    await ask(email);
    await mailsSent(server);
    const mails = (await readMails(server.dataDir)).filter(({ to }) => to === email);
    assert.deepEqual(
      mails.filter(({ text }) => text.includes('resetPassword')),
      [],
    );
  });

  it('counts alike for a known and an unknown address, and then asks to wait', async () => {
    const email = await person();
    for (const mailAddress of [email, 'nimeni.altul@fotolot.example']) {
      await sql('delete from rate_limits');
      for (let n = 0; n < 5; n++) assert.equal((await ask(mailAddress)).status, 200);
      const sixth = await ask(mailAddress);
      assert.deepEqual([sixth.status, JSON.parse(sixth.text).code], [429, 'auth/too-many-requests']);
      assert.ok(Number(sixth.headers['retry-after']) > 0);
    }
    await sql('delete from rate_limits');
    for (let n = 0; n < 15; n++) {
      // Each request counts as from another IP address: only the account's own limit remains.
      await sql("delete from rate_limits where key !~ '^reset:account:[^:]+$'");
      assert.equal((await ask(email)).status, 200, String(n));
    }
    await sql("delete from rate_limits where key !~ '^reset:account:[^:]+$'");
    assert.equal((await ask(email)).status, 429);
  });

  it('makes an IP address wait that asks for many accounts or tries many secrets', async () => {
    for (let n = 0; n < 20; n++) assert.equal((await ask(`cont${n}@fotolot.example`)).status, 200);
    assert.equal((await ask('cont20@fotolot.example')).status, 429);
    for (let n = 0; n < 30; n++) await assert.rejects(confirm(`secret${n}`), DEAD);
    await assert.rejects(confirm('secret30'), { status: 429, code: 'auth/too-many-requests' });
  });
});

function refused({ status, text }: RawAnswer): never {
  throw new Refused(status, JSON.parse(text));
}
