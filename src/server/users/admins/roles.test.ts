import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { login, readSession, readToken, refreshToken } from '#contract/auth.ts';
import { checkAdminStatus, readMe, setAdminClaim, type UserDocument } from '#contract/users.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import {
  Client,
  endedSessions,
  PASSWORD,
  pollUntil,
  type Refused,
  type TestServer,
  testServer,
} from '#testing/server.ts';

type Person = Client & { uid: string };

let server: TestServer;
describe('roles', () => {
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query("update users set role = 'user'"));

  async function newAdmin(): Promise<Person> {
    const person = await server.newUser();
    await server.database.pool.query("update users set role = 'admin' where id = $1", [person.uid]);
    return person;
  }
  const setClaim = (by: Client, userId: string, isAdmin: boolean) =>
    by.call(setAdminClaim, { body: { userId, isAdmin } });
  const statusOf = (person: Client) => person.call(checkAdminStatus, {});
  const admins = async () =>
    (await server.database.pool.query("select id from users where role = 'admin'")).rows.map(({ id }) => id);
  const refusal = (attempt: Promise<unknown>): Promise<Refused> =>
    attempt.then(
      () => assert.fail('was not refused'),
      (error: Refused) => error,
    );

  describe('checkAdminStatus', () => {
    it('returns isAdmin and role, from the database at each request', async () => {
      const person = await server.newUser();
      assert.deepEqual(await statusOf(person), { isAdmin: false, role: 'user' });
      await setClaim(await newAdmin(), person.uid, true);
      assert.deepEqual(await statusOf(person), { isAdmin: true, role: 'admin' });
    });

    it('is called with nothing: without a body, with an empty one of any type, and with an empty object', async () => {
      const person = await server.newUser();
      const json = { 'content-type': 'application/json' };
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const init of [{}, { headers: json }, { headers: form }, { headers: json, body: '{}' }]) {
        const path = '/api/functions/checkAdminStatus';
        const answer = await person.fetch(path, { ...init, method: 'POST' });
        assert.deepEqual([answer.status, await answer.json()], [200, { isAdmin: false, role: 'user' }]);
      }
    });
  });

  describe('setAdminClaim', () => {
    it("is refused for non-admins with 'Only admins can set admin claims'", async () => {
      const [person, other] = [await server.newUser(), await server.newUser()];
      for (const target of [other.uid, person.uid, `usr_${'q'.repeat(26)}`]) {
        const { status, code, message } = await refusal(setClaim(person, target, true));
        assert.deepEqual([status, code], [403, 'auth/only-admins-set-claims']);
        assert.equal(message, '403 auth/only-admins-set-claims: Only admins can set admin claims');
      }
      assert.deepEqual(await admins(), []);
    });

    it('grants and revokes admin on another user, and says success', async () => {
      const [admin, person] = [await newAdmin(), await server.newUser()];
      assert.deepEqual(await setClaim(admin, person.uid, true), { success: true });
      assert.equal((await person.call(readMe, {})).role, 'admin');
      assert.deepEqual(await setClaim(admin, person.uid, false), { success: true });
      assert.equal((await person.call(readMe, {})).role, 'user');
    });

    it('is the same done twice: the second time nothing changes', async () => {
      const [admin, person] = [await newAdmin(), await server.newUser()];
      await setClaim(admin, person.uid, true);
      const { rev } = await person.call(readMe, {});
      assert.deepEqual(await setClaim(admin, person.uid, true), { success: true });
      assert.equal((await person.call(readMe, {})).rev, rev);
      const other = await server.newUser();
      assert.deepEqual(await setClaim(admin, other.uid, false), { success: true });
    });

    it('finds no account by an unknown id, and none that was deleted', async () => {
      const [admin, gone] = [await newAdmin(), await server.newUser()];
      await server.database.pool.query('update users set deleted_at = now() where id = $1', [gone.uid]);
      for (const uid of [`usr_${'q'.repeat(26)}`, gone.uid]) {
        const { status, code } = await refusal(setClaim(admin, uid, true));
        assert.deepEqual([status, code], [404, 'users/not-found']);
      }
    });

    it('never takes the own rights, neither of the last admin nor of one among others', async () => {
      const admin = await newAdmin();
      for (const count of [1, 2]) {
        const { status, code } = await refusal(setClaim(admin, admin.uid, false));
        assert.deepEqual([status, code], [409, 'auth/own-rights']);
        assert.equal((await admins()).length, count);
        await newAdmin();
      }
      assert.deepEqual(await setClaim(admin, admin.uid, true), { success: true });
    });

    it('two admins who demote each other at once leave one', async () => {
      for (let round = 0; round < 8; round++) {
        const [one, other] = [await newAdmin(), await newAdmin()];
        const outcomes = await Promise.allSettled([
          setClaim(one, other.uid, false),
          setClaim(other, one.uid, false),
        ]);
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
        assert.equal((await admins()).length, 1);
        await server.database.pool.query("update users set role = 'user'");
      }
    });

    it('admins who all demote the next at once leave one at least', async () => {
      const all = [await newAdmin(), await newAdmin(), await newAdmin(), await newAdmin()];
      const next = (at: number) => all[(at + 1) % all.length]?.uid ?? '';
      await Promise.allSettled(all.map((admin, at) => setClaim(admin, next(at), false)));
      assert.notEqual((await admins()).length, 0);
    });
  });

  describe('a change of role', () => {
    const roleIn = (stream: EventStream) =>
      stream.received
        .flatMap(({ event }) => (event.type === 'snapshot' && event.key === 'users/me' ? [event.data] : []))
        .map((data) => (data as UserDocument).role);

    it('cuts the live streams of that user alone; they come back as an ordinary user’s and bring the news', async () => {
      const [admin, demoted] = [await newAdmin(), await newAdmin()];
      const [stream, bystander] = [new EventStream(demoted), new EventStream(admin)];
      for (const each of [stream, bystander]) await each.waitForLiveEvent(({ key }) => key === 'users/me');
      await setClaim(admin, demoted.uid, false);
      await pollUntil(
        async () => stream.ended,
        (ended) => ended,
      );
      assert.equal(bystander.ended, false);
      const again = new EventStream(demoted, stream.lastId);
      await pollUntil(
        async () => [...roleIn(stream), ...roleIn(again)].at(-1),
        (role) => role === 'user',
      );
      assert.equal(again.status, 200);
      for (const each of [again, bystander]) each.close();
    });

    it('leaves the session as it is: signed in, with a token that says what was', async () => {
      const [admin, promoted] = [await newAdmin(), await server.newUser()];
      const before = await promoted.call(readToken, {});
      await setClaim(admin, promoted.uid, true);
      assert.deepEqual(await promoted.call(readToken, {}), before);
      assert.deepEqual([before.admin, before.role], [false, 'user']);
      assert.equal((await promoted.call(readMe, {})).role, 'admin');
    });
  });

  describe('the token', () => {
    const copyOf = (person: Client) => Object.assign(new Client(server.url), { cookie: person.cookie });

    it('carries the claims as they were when it was issued; a forced refresh brings those of now', async () => {
      const [admin, person] = [await newAdmin(), await server.newUser('jeton@fotolot.example')];
      const first = await person.call(readToken, {});
      await setClaim(admin, person.uid, true);
      const fresh = await person.call(refreshToken, {});
      assert.deepEqual([fresh.admin, fresh.role], [true, 'admin']);
      assert.ok(fresh.issuedAt > first.issuedAt);
      assert.deepEqual(await person.call(readToken, {}), fresh);
      const elsewhere = server.client();
      await elsewhere.call(login, { body: { email: 'jeton@fotolot.example', password: PASSWORD } });
      assert.equal((await elsewhere.call(readToken, {})).role, 'admin');
    });

    it('is another one after a refresh, and the old one is dead once that is used', async () => {
      const person = await server.newUser();
      const old = copyOf(person);
      await person.call(refreshToken, {});
      assert.notEqual(person.cookie, old.cookie);
      assert.equal((await old.call(readMe, {})).uid, person.uid);
      assert.equal((await person.call(readMe, {})).uid, person.uid);
      assert.equal((await refusal(old.call(readMe, {}))).code, 'auth/session-required');
      assert.equal((await old.call(readSession, {})).user, null);
    });

    it('comes with the question who is signed in where the reply to the refresh was lost', async () => {
      const person = await server.newUser();
      const browser = copyOf(person);
      await person.call(refreshToken, {});
      await browser.call(readMe, {});
      assert.notEqual(browser.cookie, person.cookie);
      assert.equal((await browser.call(readSession, {})).user?.uid, person.uid);
      assert.equal(browser.cookie, person.cookie);
      const answer = await browser.fetch(readSession.path);
      assert.deepEqual(answer.headers.getSetCookie(), [], 'once it is used there is nothing to hand out');
    });

    it('ends the streams of the one before: at the refresh, and those that came back with it when the new one is used', async () => {
      const person = await server.newUser();
      const old = copyOf(person);
      const isOver = (stream: EventStream) =>
        pollUntil(
          async () => stream.ended,
          (ended) => ended,
        );
      const first = new EventStream(person);
      await first.waitForLiveEvent(({ key }) => key === 'users/me');
      assert.equal(first.hasRenewedToken, false);
      await person.call(refreshToken, {});
      await isOver(first);
      const second = new EventStream(old);
      await second.waitForLiveEvent(({ key }) => key === 'users/me');
      assert.equal(second.hasRenewedToken, true);
      const third = new EventStream(person);
      await isOver(second);
      await third.waitForLiveEvent(({ key }) => key === 'users/me');
      assert.deepEqual([third.hasRenewedToken, third.ended], [false, false]);
      third.close();
    });

    it('stays the token of the same session: downloads go on, the account has one session', async () => {
      const person = await server.newUser();
      const said = endedSessions(server, person.uid);
      await person.call(refreshToken, {});
      const stream = new EventStream(person);
      await stream.waitForLiveEvent(({ key }) => key === 'users/me');
      // In another browser: in this one it would end the session that was open.
      await server.client().call(login, {
        body: { email: (await person.call(readMe, {})).email, password: PASSWORD },
      });
      await stream.waitForLiveEvent((event) => event.type === 'snapshot' && event.rev > 1);
      assert.equal(stream.ended, false);
      assert.deepEqual(said, []);
      stream.close();
      const { rows } = await server.database.pool.query('select id from sessions where user_id = $1', [
        person.uid,
      ]);
      assert.equal(rows.length, 2);
    });

    it('is the same after several refreshes at once with one token, and good', async () => {
      const person = await server.newUser();
      const tabs = Array.from({ length: 6 }, () => copyOf(person));
      await Promise.all(tabs.map((tab) => tab.call(refreshToken, {})));
      assert.equal(new Set(tabs.map(({ cookie }) => cookie)).size, 1);
      for (const tab of tabs) assert.equal((await tab.call(readMe, {})).uid, person.uid);
    });
  });
});
