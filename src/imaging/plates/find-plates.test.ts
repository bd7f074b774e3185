import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quad } from '#domain/recipes/geometry.ts';
import { drawPlate, layInto, ROMANIAN } from '#imaging/fixtures/plate.ts';
import { carTrial, PLATE_KINDS } from '#imaging/fixtures/plate-photos.ts';
import { measureSearch } from '#imaging/fixtures/plate-search.ts';
import { OTHER_KINDS, otherTrial } from '#imaging/fixtures/plateless-photos.ts';
import { filled, type Rgb } from '#imaging/raw.ts';
import { findPlates } from './find-plates.ts';

const SIZE = { width: 800, height: 600 };
const LARGE = { width: 1200, height: 900 };
/** Kinds whose picture is full of words in capitals. */
const WORDS = ['sign', 'book', 'label', 'shop'];

test('the plate is the first suggestion on most drawn cars, near or far, slanted, dirty, in shade and glare, one of them as light as its plate', () => {
  const kinds = PLATE_KINDS.filter((kind) => kind !== 'two lines');
  const { hits, trials } = measureSearch(
    kinds.flatMap((kind) => [1, 2].map((seed) => carTrial(kind, seed, kind === 'far' ? LARGE : SIZE))),
  );
  assert.ok(hits >= 0.65 * trials, `${hits} of ${trials}`);
});

test('walls, grilles, fences, cloth and keys are not taken for plates; words in capitals seldom', () => {
  const of = (kinds: readonly (typeof OTHER_KINDS)[number][]) =>
    measureSearch(kinds.flatMap((kind) => [1, 2].map((seed) => otherTrial(kind, seed, SIZE))));
  const plain = of(OTHER_KINDS.filter((kind) => !WORDS.includes(kind)));
  assert.equal(plain.wrong, 0);
  const words = of(OTHER_KINDS.filter((kind) => WORDS.includes(kind)));
  assert.ok(words.wrong <= 0.25 * words.trials, `${words.wrong} of ${words.trials}`);
});

test('white on black is a plate too; the same board with a word on it is none', () => {
  const onWall = (lines: readonly string[], ground: Rgb, ink: Rgb) => {
    const picture = filled(SIZE, [120, 118, 112]);
    const board = drawPlate({ ...ROMANIAN, lines, ground, ink, band: null }, 220);
    const quad = [
      { x: 250, y: 280 },
      { x: 550, y: 290 },
      { x: 550, y: 353 },
      { x: 250, y: 343 },
    ] as unknown as Quad;
    layInto(picture, board, quad);
    return findPlates(picture).length;
  };
  const [black, white]: readonly [Rgb, Rgb] = [
    [16, 16, 18],
    [235, 235, 230],
  ];
  assert.equal(onWall(['B 123 ABC'], black, white), 1);
  assert.equal(onWall(['B 123 ABC'], white, black), 1);
  assert.equal(onWall(['FARMACIE'], white, black), 0);
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
