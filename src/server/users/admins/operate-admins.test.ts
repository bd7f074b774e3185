import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { confirmPasswordReset, login } from '#contract/auth.ts';
import { checkAdminStatus } from '#contract/users.ts';
import { changeAdmin, listAdmins, openPasswordReset } from '#server/users/admins/operate-admins.ts';
import { type TestServer, testServer } from '#testing/server.ts';

describe('what the operator does about admins at the machine', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const verify = (uid: string) =>
    server.database.pool.query('update users set email_verified_at = now() where id = $1', [uid]);
  const actsAbout = async (uid: string) => {
    const { rows } = await server.database.pool.query(
      'select admin_id, kind from admin_acts where user_id = $1 order by created_at',
      [uid],
    );
    return rows.map(({ admin_id, kind }) => [admin_id, kind]);
  };

  it('lists admins, grants and revokes their rights, and writes each down as the operator’s', async () => {
    const [first, second] = [
      await server.newUser('Ana@fotolot.example'),
      await server.newUser('b@fotolot.example'),
    ];
    await verify(first.uid);
    await verify(second.uid);
    deepEqual(await listAdmins(server.app), []);
    equal(
      await changeAdmin(server.app, { email: 'ANA@fotolot.example', isAdmin: true }),
      'ana@fotolot.example is an admin now.',
    );
    equal(
      await changeAdmin(server.app, { email: 'ana@fotolot.example', isAdmin: true }),
      'ana@fotolot.example is an admin already.',
    );
    await changeAdmin(server.app, { email: 'b@fotolot.example', isAdmin: true });
    deepEqual(await listAdmins(server.app), ['ana@fotolot.example', 'b@fotolot.example']);
    equal((await first.call(checkAdminStatus, {})).isAdmin, true);
    await changeAdmin(server.app, { email: 'ana@fotolot.example', isAdmin: false });
    equal((await first.call(checkAdminStatus, {})).isAdmin, false);
    await rejects(changeAdmin(server.app, { email: 'b@fotolot.example', isAdmin: false }), /only admin/);
    deepEqual(await actsAbout(first.uid), [
      ['operator', 'admin-granted'],
      ['operator', 'admin-revoked'],
    ]);
    deepEqual(await actsAbout(second.uid), [['operator', 'admin-granted']]);
  });

  it('makes no admin of an account whose address is not verified, and says where there is no account', async () => {
    const { uid } = await server.newUser('nou@fotolot.example');
    await server.database.pool.query('update users set email_verified_at = null where id = $1', [uid]);
    await rejects(changeAdmin(server.app, { email: 'nou@fotolot.example', isAdmin: true }), /not verified/);
    const other = await server.newUser('oprit@fotolot.example');
    await verify(other.uid);
    await server.database.pool.query('update users set suspended_at = now() where id = $1', [other.uid]);
    await rejects(changeAdmin(server.app, { email: 'oprit@fotolot.example', isAdmin: true }), /is suspended/);
    for (const email of ['lipsa@fotolot.example', 'x'])
      await rejects(changeAdmin(server.app, { email, isAdmin: true }), /There is no account/);
    deepEqual(await actsAbout(uid), []);
  });

  it('makes a link by which a lost password is chosen anew, once, and no link before it counts', async () => {
    const { uid } = await server.newUser('uitat@fotolot.example');
    const tokenOf = (address: string) =>
      new URLSearchParams(new URL(address).hash.slice(1)).get('token') ?? '';
    const older = tokenOf(await openPasswordReset(server.app, 'uitat@fotolot.example'));
    const address = await openPasswordReset(server.app, 'Uitat@fotolot.example');
    match(address, /\/login\?mode=resetPassword#token=/);
    const choose = (token: string) =>
      server.client().call(confirmPasswordReset, { body: { token, password: 'drumul spre Cluj' } });
    await rejects(choose(older));
    await choose(tokenOf(address));
    await rejects(choose(tokenOf(address)));
    const body = { email: 'uitat@fotolot.example', password: 'drumul spre Cluj' };
    await server.client().call(login, { body });
    await rejects(openPasswordReset(server.app, 'lipsa@fotolot.example'), /There is no account/);
    deepEqual(await actsAbout(uid), [
      ['operator', 'password-link-made'],
      ['operator', 'password-link-made'],
    ]);
  });
});
