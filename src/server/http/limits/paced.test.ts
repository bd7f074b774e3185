import { deepEqual, equal, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createRateGate } from '#server/http/limits/paced.ts';

describe('responses that are spread', () => {
  it('go out some at once and the rest in steps, in the order they came; after a pause at once again', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const next = createRateGate({ concurrency: 2, everyMs: 5 });
    const passed: number[] = [];
    const come = (n: number) => void next().then(() => passed.push(n));
    for (const n of [1, 2, 3, 4, 5]) come(n);
    const seen: number[][] = [];
    for (const ms of [0, 5, 5, 5, 5]) {
      t.mock.timers.tick(ms);
      await turn();
      seen.push([...passed]);
    }
    deepEqual(seen, [
      [1, 2],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ]);
    come(6);
    await turn();
    deepEqual(passed.at(-1), 6);
  });

  it('are refused once too many wait, and are let through again once fewer do', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const next = createRateGate({ concurrency: 1, everyMs: 1000, mostWaiting: 2 });
    await next();
    const waiting = [next(), next()];
    await rejects(next(), { code: 'http/too-many-requests', details: { retryAfter: 2 } });
    t.mock.timers.tick(1000);
    await waiting[0];
    waiting.push(next());
    t.mock.timers.tick(1000);
    t.mock.timers.tick(1000);
    equal((await Promise.all(waiting)).length, 3);
  });
});
