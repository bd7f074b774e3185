import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { createTransactionRunner } from '#server/adapters/live/changes.ts';
import type { App } from '#server/app.ts';
import { proveSession, requireProof } from '#server/users/sign-in/session-proof-store.ts';
import {
  type Asker,
  closeSession,
  deleteOldSessions,
  endAllSessions,
  endOtherSessions,
  endSession,
  openSession,
  sessionLook,
  suspendSessions,
  userFinder,
} from '#server/users/sign-in/session-store.ts';
import { hashToken } from '#server/users/sign-in/session-token.ts';
import { refreshToken, reissueSuccessor, TOKEN_GRACE_MS } from '#server/users/sign-in/token-renewal-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { pollUntil } from '#testing/server.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NO_SESSION = { code: 'auth/session-required' };

describe('a renewed token', () => {
  let test: TestApp;
  let app: App;

  before(async () => {
    test = await testApp();
    ({ app } = test);
  });
  after(() => test.close());

  const find = (token: string, by = app) => userFinder(by)(token);
  const counts = async (token: string, by = app) => (await find(token, by)) !== null;
  async function held(token: string): Promise<Asker> {
    const user = await find(token);
    if (!user) throw new Error('no session');
    return user;
  }
  /** A browser that signed in so long ago that its owner would have to prove again who they are. */
  async function enter(userId?: string): Promise<{ userId: string; token: string }> {
    const id = userId ?? (await test.newUser()).id;
    const token = await app.change(({ tx }) => openSession(tx, app, { userId: id, userAgent: 'node' }));
    await app.db.updateTable('sessions').set({ proved_at: null }).where('user_id', '=', id).execute();
    return { userId: id, token };
  }
  const prove = async (token: string) => {
    const user = await held(token);
    return app.change((unit) => proveSession(unit, app, { user, oldToken: token, hasGrace: true }));
  };
  const refresh = async (token: string) => (await refreshToken(app, await held(token), token)).token;
  const handOut = async (token: string) => reissueSuccessor(app, await held(token), token);
  const rowOf = (userId: string) =>
    app.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();

  it('counts for a minute while the new one is not used, and not a moment longer', async () => {
    const { token } = await enter();
    await refresh(token);
    test.advance(TOKEN_GRACE_MS - 1000);
    equal(await counts(token), true);
    test.advance(1000);
    equal(await counts(token), false);
  });

  it('counts no more once the new one is used, in any process, and what it needed is forgotten', async () => {
    const { userId, token } = await enter();
    const database = openDatabase(test.databaseUrl, app.log);
    const change = createTransactionRunner(database.db, {
      now: app.now,
      log: app.log,
      notify: async () => {},
    });
    const elsewhere: App = { ...app, db: database.db, change };
    const next = await refresh(token);
    deepEqual([await counts(token), await counts(token, elsewhere)], [true, true]);
    equal(await counts(next, elsewhere), true);
    deepEqual(
      [await counts(token), await counts(token, elsewhere), await counts(next)],
      [false, false, true],
    );
    const { previous_token_hash, previous_until, previous_proved_at, renewal_salt } = await rowOf(userId);
    deepEqual(
      [previous_token_hash, previous_until, previous_proved_at, renewal_salt],
      [null, null, null, null],
    );
    await database.close();
  });

  it('hands the new one out again where the reply with it was lost, and that one lasts', async () => {
    const { token } = await enter();
    const lost = await refresh(token);
    const [first, second] = await Promise.all([handOut(token), handOut(token)]);
    deepEqual([first, second], [lost, lost], 'the same in every tab, so that none ends another’s');
    equal(await counts(lost), true);
    test.advance(13 * DAY);
    deepEqual([await counts(lost), await counts(token)], [true, false]);
  });

  it('hands nothing out once the new one was used', async () => {
    const { token } = await enter();
    const user = await held(token);
    await counts(await refresh(token));
    equal(await reissueSuccessor(app, user, token), null);
    await rejects(refreshToken(app, user, token), NO_SESSION);
    await rejects(
      app.change((unit) => proveSession(unit, app, { user, oldToken: token, hasGrace: true })),
      NO_SESSION,
    );
  });

  it('counts no longer for being used to renew again and again', async () => {
    const { token } = await enter();
    await refresh(token);
    for (const again of [refresh, prove, handOut, prove]) {
      test.advance(TOKEN_GRACE_MS / 5);
      await again(token);
    }
    test.advance(TOKEN_GRACE_MS / 5);
    equal(await counts(token), false);
  });

  it('gets all that refresh at once with it the same new one', async () => {
    const { token } = await enter();
    const user = await held(token);
    const renewed = await Promise.all(Array.from({ length: 6 }, () => refreshToken(app, user, token)));
    const tokens = new Set(renewed.map(({ token: next }) => next));
    equal(tokens.size, 1);
    for (const next of tokens) equal(await counts(next), true);
  });

  it('ends at once where it has no grace, as at a change of password, and hands nothing out', async () => {
    for (const isAgain of [false, true]) {
      const { userId, token } = await enter();
      const user = await held(token);
      // It had been renewed just before.
      if (isAgain) await refresh(token);
      const next = await app.change((unit) =>
        proveSession(unit, app, { user, oldToken: token, hasGrace: false }),
      );
      deepEqual([await counts(token), await counts(next)], [false, true]);
      await rejects(refreshToken(app, user, token), NO_SESSION);
      equal(await reissueSuccessor(app, user, token), null);
      equal((await rowOf(userId)).renewal_salt, null);
    }
  });

  it('ends at once with its session, however that ends', async () => {
    const ways: Record<string, (user: Asker) => Promise<unknown>> = {
      'signing out': (user) => closeSession(app, user),
      'signing out everywhere': ({ id }) => app.change((unit) => endAllSessions(unit, app, id)),
      'from another device': ({ id: userId, sessionId }) =>
        app.change((unit) => endSession(unit, app, { userId, sessionId })),
      'a change of password elsewhere': async ({ id: userId }) => {
        const { sessionId: keptId } = await held((await enter(userId)).token);
        return app.change((unit) => endOtherSessions(unit, app, { userId, keptId }));
      },
      suspension: ({ id }) => app.change((unit) => suspendSessions(unit, app, id)),
      'the end of its 60 days': ({ sessionId }) =>
        app.db.updateTable('sessions').set({ expires_at: app.now() }).where('id', '=', sessionId).execute(),
      'two weeks without use': ({ sessionId }) =>
        app.db
          .updateTable('sessions')
          .set({ seen_at: new Date(app.now().getTime() - 14 * DAY) })
          .where('id', '=', sessionId)
          .execute(),
    };
    for (const [way, end] of Object.entries(ways)) {
      const { token } = await enter();
      const user = await held(token);
      const next = await refresh(token);
      await end(user);
      deepEqual([await counts(token), await counts(next)], [false, false], way);
    }
  });

  describe('and a proof', () => {
    it('that was given since: it belongs to the new token alone', async () => {
      const { token } = await enter();
      const thief = await held(token);
      const next = await prove(token);
      equal((await held(token)).isProven, false);
      for (const user of [thief, await held(token)])
        await rejects(requireProof(app.db, app, user), { code: 'auth/proof-required' });
      equal((await held(next)).isProven, true);
      await requireProof(app.db, app, await held(next));
      await rejects(requireProof(app.db, app, thief), { code: 'auth/proof-required' });
    });

    it('does not go along when the new token is handed out again', async () => {
      const { token } = await enter();
      const next = await prove(token);
      equal(await handOut(token), next);
      equal((await held(next)).isProven, false);
    });

    it('given again with it makes another token than the one that was handed out before', async () => {
      const { token } = await enter();
      const stolen = await prove(token);
      equal(await handOut(token), stolen);
      const proven = await prove(token);
      notEqual(proven, stolen);
      equal(await counts(stolen), false);
      equal((await held(proven)).isProven, true);
    });

    it('of before the renewal stays', async () => {
      const { userId, token } = await enter();
      await app.db
        .updateTable('sessions')
        .set({ proved_at: app.now() })
        .where('user_id', '=', userId)
        .execute();
      const next = await refresh(token);
      equal((await held(token)).isProven, true);
      await handOut(token);
      equal((await held(next)).isProven, true);
    });
  });

  it('is stored as a hash, as its successor is, and cleaning up leaves both', async () => {
    const { userId, token } = await enter();
    const next = await refresh(token);
    await deleteOldSessions(app.db, app.now());
    const row = await rowOf(userId);
    deepEqual([row.previous_token_hash, row.token_hash], [hashToken(token), hashToken(next)]);
    const stored = JSON.stringify(row);
    for (const secret of [token, next]) equal(stored.includes(secret), false);
  });

  it('keeps a stream only as long as it counts itself', async () => {
    const { token } = await enter();
    const isSame = sessionLook(app);
    const before = await held(token);
    const next = await refresh(token);
    const during = await held(token);
    deepEqual([await isSame(before), await isSame(during)], [false, true]);
    test.advance(TOKEN_GRACE_MS);
    equal(await isSame(during), false);
    equal(await isSame(await held(next)), true);
  });

  it('has all processes look at the streams of its session, when it is renewed and when it ends, and ends no other', async () => {
    const { userId, token } = await enter();
    const { sessionId } = await held(token);
    const heard: string[] = [];
    const unsubscribe = app.live.subscribe(userId, {
      onChange: () => {},
      onSessionEnd: () => void heard.push('end'),
      onTokenChange: (session) => void heard.push(session),
    });
    const next = await refresh(token);
    await counts(next);
    await counts(next);
    // Behind all that was said before.
    await app.live.endSessions(userId, null);
    await pollUntil(
      async () => heard,
      (all) => all.includes('end'),
    );
    deepEqual(heard, [sessionId, sessionId, 'end']);
    unsubscribe();
  });

  it('is no way past a proof that has grown old', async () => {
    const { token } = await enter();
    const proven = await prove(token);
    await held(proven);
    test.advance(9 * MINUTE + 45_000);
    await refresh(proven);
    equal((await held(proven)).isProven, true);
    test.advance(30_000);
    equal((await held(proven)).isProven, false);
  });
});
