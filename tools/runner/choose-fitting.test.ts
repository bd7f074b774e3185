import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { chooseFitting } from './choose-fitting.ts';

it('of the laboratory’s journeys as many are run as there is time for, and one at least', () => {
  const files = ['a', 'b', 'c', 'd'];
  const count = (leftMs: number) => chooseFitting(files, { leftMs, allMs: 8 }).length;
  deepEqual([9, 8, 7, 4, 1, -5].map(count), [4, 4, 3, 2, 1, 1]);
  deepEqual(chooseFitting([], { leftMs: 1, allMs: 8 }), []);
});
