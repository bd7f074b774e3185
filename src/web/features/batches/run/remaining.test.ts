import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { remainingTime } from '#domain/language/time.ts';
import { type Pace, remainingSeconds, withProgress } from '#web/features/batches/run/use-remaining.ts';

const watch = (steps: readonly (readonly [seconds: number, done: number])[]): Pace =>
  steps.reduce<Pace>((pace, [at, done]) => withProgress(pace, done, at * 1000), { startedAt: 0, seen: [] });

describe('the remaining time of a run', () => {
  it('is not guessed before the first photo is done', () => {
    assert.equal(remainingSeconds(watch([]), 14, 5000), null);
    assert.equal(remainingSeconds(watch([[1, 0]]), 14, 5000), null);
  });

  it('comes from the pace so far: „încă vreo 40 de secunde”', () => {
    const pace = watch([
      [0, 0],
      [8, 1],
      [16, 2],
      [24, 3],
      [72, 9],
    ]);
    const seconds = remainingSeconds(pace, 14, 72_000);
    assert.equal(seconds, 40);
    assert.equal(remainingTime(seconds ?? 0), 'încă vreo 40 de secunde');
  });

  it('is known at once after a reload in the middle of a run', () => {
    assert.equal(remainingSeconds(watch([[70, 7]]), 14, 70_000), 70);
  });

  it('follows the pace of the last photos when it changes', () => {
    let pace = watch([
      [10, 1],
      [20, 2],
      [30, 3],
    ]);
    for (let i = 1; i <= 10; i++) pace = withProgress(pace, 3 + i, 30_000 + i * 1000);
    assert.equal(remainingSeconds(pace, 23, 40_000), 10);
  });

  it('falls while a photo is being worked on and never below nothing', () => {
    const pace = watch([
      [10, 1],
      [20, 2],
      [30, 3],
    ]);
    assert.equal(remainingSeconds(pace, 5, 35_000), 15);
    assert.equal(remainingSeconds(pace, 5, 99_000), 0);
  });

  it('starts over when a new run counts from the beginning', () => {
    assert.deepEqual(withProgress(watch([[10, 5]]), 0, 99_000).seen, [{ at: 99_000, done: 0 }]);
  });

  it('survives a clock that runs behind the server’s', () => {
    assert.equal(remainingSeconds({ startedAt: 50_000, seen: [{ at: 40_000, done: 2 }] }, 4, 40_000), null);
  });
});
