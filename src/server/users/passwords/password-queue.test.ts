import { deepEqual, equal, ok } from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { fairQueue } from '#server/users/passwords/password-queue.ts';

describe('the queue of passwords, one at a time and three waiting', () => {
  let inTurn: ReturnType<typeof fairQueue>;
  /** Ends the work that is being done. */
  let endWork: () => void;
  let done: string[];
  let refused: string[];

  beforeEach(async () => {
    inTurn = fairQueue({ concurrency: 1, mostWaiting: 3 });
    [done, refused] = [[], []];
    ask('first');
  });

  function ask(key: string): Promise<void> {
    const work = () => new Promise<void>((resolve) => (endWork = resolve));
    return inTurn({ key, isKnown: false }, work).then(
      () => void done.push(key),
      (error) => {
        ok(error instanceof AppError && error.code === 'auth/too-many-requests');
        refused.push(key);
      },
    );
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  async function finishAll(): Promise<void> {
    for (let left = 5; left > 0; left--) {
      endWork();
      await settle();
    }
  }

  it('a key with many waiting loses its own newest', async () => {
    for (const key of ['crowd', 'crowd', 'crowd', 'newcomer']) void ask(key);
    await settle();
    deepEqual(refused, ['crowd']);
    await finishAll();
    deepEqual(done, ['first', 'crowd', 'newcomer', 'crowd']);
  });

  it('a newcomer stays, and one goes that tried before', async () => {
    for (const key of ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']) void ask(key);
    await settle();
    equal(refused.length, 6);
    void ask('newcomer');
    await settle();
    deepEqual([refused.length, refused.includes('newcomer')], [7, false]);
    await finishAll();
    ok(done.includes('newcomer'));
  });

  it('among newcomers alone the lot decides, not the order', async () => {
    let newcomersLost = 0;
    for (let round = 0; round < 200; round++) {
      inTurn = fairQueue({ concurrency: 1, mostWaiting: 3 });
      refused = [];
      for (const key of ['first', 'a', 'b', 'c', 'newcomer']) void ask(key);
      await settle();
      equal(refused.length, 1);
      if (refused[0] === 'newcomer') newcomersLost += 1;
    }
    ok(newcomersLost > 0 && newcomersLost < 150, `a newcomer lost ${newcomersLost} times of 200`);
  });

  it('tries are forgotten once the queue is empty', async () => {
    for (const key of ['a', 'a', 'a', 'a', 'a']) void ask(key);
    await settle();
    await finishAll();
    refused = [];
    void ask('first');
    for (const key of ['a', 'b', 'c', 'b', 'b', 'c', 'c']) void ask(key);
    await settle();
    equal(refused.includes('a'), false);
  });
});
