import { deepEqual, equal } from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { isReachable, watchNetwork } from '#web/api/reachability.ts';

describe('when the browser says that the connection is back', () => {
  const realFetch = globalThis.fetch;
  const target = new EventTarget();
  const asked: string[] = [];
  let answers: ('lost' | 200 | 503)[] = [];
  let stop = () => {};
  const say = async (word: 'online' | 'offline') => {
    target.dispatchEvent(new Event(word));
    await turn();
  };
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    await turn();
  };

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    asked.length = 0;
    globalThis.fetch = async (url, init) => {
      // Other tests share this process, and their leftovers may still ask.
      if (url !== '/healthz') return realFetch(url, init);
      asked.push(String(url));
      const answer = answers.shift() ?? 200;
      if (answer === 'lost') throw new TypeError('Failed to fetch');
      return new Response(null, { status: answer });
    };
    stop = watchNetwork(target);
  });
  afterEach(() => {
    stop();
    mock.timers.reset();
    globalThis.fetch = realFetch;
  });

  it('the server is asked until it replies, ever less often', async () => {
    answers = ['lost', 503, 200];
    await say('offline');
    await say('online');
    await pass(999);
    deepEqual([asked.length, isReachable()], [1, false]);
    await pass(1);
    await pass(1999);
    deepEqual([asked.length, isReachable()], [2, false]);
    await pass(1);
    deepEqual([asked.length, isReachable()], [3, true]);
    await pass(60_000);
    equal(asked.length, 3);
  });

  it('the server is not asked any more once the connection is away again', async () => {
    answers = ['lost'];
    await say('offline');
    await say('online');
    await say('offline');
    await pass(60_000);
    deepEqual([asked.length, isReachable()], [1, false]);
  });
});
