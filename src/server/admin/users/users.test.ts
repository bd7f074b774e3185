import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ListedUser,
  listUsers,
  readUser,
  type UserGroup,
  type UserSort,
} from '#contract/admin/admin-users.ts';
import { updateMe } from '#contract/users.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { importUsers } from '#server/admin/import/import-users.ts';
import { type Client, type Refused, type TestServer, testServer } from '#testing/server.ts';

describe('the users as admins see them', () => {
  let server: TestServer;
  let admin: Client & { uid: string };

  before(async () => {
    server = await testServer();
    admin = await server.newUser('sef@fotolot.example');
    await server.database.pool.query("update users set role = 'admin' where id = $1", [admin.uid]);
  });
  after(() => server.close());

  const list = (search?: string, cursor?: string) =>
    admin.call(listUsers, { query: { ...(search && { search }), ...(cursor && { cursor }) } });
  const found = async (search: string) => (await list(search)).users.map(({ email }) => email).sort();

  it('are found by the start of words of address and name without diacritics, or by the id', async () => {
    const ana = await server.newUser('ana.pop@fotolot.example');
    await ana.call(updateMe, { body: { displayName: 'Ana Țărănuș' } });
    await server.newUser('ion_20%@fotolot.example');
    assert.deepEqual(await found('ANA.p'), ['ana.pop@fotolot.example']);
    for (const name of ['taranus', 'Țărăn', 'ana ț', ' TĂRĂNUS '])
      assert.deepEqual(await found(name), ['ana.pop@fotolot.example'], name);
    assert.deepEqual(await found(ana.uid), ['ana.pop@fotolot.example']);
    for (const part of ['ion 20', 'ion_20%', 'fotolot io'])
      assert.deepEqual(await found(part), ['ion_20%@fotolot.example'], part);
    for (const unknown of ['%%', '\\', 'nimeni', 'na.pop', 'ion 2', `'x' | !ana`, ana.uid.slice(4, 20)])
      assert.deepEqual(await found(unknown), [], unknown);
  });

  it('come newest first by pages of 50, each once, and deleted accounts never', async () => {
    const users = Array.from({ length: 120 }, (_, n) => ({
      uid: `u${n}`,
      email: `pagina${n}@fotolot.example`,
      // Many accounts of the same instant: pages must still not repeat or lose one.
      createdAt: Date.UTC(2026, 0, 1 + Math.floor(n / 30)),
    }));
    await importUsers(server.app, { users }, { dryRun: false, keepAdmins: false });
    await server.database.pool.query(
      "update users set deleted_at = now() where email = 'pagina7@fotolot.example'",
    );
    const pages = [await list('pagina')];
    for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor ?? null)
      pages.push(await list('pagina', next));
    assert.deepEqual(
      pages.map((page) => page.users.length),
      [50, 50, 19],
    );
    const all = pages.flatMap((page) => page.users);
    assert.equal(new Set(all.map(({ uid }) => uid)).size, 119);
    const dates = all.map(({ createdAt }) => createdAt);
    assert.deepEqual(dates, [...dates].sort().reverse());
  });

  it('are listed with the plan in force: one that has ended is free', async () => {
    const users = [
      { uid: 'in1', email: 'inforce@fotolot.example', plan: 'dealer', planExpiresAt: '2099-01-01T00:00:00Z' },
      { uid: 'in2', email: 'ended@fotolot.example', plan: 'dealer', planExpiresAt: '2020-01-01T00:00:00Z' },
    ];
    await importUsers(server.app, { users }, { dryRun: false, keepAdmins: false });
    assert.equal((await list('inforce@')).users[0]?.plan, 'dealer');
    assert.equal((await list('ended@')).users[0]?.plan, 'free');
  });

  it('show the document as it is read and as it is stored, legacy fields too', async () => {
    const document = {
      email: 'vechi@fotolot.example',
      plan: 'platinum',
      planExpiresAt: '2099-01-01T00:00:00.000Z',
      credits: { totalCredits: 4 },
    };
    await importUsers(server.app, { users: { vechi1: document } }, { dryRun: false, keepAdmins: false });
    const [listed] = (await list('vechi')).users;
    const { user, stored, importedUid } = await admin.call(readUser, {
      params: { userId: listed?.uid ?? '' },
    });
    assert.deepEqual([user.plan, stored.plan, importedUid], ['free', 'platinum', 'vechi1']);
    assert.equal(stored.planExpiresAt, '2099-01-01T00:00:00.000Z');
    assert.equal(stored.subscription, null);
    assert.equal(isActive(readSubscription(user), new Date()), false);
    assert.equal(user.credits.totalCredits, 4);
    assert.doesNotMatch(JSON.stringify({ user, stored }), /password_hash|argon2id/);
  });

  it('come in the order that is asked for, each once, however often credits change meanwhile', async () => {
    const order = async (sort: UserSort, of: (listed: ListedUser) => number | string) => {
      const listedUsers: ListedUser[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const { users, nextCursor } = await admin.call(listUsers, {
          query: { sort, ...(cursor && { cursor }) },
        });
        listedUsers.push(...users);
        cursor = nextCursor ?? undefined;
        more = nextCursor !== null;
      }
      assert.equal(new Set(listedUsers.map(({ uid }) => uid)).size, listedUsers.length, sort);
      return listedUsers.map(of);
    };
    const credits = (await order('credits', (listed) => listed.credits)) as number[];
    assert.ok(credits.length > 100);
    assert.deepEqual(
      credits,
      credits.toSorted((a, b) => b - a),
    );
    const emails = (await order('email', ({ email }) => email)) as string[];
    assert.deepEqual(emails, emails.toSorted());
    const seen = (await order('seen', ({ lastLoginAt }) => lastLoginAt ?? '')) as string[];
    assert.deepEqual(seen, seen.toSorted().toReversed());
  });

  it('may be only the admins, those who bought, or those who are suspended', async () => {
    const one = async (group: UserGroup) =>
      (await admin.call(listUsers, { query: { group } })).users.map(({ email }) => email);
    assert.deepEqual(await one('admins'), ['sef@fotolot.example']);
    assert.deepEqual([await one('paying'), await one('suspended')], [[], []]);
    await server.database.pool.query(
      "update users set suspended_at = now() where email = 'pagina8@fotolot.example'",
    );
    assert.deepEqual(await one('suspended'), ['pagina8@fotolot.example']);
  });

  it('are not found by an unknown id', async () => {
    const refused = await admin.call(readUser, { params: { userId: `usr_${'q'.repeat(26)}` } }).then(
      () => assert.fail('was found'),
      (error: Refused) => error,
    );
    assert.deepEqual([refused.status, refused.code], [404, 'users/not-found']);
  });
});
