import assert from 'node:assert/strict';
import { test } from 'node:test';
import { throttleByKey } from '#web/api/live/live.ts';

function fakeTimers() {
  let time = 0;
  const due: { at: number; run: () => void }[] = [];
  return {
    now: () => time,
    after: (ms: number, run: () => void) => void due.push({ at: time + ms, run }),
    advance(ms: number) {
      time += ms;
      for (const timer of due.splice(0)) {
        if (timer.at <= time) timer.run();
        else due.push(timer);
      }
    },
  };
}

test('a burst of changes reads the list at once and once more 500 ms later', () => {
  const timers = fakeTimers();
  const reads: string[] = [];
  const invalidate = throttleByKey(500, (key) => reads.push(`${key}@${timers.now()}`), timers);
  for (let i = 0; i < 10; i++) {
    invalidate('photos');
    timers.advance(20);
  }
  invalidate('batches');
  timers.advance(400);
  assert.deepEqual(reads, ['photos@0', 'batches@200', 'photos@600']);
});
