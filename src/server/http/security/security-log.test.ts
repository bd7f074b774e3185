import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { correctCredits } from '#contract/admin/admin-actions.ts';
import * as auth from '#contract/auth.ts';
import { endSession, proveMyself, readSecurity } from '#contract/security.ts';
import { setAdminClaim, updateMe } from '#contract/users.ts';
import { httpContext } from '#server/http/server.ts';
import { buildRoutes } from '#server/routes.ts';
import { linkIn, mailsTo } from '#testing/mail/mails.ts';
import { sendRaw } from '#testing/requests/raw-request.ts';
import { type Client, PASSWORD, type TestServer, TUS, testServer } from '#testing/server.ts';

interface Line {
  readonly event?: string;
  readonly outcome: string;
  readonly route: string;
  readonly uid: string | null;
  readonly from: string;
  readonly account?: string;
  readonly about?: string | null;
}

const EMAIL = 'zoe.jurnal@fotolot.example';
const OTHER = 'Alt.Jurnal@fotolot.example';
const NAME = 'Zoe Nepomenita';

describe('the log of what touches accounts and rights', () => {
  let server: TestServer;
  const lines: string[] = [];
  let user: Client & { uid: string };
  before(async () => {
    server = await testServer({}, (line) => void lines.push(line));
    user = await server.newUser(EMAIL);
  });
  after(() => server.close());

  const reported = (): Line[] =>
    lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== undefined);
  /** Returns the lines told while something is done: event, outcome, uid. */
  async function during(act: () => Promise<unknown>): Promise<Line[]> {
    const before = reported().length;
    await act().catch(() => undefined);
    return reported().slice(before);
  }
  const short = (all: Line[]) => all.map(({ event, outcome, uid }) => [event, outcome, uid]);

  it('tells sign-ins, good and bad, and sign-outs, by uid or by a keyed hash of the address that was tried', async () => {
    const client = server.client();
    const enter = (email: string, password: string) => () =>
      client.call(auth.login, { body: { email, password } });
    assert.deepEqual(short(await during(enter(EMAIL, PASSWORD))), [['sign-in', 'ok', user.uid]]);
    const [bad] = await during(enter(` ${EMAIL.toUpperCase()}`, 'nu e asta'));
    const [again] = await during(enter(EMAIL, 'nici asta'));
    const [stranger] = await during(enter(OTHER, 'nu e asta'));
    assert.equal(bad?.outcome, 'auth/invalid-credential');
    assert.match(bad?.account ?? '', /^[0-9a-f]{16}$/);
    assert.deepEqual([again?.account === bad?.account, stranger?.account === bad?.account], [true, false]);
    assert.match(bad?.from ?? '', /^[0-9a-f]{16}$/);
    assert.deepEqual(short(await during(() => client.call(auth.logout, {}))), [['sign-out', 'ok', user.uid]]);
    assert.deepEqual(
      short(await during(() => client.call(auth.register, { body: { email: OTHER, password: PASSWORD } })))
        .length,
      1,
    );
  });

  it('tells proofs, new passwords and ended sessions', async () => {
    const prove = (password: string) => () => user.call(proveMyself, { body: { password } });
    assert.deepEqual(short(await during(prove('nu e asta'))), [['proof', 'auth/wrong-password', user.uid]]);
    assert.deepEqual(short(await during(prove(PASSWORD))), [['proof', 'ok', user.uid]]);
    const { sessions } = await user.call(readSecurity, {});
    const params = { sessionId: sessions.find(({ isThis }) => !isThis)?.id ?? `ses_${'q'.repeat(26)}` };
    assert.deepEqual(
      (await during(() => user.call(endSession, { params }))).map(({ event }) => event),
      ['session-ended'],
    );
    await user.call(auth.sendPasswordReset, { body: { email: OTHER } });
    const [mail = assert.fail()] = await mailsTo(server.dataDir, OTHER.toLowerCase(), {
      mode: 'resetPassword',
    });
    const { token } = linkIn(mail);
    const [reset] = await during(() =>
      user.call(auth.confirmPasswordReset, { body: { token, password: 'drumul spre Sibiu' } }),
    );
    assert.deepEqual([reset?.event, reset?.outcome], ['password-reset', 'ok']);
    assert.match(reset?.uid ?? '', /^usr_/);
  });

  it('tells who was refused by rights, by another site or by a limit', async () => {
    const anonymous = server.client();
    assert.deepEqual(short(await during(() => anonymous.fetch('/api/users/me'))), [
      ['refused', 'auth/session-required', null],
    ]);
    assert.deepEqual(short(await during(() => user.fetch('/api/admin/users'))), [
      ['refused', 'auth/admin-required', user.uid],
    ]);
    const body = { userId: user.uid, isAdmin: true };
    assert.deepEqual(short(await during(() => user.call(setAdminClaim, { body }))), [
      ['admin-act', 'auth/only-admins-set-claims', user.uid],
    ]);
    const crossSite = () =>
      user.fetch('/api/trial', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    assert.deepEqual(short(await during(crossSite)), [['refused', 'http/cross-site', null]]);
    await server.database.pool.query(`update rate_limits set hits = 100000`);
    const [limited] = await during(() =>
      anonymous.call(auth.login, { body: { email: EMAIL, password: PASSWORD } }),
    );
    assert.deepEqual([limited?.event, limited?.outcome], ['sign-in', 'auth/too-many-requests']);
    await server.database.pool.query('delete from rate_limits');
    await during(() =>
      anonymous.fetch('/api/uploads', { method: 'POST', headers: { ...TUS, 'upload-length': '1' } }),
    );
    assert.equal(reported().at(-1)?.route, 'POST /api/uploads');
  });

  it('tells who sends what no page of ours does: past the contract, packed, for another host', async () => {
    const past = () => user.fetch('/api/photos?trash=7');
    assert.deepEqual(short(await during(past)), [['refused', 'http/bad-request', user.uid]]);
    const packed = () =>
      user.fetch('/api/trial', { method: 'POST', headers: { 'content-encoding': 'gzip' } });
    assert.deepEqual(short(await during(packed)), [['refused', 'http/encoded-body', null]]);
    const elsewhere = () =>
      sendRaw(server.url, { method: 'GET', path: '/api/users/me', headers: { host: 'altul.example' } });
    assert.deepEqual(short(await during(elsewhere)), [['refused', 'http/wrong-host', null]]);
  });

  it('tells what an admin changed, and of whom, without the reason that was typed', async () => {
    await server.database.pool.query(`update users set role = 'admin' where id = $1`, [user.uid]);
    const params = { userId: user.uid };
    const body = { delta: 2, days: 30, reason: 'Taina clientului', key: crypto.randomUUID() };
    const [act] = await during(() => user.call(correctCredits, { params, body }));
    assert.deepEqual(
      [act?.event, act?.outcome, act?.uid, act?.about],
      ['admin-act', 'ok', user.uid, user.uid],
    );
    assert.deepEqual(await during(() => user.fetch('/api/admin/users')), [], 'reading is no act');
  });

  it('tells the first refusals of a flood, not each of a thousand', async () => {
    const anonymous = server.client();
    const flood = await during(async () => {
      for (let n = 0; n < 60; n += 1) await anonymous.fetch('/api/users/me');
    });
    assert.ok(flood.length > 0 && flood.length <= 32, `${flood.length} lines`);
  });

  it('is described event by event in docs/operations.md', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
    const [, part = ''] = page.split('## What the log tells');
    const described = [...(part.split('`outcome` is')[0] ?? '').matchAll(/^\| (`.+?) \|/gm)].flatMap(
      ([, cell = '']) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, event]) => event),
    );
    const all = buildRoutes(server.app, httpContext(null)).flatMap(({ route }) => route.event ?? []);
    const others = ['google-linked', 'admin-act', 'refused'];
    assert.deepEqual(new Set(described.slice(1)), new Set([...all, ...others]));
  });

  it('holds no address, password, token or name in any line', async () => {
    await user.call(updateMe, { body: { displayName: NAME } });
    const token = user.cookie.slice('sid='.length);
    const said = lines.join('').toLowerCase();
    assert.ok(lines.length > 10 && token.length > 40);
    for (const secret of [EMAIL, OTHER, '@fotolot.example', PASSWORD, token, NAME, 'Taina', '127.0.0.1'])
      assert.equal(said.includes(secret.toLowerCase()), false, secret);
  });
});
