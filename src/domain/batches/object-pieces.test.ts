import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { isWholeObject } from './object-pieces.ts';

const object = (...pieces: readonly (readonly [share: number, length: number])[]) => ({
  pieces: pieces.map(([share, length]) => ({ share, length })),
  box: 0.4,
});

test('one thing is whole, also with a strap or a handle that seems to hang beside it', () => {
  equal(isWholeObject(object([0.3, 1.4])), true);
  equal(isWholeObject(object([0.3, 1.4], [0.02, 5])), true);
  equal(isWholeObject(object([0.3, 1.4], [0.02, 5], [0.02, 2])), true);
});

test('a pair and a set of things alike are whole', () => {
  equal(isWholeObject(object([0.1, 2.6], [0.08, 2.4])), true, 'shoes');
  equal(isWholeObject(object([0.05, 1.2], [0.03, 1.9])), true, 'an earring that is turned away');
  equal(isWholeObject(object([0.06, 1.3], [0.05, 1.2], [0.05, 1.3], [0.04, 1.2])), true, 'cups');
  equal(isWholeObject(object([0.03, 8], [0.028, 8.5], [0.026, 9])), true, 'spoons');
});

test('parts of a thing with others missing between them are no whole object', () => {
  equal(isWholeObject(object([0.06, 2.1], [0.04, 3.2], [0.02, 1.4])), false, 'an arm instead of a dress');
  equal(isWholeObject(object([0.06, 3.1], [0.05, 3.2], [0.04, 3])), false, 'strips of a sleeve');
  equal(isWholeObject(object([0.14, 3.4], [0.058, 1.7])), false, 'a car in two');
});

test('a remnant is no object; a chain is one, thin as it is', () => {
  equal(isWholeObject({ ...object([0.02, 2]), box: 0.04 }), false);
  equal(isWholeObject({ ...object([0.02, 1.1]), box: 0.35 }), true);
  equal(isWholeObject({ pieces: [], box: 0 }), false);
});
