import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { beginTotp, confirmTotp, removeSecondFactor } from '#contract/account/second-factor.ts';
import { listAuditEntries, removeUserFactor } from '#contract/admin/admin-actions.ts';
import { obligeAdmins, readInstallation } from '#contract/admin/admin-installation.ts';
import { readUser } from '#contract/admin/admin-users.ts';
import { login } from '#contract/auth.ts';
import { readSecurity } from '#contract/security.ts';
import { setAdminClaim } from '#contract/users.ts';
import { ensureFirstAdmin } from '#server/account/first-start/first-admin.ts';
import {
  changeAdmin,
  describeFactor,
  dropFactor,
  openPasswordReset,
} from '#server/users/admins/operate-admins.ts';
import { tellOfActs } from '#server/users/admins/tell-of-acts.ts';
import { beginSignIn, showCode, turnOn } from '#testing/accounts/second-factor.ts';
import { type Client, PASSWORD, type TestServer, testServer } from '#testing/server.ts';

type Person = Client & { uid: string };

describe('the second factor of admins', () => {
  let server: TestServer;
  let people = 0;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  beforeEach(async () => {
    await sql(`update users set role = 'user'`);
    await sql('delete from admin_second_factor');
  });

  async function newPerson(role: 'user' | 'admin'): Promise<Person & { email: string }> {
    people += 1;
    const email = `paza${people}@fotolot.example`;
    const person = await server.newUser(email);
    await sql('update users set role = $2, email_verified_at = now() where id = $1', [person.uid, role]);
    return Object.assign(person, { email });
  }
  const oblige = (admin: Client, isObliged = true) => admin.call(obligeAdmins, { body: { isObliged } });
  /** Returns the mails that what is written about an account causes. */
  const told = async (uid: string) => {
    await tellOfActs(server.app);
    const rows = await sql(
      `select kind, address from mails where data ->> 'userId' = $1 order by length(address), address`,
      [uid],
    );
    return rows.map(({ kind, address }) => [kind, address]);
  };

  describe('when they are obliged', () => {
    it('closes every door of admins to one without it, who is led to the settings and back by setting it up', async () => {
      const [guarded, other] = [await newPerson('admin'), await newPerson('admin')];
      await turnOn(server, guarded);
      deepEqual((await oblige(guarded)).secondFactor, { isObliged: true, without: 1 });
      await rejects(other.call(readInstallation, {}), { code: 'auth/second-factor-needed', status: 403 });
      const claim = { body: { userId: guarded.uid, isAdmin: false } };
      await rejects(other.call(setAdminClaim, claim), { code: 'auth/second-factor-needed' });
      const { key } = await other.call(beginTotp, {});
      await rejects(other.call(readInstallation, {}), { code: 'auth/second-factor-needed' });
      await other.call(confirmTotp, { body: { code: showCode(key) } });
      deepEqual((await other.call(readInstallation, {})).secondFactor, { isObliged: true, without: 0 });
      await other.call(removeSecondFactor, {});
      await rejects(other.call(readInstallation, {}), { code: 'auth/second-factor-needed' });
    });

    it('leaves people who are no admins alone', async () => {
      const [guarded, person] = [await newPerson('admin'), await newPerson('user')];
      await turnOn(server, guarded);
      await oblige(guarded);
      await rejects(person.call(readInstallation, {}), { code: 'auth/admin-required' });
    });

    it('is refused to an admin without one, who may be the only one, and is written down', async () => {
      const admin = await newPerson('admin');
      await rejects(oblige(admin), { code: 'auth/second-factor-alone' });
      await turnOn(server, admin);
      await oblige(admin);
      await oblige(admin);
      await oblige(admin, false);
      const { acts } = await admin.call(listAuditEntries, {});
      deepEqual(
        acts.slice(0, 2).map(({ kind }) => kind),
        ['second-factor-free', 'second-factor-obliged'],
      );
    });

    it('is refused while a process of an older version lives, which would let them in', async () => {
      const admin = await newPerson('admin');
      await turnOn(server, admin);
      await sql(`insert into processes (id, role, migration) values ('old', 'worker', '0110')`);
      try {
        await rejects(oblige(admin), { code: 'http/upgrading' });
      } finally {
        await sql(`delete from processes where id = 'old'`);
      }
      await oblige(admin);
    });
  });

  describe('when it is lost', () => {
    it('is removed by another admin for a reason in the audit log; all sessions end and the owner is told once', async () => {
      const [admin, person] = [await newPerson('admin'), await newPerson('user')];
      const input = { params: { userId: person.uid }, body: { reason: 'Telefon pierdut, sunat înapoi' } };
      await rejects(admin.call(removeUserFactor, input), { code: 'auth/second-factor-missing' });
      await turnOn(server, person);
      equal((await admin.call(readUser, { params: input.params })).hasSecondFactor, true);
      await beginSignIn(server, person.email);
      equal((await admin.call(removeUserFactor, input)).hasSecondFactor, false);
      await rejects(person.call(readSecurity, {}), { code: 'auth/session-required' });
      await server.client().call(login, { body: { email: person.email, password: PASSWORD } });
      const { acts } = await admin.call(listAuditEntries, { query: { userId: person.uid } });
      deepEqual(
        acts.map(({ kind, reason }) => [kind, reason]),
        [['second-factor-removed', 'Telefon pierdut, sunat înapoi']],
      );
      deepEqual(await told(person.uid), [['sign-in-changed', person.email]]);
      deepEqual(await told(person.uid), [['sign-in-changed', person.email]]);
    });

    it('is removed at the machine only when that is asked for: a link for a new password leaves it and says so', async () => {
      const person = await newPerson('user');
      equal(await describeFactor(server.app, person.email), null);
      await turnOn(server, person);
      await openPasswordReset(server.app, person.email);
      match((await describeFactor(server.app, person.email)) ?? '', /leaves that as it is.*drop-factor paza/);
      await beginSignIn(server, person.email);
      match(await dropFactor(server.app, person.email.toUpperCase()), /signs in without a code now/);
      match(await dropFactor(server.app, person.email), /has no second factor/);
      await rejects(dropFactor(server.app, 'lipsa@fotolot.example'), /There is no account/);
      await server.client().call(login, { body: { email: person.email, password: PASSWORD } });
      deepEqual(await told(person.uid), [['sign-in-changed', person.email]]);
    });
  });

  describe('when another becomes one', () => {
    it('they are told once each, whether on its page, at the machine or at the start', async () => {
      const [one, other, page] = [
        await newPerson('admin'),
        await newPerson('admin'),
        await newPerson('user'),
      ];
      const both = [one, other].map(({ email }) => ['admin-granted', email]);
      await one.call(setAdminClaim, { body: { userId: page.uid, isAdmin: true } });
      deepEqual(await told(page.uid), both);
      deepEqual(await told(page.uid), both);
      await sql(`update users set role = 'user' where id = $1`, [page.uid]);
      for (const become of [
        (email: string) => changeAdmin(server.app, { email, isAdmin: true }),
        (email: string) => ensureFirstAdmin(server.app, { email, password: '' }),
      ]) {
        const person = await newPerson('user');
        await become(person.email);
        deepEqual(await told(person.uid), both);
        await sql(`update users set role = 'user' where id = $1`, [person.uid]);
      }
      await ensureFirstAdmin(server.app, { email: 'primul.admin@fotolot.example', password: PASSWORD });
      const [first] = await sql(`select id from users where email = 'primul.admin@fotolot.example'`);
      deepEqual(await told(first.id), both);
    });
  });
});
