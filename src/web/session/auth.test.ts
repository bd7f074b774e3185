import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import type { UserDocument } from '#contract/users.ts';
import { getRevision, noteRevision } from '#web/api/live/revisions.ts';
import { keys, ME } from '#web/api/queries/keys.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { sessionLost } from '#web/api/session-lost.ts';
import { withToken } from '#web/api/token-lock.ts';
import {
  currentUser,
  identity,
  initialiseAuth,
  recheckSession,
  signedIn,
  signedOut,
} from '#web/session/auth.ts';
import { ended } from '#web/session/ended.ts';
import type { RememberedUser } from '#web/session/remembered-user.ts';

const document = (uid: string, rev: number, totalCredits: number) =>
  ({ uid, rev, credits: { totalCredits } }) as UserDocument;

type Reply = { readonly user: UserDocument | null };
const real = { fetch: globalThis.fetch, EventSource: globalThis.EventSource };
/** One entry per request that the server has not answered yet. */
let questions: { answer: (reply: Reply) => void; fail: () => void }[];
let remembered: string | null;
const memory: RememberedUser = {
  lastUser: () => remembered,
  rememberUser: (uid) => {
    remembered = uid;
  },
  forgetUser: () => {
    remembered = null;
  },
};
/** Lets all pending promises settle. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise<void>((done) => setImmediate(done));
}

describe('who is signed in', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    questions = [];
    remembered = null;
    identity.write({ state: 'unknown' });
    globalThis.fetch = () =>
      new Promise((resolve, reject) =>
        questions.push({
          answer: (reply) => resolve(Response.json(reply)),
          fail: () => reject(new TypeError('Failed to fetch')),
        }),
      );
    Object.assign(globalThis, {
      EventSource: class {
        addEventListener() {}
        close() {}
      },
    });
  });

  afterEach(async () => {
    // A question without an answer would hold up the next test's.
    for (const { fail } of questions) fail();
    await signedOut();
    mock.timers.reset();
    Object.assign(globalThis, real);
  });

  /** Acts as if the user was restored from this browser's storage. */
  function remember(user: UserDocument): void {
    remembered = user.uid;
    queryClient.setQueryData(keys.me, user);
  }

  async function start(): Promise<void> {
    void initialiseAuth(memory);
    await settle();
  }

  async function answer(user: UserDocument | null): Promise<void> {
    questions.shift()?.answer({ user });
    await settle();
  }

  test('the cached snapshot comes first, and plan readiness only with a server snapshot', async () => {
    remember(document('usr_1', 4, 0));
    await start();
    assert.deepEqual(identity.read(), { state: 'in', uid: 'usr_1' });
    assert.equal(currentUser()?.credits.totalCredits, 0);
    assert.equal(getRevision(ME), undefined);
    await answer(document('usr_1', 5, 10));
    assert.equal(currentUser()?.credits.totalCredits, 10);
    assert.equal(getRevision(ME), 5);
  });

  test('without a remembered user it stays unknown who is signed in until the server says so', async () => {
    await start();
    assert.equal(identity.read().state, 'unknown');
    await answer(null);
    assert.equal(identity.read().state, 'out');
  });

  test('a server that knows no session ends what the cache showed', async () => {
    remember(document('usr_1', 4, 3));
    await start();
    await answer(null);
    assert.equal(identity.read().state, 'out');
    assert.equal(queryClient.getQueryData(keys.me), undefined);
    assert.equal(remembered, null);
  });

  test('that there is no session is news where there was one, until it is known or this browser ended it itself', async () => {
    await start();
    await answer(null);
    assert.equal(ended.read(), false);
    remember(document('usr_1', 4, 3));
    await start();
    await answer(null);
    assert.equal(ended.read(), true);
    signedIn(document('usr_1', 5, 3));
    assert.equal(ended.read(), false);
    const asked = recheckSession();
    await settle();
    await answer(null);
    await asked;
    assert.equal(ended.read(), false);
  });

  test('a refused request whose session is over is news, too', async () => {
    remember(document('usr_1', 4, 3));
    await start();
    await answer(document('usr_1', 5, 3));
    sessionLost();
    assert.equal(ended.read(), true);
    await signedOut();
    assert.equal(ended.read(), false);
  });

  test('with an unreachable server the cached user stays, never ready, and the server is asked again every 3 s', async () => {
    remember(document('usr_1', 4, 3));
    await start();
    for (let round = 0; round < 3; round++) {
      assert.equal(questions.length, 1);
      questions.shift()?.fail();
      await settle();
      assert.equal(currentUser()?.uid, 'usr_1');
      assert.equal(getRevision(ME), undefined);
      mock.timers.tick(2999);
      assert.equal(questions.length, 0);
      mock.timers.tick(1);
      await settle();
    }
    await answer(document('usr_1', 6, 2));
    assert.equal(getRevision(ME), 6);
  });

  test('what only the reply says is asked for until it comes, also when the live stream brought the user first', async () => {
    remember(document('usr_1', 4, 3));
    await start();
    questions.shift()?.fail();
    await settle();
    noteRevision(ME, 5);
    mock.timers.tick(3000);
    await settle();
    assert.equal(questions.length, 1);
  });

  test('while the token is being renewed nothing asks who is signed in: the old one would leave the proof behind', async () => {
    const [begun, renewed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const renewal = withToken('exclusive', () => {
      begun.resolve();
      return renewed.promise;
    });
    await begun.promise;
    remember(document('usr_1', 4, 3));
    await start();
    assert.equal(questions.length, 0);
    renewed.resolve();
    await renewal;
    await settle();
    assert.equal(questions.length, 1);
    await answer(document('usr_1', 5, 3));
    assert.equal(identity.read().state, 'in');
  });

  test('another user in the same browser starts without anything of the one before', async () => {
    remember(document('usr_1', 9, 3));
    queryClient.setQueryData(keys.batches, { batches: ['lot_1'] });
    await start();
    await answer(document('usr_2', 1, 3));
    assert.deepEqual(identity.read(), { state: 'in', uid: 'usr_2' });
    assert.equal(queryClient.getQueryData(keys.batches), undefined);
    assert.equal(getRevision(ME), 1);
  });

  test('a late reply without a user does not sign out a user who signed in meanwhile', async () => {
    await start();
    signedIn(document('usr_1', 1, 3));
    await answer(null);
    assert.deepEqual(identity.read(), { state: 'in', uid: 'usr_1' });
  });

  test('after a request that may have ended the session the server is asked, and an unreachable one changes nothing', async () => {
    remember(document('usr_1', 1, 3));
    await start();
    await answer(document('usr_1', 1, 3));
    const failed = assert.rejects(recheckSession(), { code: 'auth/network-request-failed' });
    await settle();
    questions.shift()?.fail();
    await failed;
    assert.equal(identity.read().state, 'in');
    const asked = recheckSession();
    await settle();
    await answer(null);
    await asked;
    assert.equal(identity.read().state, 'out');
  });
});
