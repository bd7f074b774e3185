import { deepEqual, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { splitName } from '#domain/batches/lot-name.ts';
import { splitIntoParts } from '#domain/batches/parts.ts';

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

  test('keeps its name, with the part’s number, within what a name may have', () => {
    deepEqual(splitName('Dacia Logan', 2), 'Dacia Logan (2)');
    deepEqual(splitName('a'.repeat(80), 12).length, 80);
    deepEqual(splitName('Lot din 21 nov.', 2), 'Lot din 21 nov. (2)');
    deepEqual(splitName('Lot din 21 nov. (2)', 3), 'Lot din 21 nov. (4)');
  });
});
