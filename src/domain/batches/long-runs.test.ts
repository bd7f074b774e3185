import { deepEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { looksLong } from '#domain/batches/long-runs.ts';

describe('a run that takes long', () => {
  test('has taken over two minutes, or will by an estimate that rests on half a minute', () => {
    const seconds: [number, number | null, boolean][] = [
      [29, 600, false],
      [30, 91, true],
      [30, 90, false],
      [60, null, false],
      [119, 0, false],
      [121, null, true],
    ];
    deepEqual(
      seconds.map(([passed, left]) => looksLong(passed * 1000, left === null ? null : left * 1000)),
      seconds.map(([, , isLong]) => isLong),
    );
  });
});
