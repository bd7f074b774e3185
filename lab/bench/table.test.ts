import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { toLine } from './table.ts';

const ROW = { measured: 'two ÷ one', ours: '3.90', other: '2.00', ratios: [1.9, 1.95, 2], goal: '≥ 1.85' };
const toVerdict = (line: string) => line.split(' | ').at(-1);

test('a row of the bench says whether its goal is met, and why a figure that cannot be is none', () => {
  deepEqual(
    [
      toLine({ ...ROW, met: true }),
      toLine({ ...ROW, met: false }),
      toLine({ ...ROW, met: null, goal: null }),
      toLine({ ...ROW, met: true, unsound: '3.79 times one' }),
    ].map(toVerdict),
    ['≥ 1.85: met |', '≥ 1.85: missed |', '– |', 'unsound: 3.79 times one |'],
  );
});
