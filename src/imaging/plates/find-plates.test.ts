import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carTrial, PLATE_KINDS } from '#imaging/fixtures/plate-photos.ts';
import { measureSearch } from '#imaging/fixtures/plate-search.ts';
import { OTHER_KINDS, otherTrial } from '#imaging/fixtures/plateless-photos.ts';
import { filled } from '#imaging/raw.ts';
import { findPlates } from './find-plates.ts';

const SIZE = { width: 800, height: 600 };
const LARGE = { width: 1200, height: 900 };
/** Kinds whose picture is full of words in capitals: some of those look exactly like a plate. */
const WORDS = ['sign', 'book', 'label', 'shop'];

test('the plate is the first suggestion on nearly every drawn car, near or far, slanted, dirty, in shade and glare', () => {
  const kinds = PLATE_KINDS.filter((kind) => kind !== 'two lines');
  const { hits, trials } = measureSearch(
    kinds.flatMap((kind) => [1, 2].map((seed) => carTrial(kind, seed, kind === 'far' ? LARGE : SIZE))),
  );
  assert.ok(hits >= 0.88 * trials, `${hits} of ${trials}`);
});

test('walls, grilles, fences, cloth and keys are not taken for plates; words in capitals seldom', () => {
  const of = (kinds: readonly (typeof OTHER_KINDS)[number][]) =>
    measureSearch(kinds.flatMap((kind) => [1, 2].map((seed) => otherTrial(kind, seed, SIZE))));
  const plain = of(OTHER_KINDS.filter((kind) => !WORDS.includes(kind)));
  assert.equal(plain.wrong, 0);
  const words = of(OTHER_KINDS.filter((kind) => WORDS.includes(kind)));
  assert.ok(words.wrong <= 0.5 * words.trials, `${words.wrong} of ${words.trials}`);
});

test('a picture with nothing in it, or hardly any pixels, has no plate', () => {
  assert.deepEqual(findPlates(filled({ width: 640, height: 480 }, [128, 128, 128])), []);
  assert.deepEqual(findPlates(filled({ width: 8, height: 8 }, [0, 0, 0])), []);
  assert.deepEqual(findPlates(filled({ width: 1, height: 300 }, [255, 255, 255])), []);
});

test('the same picture always gets the same suggestions', () => {
  const { picture } = carTrial('plain', 5, SIZE);
  assert.deepEqual(findPlates(picture), findPlates(picture));
});

test('a plate of two lines gets one suggestion, over both of them', () => {
  const [first, ...others] = findPlates(carTrial('two lines', 5, SIZE).picture);
  assert.ok(first);
  assert.deepEqual(others, []);
  const [a, b, , d] = first.quad;
  const shape = ((b.x - a.x) * SIZE.width) / ((d.y - a.y) * SIZE.height);
  assert.ok(shape > 1.1 && shape < 1.7, `${shape.toFixed(2)} times as wide as high`);
});
