import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linePath } from '#web/ui/chart/line-path.ts';
import { computeTicks } from '#web/ui/chart/ticks.ts';

describe('a chart', () => {
  it('is marked at round numbers up to the largest value', () => {
    deepEqual(computeTicks(7), [0, 2, 4, 6, 8]);
    deepEqual(computeTicks(1234), [0, 500, 1000, 1500]);
    deepEqual(computeTicks(0.3), [0, 0.1, 0.2, 0.3]);
    deepEqual(computeTicks(0), [0, 1]);
  });

  it('has no mark at half a photo', () => {
    deepEqual(computeTicks(1), [0, 1]);
    deepEqual(computeTicks(2), [0, 1, 2]);
    deepEqual(computeTicks(3), [0, 1, 2, 3]);
  });

  it('leaves a gap where there was nothing to measure, and shows what was measured once', () => {
    equal(linePath([10, 5, null, 0, null, 10], 10), 'M5,0L15,50M33,100h4M53,0h4');
    equal(linePath([null, null], 10), '');
  });
});
