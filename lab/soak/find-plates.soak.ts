import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carSample, PLATE_KINDS } from '#imaging/fixtures/plate-photos.ts';
import { measureSearch } from '#imaging/fixtures/plate-search.ts';
import { OTHER_KINDS, otherSample } from '#imaging/fixtures/plateless-photos.ts';

const SEEDS = Array.from({ length: 6 }, (_, n) => 100 + n);
const SIZES = [
  { width: 1600, height: 1200 },
  { width: 1200, height: 900 },
  { width: 900, height: 1200 },
];
const getSize = (seed: number) => SIZES[seed % SIZES.length] ?? { width: 1200, height: 900 };
/** Characters that touch, or are six pixels tall, leave too little to go by. */
const HARD: Readonly<Record<string, number>> = { 'two lines': 0.5, far: 0.7, soft: 0.7 };

for (const kind of PLATE_KINDS) {
  test(`of drawn cars of the kind “${kind}” the plate is found at the first guess`, (t) => {
    const { hits, samples } = measureSearch(
      SEEDS.map((seed) => carSample(kind, seed, { size: getSize(seed) })),
    );
    t.diagnostic(`${kind}: ${hits} of ${samples}`);
    assert.ok(hits >= (HARD[kind] ?? 0.9) * samples, `${hits} of ${samples}`);
  });
}

for (const kind of OTHER_KINDS) {
  test(`of drawn pictures of the kind “${kind}” few are suggested to have a plate`, (t) => {
    const { wrong, samples } = measureSearch(
      SEEDS.map((seed) => otherSample(kind, seed, { size: getSize(seed) })),
    );
    t.diagnostic(`${kind}: ${wrong} of ${samples}`);
    assert.ok(
      wrong <= (['sign', 'book', 'label', 'shop'].includes(kind) ? 0.17 : 0.05) * samples,
      `${wrong} of ${samples}`,
    );
  });
}
