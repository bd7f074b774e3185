import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { changeRight, listLooks, restoreUser, suspendUser } from '#contract/admin/admin-actions.ts';
import { listBooks } from '#contract/admin/admin-books.ts';
import { listUsers, readUser } from '#contract/admin/admin-users.ts';
import { checkAdminStatus, readMe } from '#contract/users.ts';
import type { Right } from '#domain/users/rights.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { exportTable } from '#server/account/export/export-data-view.ts';
import { deleteOldLooks } from '#server/users/admins/right-store.ts';
import { mailsSent, readMails } from '#testing/mail/mails.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

type Person = Client & { uid: string };
const reason = 'Ajută la telefon';

describe('a narrow right', () => {
  let server: TestServer;
  let admin: Person;
  let holder: Person;
  before(async () => {
    server = await testServer();
    admin = await server.newUser();
    await server.database.pool.query("update users set role = 'admin' where id = $1", [admin.uid]);
    holder = await server.newUser('ajutor@fotolot.example');
  });
  after(() => server.close());

  const change = (right: Right, isGiven: boolean, { of = holder.uid, by = admin as Client } = {}) =>
    by.call(changeRight, { params: { userId: of }, body: { right, isGiven, reason } });
  const look = (userId: string, by: Client = holder) => by.call(readUser, { params: { userId } });
  const looksOf = async (userId: string) =>
    (await admin.call(listLooks, { params: { userId } })).looks.map(
      ({ route, about }) => `${route} ${about}`,
    );
  const refused = { code: 'auth/admin-required' };

  it('opens its own pages alone, from the next request on, and is no role', async () => {
    await rejects(look(admin.uid), refused);
    await change('support', true);
    equal((await look(admin.uid)).user.uid, admin.uid);
    await rejects(holder.call(listBooks, {}), refused);
    await rejects(change('accountant', true, { of: admin.uid, by: holder }), refused);
    deepEqual(await holder.call(checkAdminStatus, {}), { isAdmin: false, role: 'user' });
    const { role, rights } = await holder.call(readMe, {});
    deepEqual([role, rights], ['user', ['support']]);
    await change('accountant', true);
    await holder.call(listBooks, {});
    await change('accountant', false);
    await change('support', false);
    await rejects(look(admin.uid), refused);
    await rejects(holder.call(listBooks, {}), refused);
  });

  it('is handed out by an admin with a proof of now, never to oneself, and its holder hears of it', async () => {
    await rejects(change('support', true, { of: admin.uid }), { code: 'auth/own-rights' });
    await rejects(
      server.database.pool.query(
        'insert into account_rights (user_id, name, given_by, given_at) values ($1, $2, $1, now())',
        [admin.uid, 'support'],
      ),
      /check constraint/,
    );
    const longAgo = "update sessions set proved_at = now() - interval '11 minutes' where user_id = $1";
    await server.database.pool.query(longAgo, [admin.uid]);
    await rejects(change('support', true), { code: 'auth/proof-required' });
    await server.database.pool.query('update sessions set proved_at = now() where user_id = $1', [admin.uid]);
    const other = await server.newUser('anunt@fotolot.example');
    await Promise.all([
      change('support', true, { of: other.uid }),
      change('support', true, { of: other.uid }),
    ]);
    await change('support', false, { of: other.uid });
    await mailsSent(server);
    const subjects = (await readMails(server.dataDir))
      .filter(({ to, subject }) => to === 'anunt@fotolot.example' && /dreptul/.test(subject))
      .map(({ subject }) => subject);
    deepEqual(subjects, [
      'Ai primit dreptul „Asistență” la Fotolot',
      'Nu mai ai dreptul „Asistență” la Fotolot',
    ]);
  });

  it('ends when its holder is suspended, and does not come back by itself; and when they are erased', async () => {
    const other = await server.newUser();
    await change('support', true, { of: other.uid });
    await admin.call(suspendUser, { params: { userId: other.uid }, body: { reason } });
    await rejects(change('support', true, { of: other.uid }), { code: 'users/suspended' });
    const { user } = await admin.call(restoreUser, { params: { userId: other.uid }, body: { reason } });
    deepEqual(user.rights, []);
    await change('support', true, { of: other.uid });
    await server.app.change((unit) => eraseAccount(unit, server.app, other.uid));
    const { rows } = await server.database.pool.query('select * from account_rights where user_id = $1', [
      other.uid,
    ]);
    deepEqual(rows, []);
  });

  it('has each look written down, once in ten minutes for the same thing, and an admin’s own looks are not', async () => {
    const [looker, seen] = [await server.newUser(), await server.newUser()];
    await change('support', true, { of: looker.uid });
    // The looks of one test may fall on both sides of a clock's ten minutes.
    const distinct = async () => [...new Set(await looksOf(looker.uid))].sort();
    await look(seen.uid, looker);
    await look(seen.uid, looker);
    await looker.call(listUsers, { query: { search: 'ana' } });
    await look(seen.uid, admin);
    deepEqual(await distinct(), ['GET /api/admin/users ', `GET /api/admin/users/{userId} ${seen.uid}`]);
    equal((await looksOf(looker.uid)).length <= 4, true);
    deepEqual(await looksOf(admin.uid), []);
    const exported = await exportTable(server.app, 'right_looks', seen.uid);
    match(exported, new RegExp(seen.uid));
    equal(exported.includes(looker.uid), false);
    await deleteOldLooks(server.app.db, new Date(Date.now() + 60_000));
    deepEqual(await looksOf(looker.uid), []);
  });
});
