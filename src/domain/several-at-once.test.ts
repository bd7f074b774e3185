import { deepEqual, equal, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { severalAtOnce } from '#domain/several-at-once.ts';

/** Gives way to whatever else can go on. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('work on several items at once', () => {
  it('does each item once, and never more than so many together', async () => {
    for (const items of [[1, 2, 3, 4, 5, 6, 7].values(), streamOf([1, 2, 3, 4, 5, 6, 7])]) {
      const done: number[] = [];
      let [now, most] = [0, 0];
      await severalAtOnce(items, 3, async (item) => {
        now += 1;
        most = Math.max(most, now);
        await turn();
        now -= 1;
        done.push(item);
      });
      deepEqual([done.sort(), most], [[1, 2, 3, 4, 5, 6, 7], 3]);
    }
    await severalAtOnce([], 3, async () => rejects(Promise.resolve()));
  });

  it('begins nothing after a failure, waits for what is under way and closes the list', async () => {
    let [ended, isClosed] = [0, false];
    async function* endless() {
      try {
        for (let item = 0; ; item++) yield item;
      } finally {
        isClosed = true;
      }
    }
    const work = async (item: number) => {
      if (item === 2) throw new Error('two');
      for (let i = 0; i < 5; i++) await turn();
      ended += 1;
    };
    await rejects(severalAtOnce(endless(), 3, work), /two/);
    equal(ended, 2);
    equal(isClosed, true);
  });
});

async function* streamOf<T>(items: readonly T[]) {
  yield* items;
}
