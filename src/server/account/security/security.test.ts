import { deepEqual, equal, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSession } from '#contract/auth.ts';
import { askExport, downloadExport } from '#contract/exports.ts';
import * as contract from '#contract/security.ts';
import { readMe } from '#contract/users.ts';
import { deviceWords } from '#domain/language/device-words.ts';
import { accountHolders, OTHER_PASSWORD } from '#testing/accounts/account-holders.ts';
import { GoogleVisitor } from '#testing/accounts/google-visitor.ts';
import { type Client, PASSWORD } from '#testing/server.ts';

describe('the ways into an account', () => {
  const { server, sql, person, enter, canEnter, isIn, ways, prove, mailsOf } = accountHolders('cai');

  describe('sessions', () => {
    it('are listed by device, the asking one marked, and ended one by one or all but this', async () => {
      const { email, here, there } = await person();
      const phone = await enter(
        email,
        PASSWORD,
        'Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
      );
      const { sessions } = await ways(here);
      equal(sessions.length, 3);
      equal(sessions.filter(({ isThis }) => isThis).length, 1);
      const onPhone = sessions.find(({ device }) => device === 'Chrome pe Android');
      const stranger = (await person()).here;
      await prove(stranger);
      const end = { params: { sessionId: onPhone?.id ?? '' } };
      await rejects(here.call(contract.endSession, end), { code: 'auth/proof-required' });
      await rejects(here.call(contract.logoutOthers, {}), { code: 'auth/proof-required' });
      await prove(here);
      await rejects(stranger.call(contract.endSession, end), { code: 'users/session-not-found' });
      equal(await isIn(phone), true);
      await here.call(contract.endSession, end);
      deepEqual([await isIn(phone), await isIn(there)], [false, true]);
      await here.call(contract.logoutOthers, {});
      deepEqual([await isIn(there), await isIn(here)], [false, true]);
      equal((await ways(here)).sessions.length, 1);
    });

    it('say their device in plain words', () => {
      const reported: [string, string][] = [
        [
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
          'Safari pe iPhone',
        ],
        [
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
          'Edge pe Windows',
        ],
        ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox pe Linux'],
        ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari pe Mac'],
        ['curl/8.5.0', 'Dispozitiv necunoscut'],
      ];
      for (const [userAgent, words] of reported) equal(deviceWords(userAgent), words);
    });
  });

  describe('a proof', () => {
    it('comes before all one’s data, asked for or downloaded, and with a sign-in', async () => {
      const { email, here } = await person();
      const file = { params: { exportId: `exp_${'q'.repeat(26)}` } };
      await rejects(here.call(askExport, {}), { code: 'auth/proof-required' });
      await rejects(here.call(downloadExport, file), { code: 'auth/proof-required' });
      const fresh = await enter(email);
      equal((await fresh.call(askExport, {})).last?.state, 'waiting');
      await rejects(fresh.call(downloadExport, file), { code: 'users/export-not-found' });
    });

    it('goes on under another token, whose predecessor is not proven and is dead once that is used', async () => {
      const { here } = await person();
      const stolen = server().client();
      stolen.cookie = here.cookie;
      await sql("update sessions set proved_at = now() - interval '11 minutes' where user_id = $1", [
        (await here.call(readMe, {})).uid,
      ]);
      await prove(here);
      deepEqual([await isIn(stolen), (await ways(stolen)).provenUntil], [true, null]);
      await rejects(stolen.call(contract.logoutOthers, {}), { code: 'auth/proof-required' });
      deepEqual([await isIn(here), await isIn(stolen)], [true, false]);
      await here.call(contract.logoutOthers, {});
    });

    it('goes on under another token after a new password, and its predecessor is dead at once', async () => {
      const { here } = await person();
      const stolen = server().client();
      stolen.cookie = here.cookie;
      await here.call(contract.changePassword, { body: { current: PASSWORD, password: OTHER_PASSWORD } });
      deepEqual([await isIn(stolen), await isIn(here)], [false, true]);
      await here.call(contract.logoutOthers, {});
    });

    it('is asked for again where the reply with its token was lost, and the session goes on', async () => {
      const { here } = await person();
      const browser = server().client();
      browser.cookie = here.cookie;
      await prove(here);
      equal((await browser.call(readSession, {})).user?.uid, (await browser.call(readMe, {})).uid);
      await rejects(browser.call(contract.logoutOthers, {}), { code: 'auth/proof-required' });
      await prove(browser);
      await browser.call(contract.logoutOthers, {});
    });
  });

  describe('a password', () => {
    it('is changed by the current one; all other sessions end, and the owner is told', async () => {
      const { email, here, there } = await person();
      const change = (current: string | null, password: string) =>
        here.call(contract.changePassword, { body: { current, password } });
      await rejects(change('alta parola', OTHER_PASSWORD), { code: 'auth/wrong-password' });
      await rejects(change(null, OTHER_PASSWORD), { code: 'auth/proof-required' });
      await rejects(change(PASSWORD, 'scurta'), { code: 'auth/weak-password' });
      equal((await change(PASSWORD, OTHER_PASSWORD)).hasPassword, true);
      deepEqual([await isIn(here), await isIn(there)], [true, false]);
      deepEqual([await canEnter(email), await canEnter(email, OTHER_PASSWORD)], [false, true]);
      deepEqual(await mailsOf(email), ['sign-in-changed']);
      await prove(here, OTHER_PASSWORD);
      await rejects(change(null, PASSWORD), { code: 'auth/wrong-password' });
    });

    it('is guessed no more often than at sign-in', async () => {
      const { here } = await person();
      for (let n = 0; n < 10; n += 1)
        await rejects(prove(here, `nu e ${n}`), { code: 'auth/wrong-password' });
      await rejects(prove(here), { code: 'auth/too-many-requests' });
    });

    it('is set for the first time after a fresh sign-in with Google, not with an old one', async () => {
      const email = 'parola@gmail.com';
      const { visitor } = await server().arrive({ email });
      const client = server().client();
      client.cookie = `sid=${visitor.cookies.get('sid')}`;
      const set = () =>
        client.call(contract.changePassword, { body: { current: null, password: OTHER_PASSWORD } });
      await sql(
        `update sessions set proved_at = now() - interval '11 minutes' where user_id = (select id from users where email = $1)`,
        [email],
      );
      await rejects(set(), { code: 'auth/proof-required' });
      equal(
        (await server().arrive({ email: 'altul.cu.totul@gmail.com' }, { visitor, purpose: 'prove' })).landing,
        '/settings?google=prove-other#account',
      );
      await rejects(set(), { code: 'auth/proof-required' });
      equal(
        (await server().arrive({ email }, { visitor, purpose: 'prove' })).landing,
        '/settings?google=prove-done#account',
      );
      await rejects(set(), { code: 'auth/proof-required' }, 'the token of before the proof');
      client.cookie = `sid=${visitor.cookies.get('sid')}`;
      equal((await set()).hasPassword, true);
      equal(await canEnter(email, OTHER_PASSWORD), true);
    });
  });

  describe('Google', () => {
    /** The browser of a signed-in user, as one that can go to Google. */
    function browserOf(client: Client): GoogleVisitor {
      const visitor = new GoogleVisitor();
      visitor.cookies.set('sid', client.cookie.slice('sid='.length));
      return visitor;
    }

    it('is linked to the account one is in after the password, also with another address, and then opens it', async () => {
      const { email, here } = await person();
      const google = { email: 'leg@gmail.com' };
      const arrive = () => server().arrive(google, { visitor: browserOf(here), purpose: 'link' });
      await rejects(arrive());
      await prove(here);
      equal((await arrive()).landing, '/settings?google=link-done#account');
      deepEqual((await ways(here)).google, google);
      deepEqual(await mailsOf(email), ['sign-in-changed']);
      const again = await server().arrive(google);
      equal((await server().whoIs(again.visitor))?.email, email);
      const other = await person();
      await prove(other.here);
      const taken = await server().arrive(google, { visitor: browserOf(other.here), purpose: 'link' });
      equal(taken.landing, '/settings?google=link-taken#account');
    });

    it('is not linked in a session that ended meanwhile, or in another than it began in', async () => {
      const { email, here } = await person();
      await prove(here);
      const visitor = browserOf(here);
      const { callback } = await server().comeBack({ email: 'alt@gmail.com' }, { visitor, purpose: 'link' });
      visitor.cookies.set('sid', (await enter(email)).cookie.slice('sid='.length));
      const { headers } = await visitor.sendOneRequest(callback);
      equal(headers.get('location'), '/settings?google=link-failed#account');
      equal((await ways(here)).google, null);
    });

    it('is unlinked only where a password is left to come back with', async () => {
      const email = 'singur@gmail.com';
      const { visitor } = await server().arrive({ email });
      const client = server().client();
      client.cookie = `sid=${visitor.cookies.get('sid')}`;
      await rejects(client.call(contract.unlinkGoogle, {}), { code: 'auth/only-way-in' });
      await client.call(contract.changePassword, { body: { current: null, password: OTHER_PASSWORD } });
      await client.call(contract.unlinkGoogle, {});
      equal((await ways(client)).google, null);
      deepEqual(await mailsOf(email), ['sign-in-changed', 'sign-in-changed']);
    });
  });
});
