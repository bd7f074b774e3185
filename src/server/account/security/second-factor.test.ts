import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as contract from '#contract/account/second-factor.ts';
import { confirmPasswordReset, googleLink, login } from '#contract/auth.ts';
import { readSecurity } from '#contract/security.ts';
import { readMe } from '#contract/users.ts';
import { exportTable } from '#server/account/export/export-data-view.ts';
import { openPasswordReset } from '#server/users/admins/operate-admins.ts';
import { accountHolders, OTHER_PASSWORD } from '#testing/accounts/account-holders.ts';
import { GoogleVisitor } from '#testing/accounts/google-visitor.ts';
import {
  beginSignIn,
  cookieOf,
  endSignIn,
  forgetStep,
  showCode,
  turnOn,
} from '#testing/accounts/second-factor.ts';
import { PASSWORD } from '#testing/server.ts';

describe('a second factor', () => {
  const { server, sql, person, isIn, prove, mailsOf } = accountHolders('doi');
  async function resetPassword(email: string): Promise<void> {
    const link = new URL(await openPasswordReset(server().app, email));
    const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
    await server()
      .client()
      .call(confirmPasswordReset, { body: { token, password: OTHER_PASSWORD } });
  }
  /** A verified person whose account asks for codes. */
  async function guarded() {
    const { email, here, there } = await person();
    await prove(here);
    return { email, here, there, uid: here.uid, ...(await turnOn(server(), here)) };
  }
  const countSessions = async (uid: string) =>
    (await sql('select count(*)::int as n from sessions where user_id = $1', [uid]))[0].n;
  const wait = (uid: string) => sql('select * from pending_sign_ins where user_id = $1', [uid]);

  describe('at sign-in', () => {
    it('is asked for after the password; until its code is right there is no session', async () => {
      const { email, uid, key } = await guarded();
      const before = await countSessions(uid);
      const pending = await beginSignIn(server(), email);
      match(pending, /^sid=[\w-]{43}$/);
      equal(await countSessions(uid), before);
      const waiting = server().client();
      waiting.cookie = pending;
      equal(await isIn(waiting), false);
      await rejects(endSignIn(server(), pending, '000000'), { code: 'auth/wrong-code' });
      const client = await endSignIn(server(), pending, showCode(key));
      equal((await client.call(readMe, {})).uid, uid);
      equal(await countSessions(uid), before + 1);
      await forgetStep(server(), uid);
      await rejects(endSignIn(server(), pending, showCode(key)), { code: 'auth/second-step-over' });
    });

    it('waits in its browser alone, by a secret of which only the hash is stored', async () => {
      const { email, uid, key } = await guarded();
      const pending = await beginSignIn(server(), email);
      const [row] = await wait(uid);
      equal(JSON.stringify(row).includes(pending.slice('sid='.length)), false);
      for (const cookie of ['', `sid=${row.token_hash}`, `sid=${'q'.repeat(43)}`])
        await rejects(endSignIn(server(), cookie, showCode(key)), { code: 'auth/second-step-over' });
    });

    it('is asked for after Google alike, for an account that it opens already and for one that it is linked to', async () => {
      const email = 'doi.pasi@gmail.com';
      const first = await server().arrive({ email });
      const me = await server().whoIs(first.visitor);
      ok(me);
      const client = Object.assign(server().client(), { uid: me.uid });
      client.cookie = `sid=${first.visitor.cookies.get('sid')}`;
      const { key } = await turnOn(server(), client);
      const again = await server().arrive({ email }, { visitor: new GoogleVisitor(), redirect: '/gallery' });
      equal(again.landing, '/login?step=code&redirect=%2Fgallery');
      equal(await server().whoIs(again.visitor), null);
      const pending = `sid=${again.visitor.cookies.get('sid')}`;
      equal((await (await endSignIn(server(), pending, showCode(key))).call(readMe, {})).uid, me.uid);
    });

    it('lets a password link Google’s account only together with its code', async () => {
      const { email, uid, key } = await guarded();
      const { visitor, landing } = await server().arrive({ email, verified: true });
      equal(landing, '/login?google=password');
      const client = server().client();
      client.cookie = `google=${visitor.cookies.get('google')}`;
      const response = await client.fetch(googleLink.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password: PASSWORD }),
      });
      equal((await response.json()).code, 'auth/second-factor-required');
      equal((await sql('select 1 from identities where user_id = $1', [uid])).length, 0);
      await endSignIn(server(), cookieOf(response, 'sid'), showCode(key));
      equal((await sql('select 1 from identities where user_id = $1', [uid])).length, 1);
    });

    it('stays after a link for a new password, which ends what waited', async () => {
      const { email, uid, key } = await guarded();
      const pending = await beginSignIn(server(), email);
      await resetPassword(email);
      await rejects(endSignIn(server(), pending, showCode(key)), { code: 'auth/second-step-over' });
      const fresh = await beginSignIn(server(), email, OTHER_PASSWORD);
      equal((await (await endSignIn(server(), fresh, showCode(key))).call(readMe, {})).uid, uid);
    });

    it('waits ten minutes', async () => {
      const { email, uid, key } = await guarded();
      const pending = await beginSignIn(server(), email);
      await sql(`update pending_sign_ins set expires_at = now() where user_id = $1`, [uid]);
      await rejects(endSignIn(server(), pending, showCode(key)), { code: 'auth/second-step-over' });
    });

    it('has one place that every way in goes through: nothing else of the product opens sessions', () => {
      const root = join(import.meta.dirname, '../../..');
      const opening = globSync('server/**/*.ts', { cwd: root })
        .filter((path) => !path.endsWith('.test.ts'))
        .filter((path) => /\bopenSession\(/.test(readFileSync(join(root, path), 'utf8')))
        .map((path) => path.replaceAll('\\', '/'));
      deepEqual(opening.sort(), [
        'server/users/sign-in/admit-owner.ts',
        'server/users/sign-in/session-store.ts',
      ]);
    });
  });

  describe('its codes', () => {
    it('count half a minute earlier and later, and none twice, not even at once', async () => {
      const { email, key } = await guarded();
      const begin = () => beginSignIn(server(), email);
      await rejects(endSignIn(server(), await begin(), showCode(key, 4)), { code: 'auth/wrong-code' });
      const [older, code] = [showCode(key), showCode(key, 1)];
      const tries = await Promise.allSettled(
        [await begin(), await begin()].map((pending) => endSignIn(server(), pending, code)),
      );
      deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      await rejects(endSignIn(server(), await begin(), code), { code: 'auth/wrong-code' });
      await rejects(endSignIn(server(), await begin(), older), { code: 'auth/wrong-code' });
    });

    it('are guessed ten times in a quarter of an hour, whatever sign-in and network they come by; the owner is told once', async () => {
      const { email, key } = await guarded();
      for (let n = 0; n < 10; n += 1)
        await rejects(endSignIn(server(), await beginSignIn(server(), email), '000000'), {
          code: 'auth/wrong-code',
        });
      await sql(`delete from rate_limits where key not like 'code%'`);
      for (let n = 0; n < 2; n += 1)
        await rejects(endSignIn(server(), await beginSignIn(server(), email), showCode(key)), {
          code: 'auth/too-many-requests',
        });
      deepEqual(await mailsOf(email), ['sign-in-changed', 'sign-in-changed']);
    });

    it('are taken again after another password by mail: who knew the one before cannot keep the owner out', async () => {
      const { email, key } = await guarded();
      await sql(
        `insert into rate_limits (key, hits, resets_at) select 'code:' || id, 10, now() + interval '1 minute'
         from users where email = $1`,
        [email],
      );
      await rejects(endSignIn(server(), await beginSignIn(server(), email), showCode(key)), {
        code: 'auth/too-many-requests',
      });
      await resetPassword(email);
      await endSignIn(server(), await beginSignIn(server(), email, OTHER_PASSWORD), showCode(key));
    });

    it('are counted by network, too: thirty of one address for all accounts', async () => {
      const { email, key } = await guarded();
      await sql(
        `insert into rate_limits (key, hits, resets_at) values ('code:address:127.0.0.1', 30, now() + interval '1 minute')`,
      );
      await rejects(endSignIn(server(), await beginSignIn(server(), email), showCode(key)), {
        code: 'auth/too-many-requests',
      });
    });

    it('lie sealed: the key is not in the database, and opens for no other account', async () => {
      const [one, other] = [await guarded(), await guarded()];
      const [row] = await sql('select t::text as text, sealed_key from totp_factors t where user_id = $1', [
        one.uid,
      ]);
      equal(row.text.includes(one.key), false);
      await sql('update totp_factors set sealed_key = $2 where user_id = $1', [other.uid, row.sealed_key]);
      await rejects(endSignIn(server(), await beginSignIn(server(), other.email), showCode(one.key)), {
        code: 'auth/wrong-code',
      });
    });
  });

  describe('recovery codes', () => {
    it('are ten, each good for one sign-in in any spelling; the owner is told when one is used', async () => {
      const { email, here, uid, codes } = await guarded();
      equal(new Set(codes).size, 10);
      for (const code of codes) match(code, /^[a-z2-9]{5}-[a-z2-9]{5}$/);
      const [one = '', other = ''] = codes;
      await endSignIn(
        server(),
        await beginSignIn(server(), email),
        ` ${one.toUpperCase().replace('-', ' ')} `,
      );
      await rejects(endSignIn(server(), await beginSignIn(server(), email), one), {
        code: 'auth/wrong-code',
      });
      await endSignIn(server(), await beginSignIn(server(), email), other.replace('-', ''));
      equal((await here.call(readSecurity, {})).secondFactor?.codesLeft, 8);
      deepEqual(await mailsOf(email), ['sign-in-changed', 'sign-in-changed', 'sign-in-changed']);
      const stored = await sql('select r::text as text from recovery_codes r where user_id = $1', [uid]);
      equal(stored.filter(({ text }) => codes.some((code) => text.includes(code.slice(0, 5)))).length, 0);
    });

    it('are made anew in place of the ones before, after a proof', async () => {
      const { email, here, uid, codes } = await guarded();
      await sql(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [uid]);
      await rejects(here.call(contract.remakeRecoveryCodes, {}), { code: 'auth/proof-required' });
      await prove(here);
      const { codes: fresh } = await here.call(contract.remakeRecoveryCodes, {});
      const give = async (code: string) => endSignIn(server(), await beginSignIn(server(), email), code);
      await rejects(give(codes[0] ?? ''), { code: 'auth/wrong-code' });
      await give(fresh[0] ?? '');
    });
  });

  describe('turned on and off', () => {
    it('needs a fresh proof, ends all other sessions and is told to the owner', async () => {
      const { email, here, there } = await person();
      const added = { body: { code: '000000' } };
      await sql('update users set email_verified_at = now() where id = $1', [here.uid]);
      await rejects(here.call(contract.beginTotp, {}), { code: 'auth/proof-required' });
      await rejects(here.call(contract.confirmTotp, added), { code: 'auth/proof-required' });
      await prove(here);
      await rejects(here.call(contract.confirmTotp, added), { code: 'auth/wrong-code' });
      const { key } = await here.call(contract.beginTotp, {});
      await rejects(here.call(contract.confirmTotp, added), { code: 'auth/wrong-code' });
      equal((await here.call(readSecurity, {})).secondFactor, null);
      await server()
        .client()
        .call(login, { body: { email, password: PASSWORD } });
      await here.call(contract.confirmTotp, { body: { code: showCode(key) } });
      deepEqual([await isIn(here), await isIn(there)], [true, false]);
      await rejects(here.call(contract.beginTotp, {}), { code: 'auth/second-factor-exists' });
      await forgetStep(server(), here.uid);
      const other = await endSignIn(server(), await beginSignIn(server(), email), showCode(key));
      await sql(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [
        here.uid,
      ]);
      await rejects(other.call(contract.removeSecondFactor, {}), { code: 'auth/proof-required' });
      await prove(here);
      await here.call(contract.removeSecondFactor, {});
      deepEqual([await isIn(here), await isIn(other)], [true, false]);
      await server()
        .client()
        .call(login, { body: { email, password: PASSWORD } });
      await rejects(here.call(contract.removeSecondFactor, {}), { code: 'auth/second-factor-missing' });
      deepEqual(await mailsOf(email), ['sign-in-changed', 'sign-in-changed']);
    });

    it('is for verified addresses: a stranger’s app must not shut out the owner of the mailbox', async () => {
      const { here } = await person();
      await sql('update users set email_verified_at = null where id = $1', [here.uid]);
      await prove(here);
      await rejects(here.call(contract.beginTotp, {}), { code: 'auth/second-factor-unverified' });
    });

    it('waits while a process of an older version lives, which would let people in without a code', async () => {
      const { here } = await person();
      await sql('update users set email_verified_at = now() where id = $1', [here.uid]);
      await prove(here);
      await sql(`insert into processes (id, role, migration) values ('old', 'web', '0110')`);
      try {
        await rejects(here.call(contract.beginTotp, {}), { code: 'http/upgrading' });
      } finally {
        await sql(`delete from processes where id = 'old'`);
      }
      notEqual((await here.call(contract.beginTotp, {})).key, '');
    });
  });

  it('is in one’s archive by its day, without anything that opens the account', async () => {
    const { uid, key } = await guarded();
    const said = await Promise.all(
      ['totp_factors', 'recovery_codes'].map((table) => exportTable(server().app, table, uid)),
    );
    deepEqual(Object.keys(JSON.parse(said[0] ?? '')[0]).sort(), ['begun_at', 'confirmed_at', 'user_id']);
    deepEqual(Object.keys(JSON.parse(said[1] ?? '')[0]).sort(), ['made_at', 'used_at', 'user_id']);
    equal(said.join('').includes(key), false);
  });
});
