import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyedQueue, FEW_WAITING, LONGEST_REST_MS } from '#server/http/limits/turns.ts';

describe('edits of one person', () => {
  const burst = (inTurn: ReturnType<typeof createKeyedQueue>, many: number, done: string[]) =>
    Promise.all(Array.from({ length: many }, (_, n) => inTurn('ana', async () => done.push(`ana ${n}`))));

  it('of which there are a few follow each other at once', async () => {
    const rests: number[] = [];
    const done: string[] = [];
    const inTurn = createKeyedQueue(300, async (milliseconds) => rests.push(milliseconds));
    await burst(inTurn, 1 + FEW_WAITING, done);
    deepEqual([done.length, rests], [1 + FEW_WAITING, []]);
  });

  it('of which there are many rest after each until a few are left, for others’ sake and not long', async () => {
    const rests: number[] = [];
    const done: string[] = [];
    const inTurn = createKeyedQueue(300, async (milliseconds) => rests.push(milliseconds));
    await burst(inTurn, 30, done);
    deepEqual(
      done,
      Array.from({ length: 30 }, (_, n) => `ana ${n}`),
    );
    equal(rests.length, 30 - 1 - FEW_WAITING);
    ok(rests.every((milliseconds) => milliseconds >= 0 && milliseconds <= LONGEST_REST_MS));
  });

  it('rest alone: another person’s go on, and one that failed stops none', async () => {
    let wake = () => {};
    const resting = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const done: string[] = [];
    const inTurn = createKeyedQueue(300, () => resting);
    const failed = inTurn('ana', async () => {
      throw new Error('no');
    });
    const others = burst(inTurn, 10, done);
    await rejects(failed);
    await inTurn('dan', async () => done.push('dan'));
    deepEqual(done, ['dan']);
    wake();
    await others;
    equal(done.length, 11);
  });
});
