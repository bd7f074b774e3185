import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitLots } from '#web/features/batches/start/split-lots.ts';

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `${prefix}-${n + 1}`,
    name: `${prefix}_${n + 1}.jpg`,
    takenAt: null,
    thumbhash: null,
    signs: null,
  }));

describe('a batch of several cars that is more than the plan takes', () => {
  it('is split between the cars, and the first ones stay', () => {
    const photos = [...named('B-12-ABC', 12), ...named('CJ-07-XYZ', 14), ...named('IF-99-ION', 6)];
    deepEqual(splitLots({ photos, most: 20 }), [photos.slice(12).map(({ id }) => id)]);
    deepEqual(
      splitLots({ photos, most: 14 }).map((lot) => lot.length),
      [14, 6],
    );
  });

  it('is cut at the plan’s limit where nothing tells the cars', () => {
    const photos = named('IMG', 25);
    deepEqual(splitLots({ photos, most: 20 }), [photos.slice(20).map(({ id }) => id)]);
  });
});
