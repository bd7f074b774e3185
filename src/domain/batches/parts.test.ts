import { deepEqual, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { splitName } from '#domain/batches/lot-name.ts';
import { MOST_NEW_PARTS, splitBetweenThings, splitIntoParts } from '#domain/batches/parts.ts';

describe('a batch with more photos than the plan takes', () => {
  test('is cut into as few parts as fit, with every photo once and in its order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 300 }), fc.integer({ min: 1, max: 60 }), (photos, most) => {
        const parts = splitIntoParts(photos, most);
        deepEqual(parts.flat(), photos);
        ok(parts.every((part) => part.length > 0 && part.length <= most));
        ok(parts.length === Math.ceil(photos.length / most));
      }),
    );
  });

  test('is cut between things, which share a part while they fit', () => {
    const cars = [['a1', 'a2', 'a3'], ['b1', 'b2'], ['c1', 'c2', 'c3', 'c4'], ['d1']];
    deepEqual(splitBetweenThings(cars.flat(), cars, 5), [
      ['a1', 'a2', 'a3', 'b1', 'b2'],
      ['c1', 'c2', 'c3', 'c4', 'd1'],
    ]);
    deepEqual(splitBetweenThings(['c4', 'a1', 'b1', 'a2', 'c1', 'b2', 'd1', 'c2', 'a3', 'c3'], cars, 4), [
      ['c4', 'c1', 'c2', 'c3'],
      ['a1', 'a2', 'a3'],
      ['b1', 'b2', 'd1'],
    ]);
  });

  test('is cut through a thing only where that alone is more than the plan takes', () => {
    const ids = Array.from({ length: 12 }, (_, n) => `p${n}`);
    deepEqual(
      splitBetweenThings(ids, [ids.slice(0, 2), ids.slice(2, 11), ids.slice(11)], 4).map(
        ({ length }) => length,
      ),
      [2, 4, 4, 2],
    );
    deepEqual(splitBetweenThings(ids, [ids], 5), splitIntoParts(ids, 5));
  });

  test('keeps every photo once, in parts that fit and are no more than one split may make where that can be', () => {
    const piles = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(piles, fc.integer({ min: 1, max: 60 }), (thingOf, most) => {
        const ids = thingOf.map((_, n) => `p${n}`);
        const things = [...Map.groupBy(ids, (_, n) => thingOf[n]).values()];
        const parts = splitBetweenThings(ids, things, most);
        deepEqual(parts.flat().sort(), [...ids].sort());
        ok(parts.every((part) => part.length > 0 && part.length <= most));
        ok(parts.length <= Math.max(MOST_NEW_PARTS + 1, Math.ceil(ids.length / most)));
      }),
    );
  });

  test('keeps its name, with the part’s number, within what a name may have', () => {
    deepEqual(splitName('Dacia Logan', 2), 'Dacia Logan (2)');
    deepEqual(splitName('a'.repeat(80), 12).length, 80);
    deepEqual(splitName('Lot din 21 nov.', 2), 'Lot din 21 nov. (2)');
    deepEqual(splitName('Lot din 21 nov. (2)', 3), 'Lot din 21 nov. (4)');
  });
});
