import assert from 'node:assert/strict';
import { it } from 'node:test';
import { groupBy } from '#domain/group-by.ts';

it('groups keep the order of their first items, and items their order within', () => {
  const groups = groupBy([3, 1, 4, 1, 5], (number) => number % 2 === 0);
  assert.deepEqual(
    [...groups],
    [
      [false, [3, 1, 1, 5]],
      [true, [4]],
    ],
  );
});
