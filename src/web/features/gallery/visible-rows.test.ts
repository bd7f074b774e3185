import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeRowTops, rowsBetween } from '#web/features/gallery/use-range.ts';

const tops = computeRowTops([50, 100, 100, 50, 100]);

test('rows are drawn where they are in sight, with some to spare', () => {
  assert.deepEqual(tops, [0, 50, 150, 250, 300, 400]);
  assert.deepEqual(rowsBetween(tops, { from: 60, to: 200 }, 0), { first: 1, last: 2 });
  assert.deepEqual(rowsBetween(tops, { from: 60, to: 200 }, 1), { first: 0, last: 3 });
  assert.deepEqual(rowsBetween(tops, { from: -500, to: 49 }, 2), { first: 0, last: 2 });
  assert.deepEqual(rowsBetween(tops, { from: 9000, to: 9900 }, 1), { first: 3, last: 4 });
});

test('an empty list draws nothing', () => {
  assert.deepEqual(rowsBetween(computeRowTops([]), { from: 0, to: 900 }, 2), { first: 0, last: -1 });
});
