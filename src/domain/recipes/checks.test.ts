import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSentence } from '#domain/language/check-sentences.ts';
import { asksForALook, batchWarnings, bitsApart, type CheckedBatch, type CheckedPhoto } from './checks.ts';
import { getBoxCorners } from './geometry.ts';
import { NO_OVERRIDES } from './photo-overrides.ts';
import { DEFAULT_RECIPE } from './recipe.ts';

const GOOD = { tilt: null, sharpness: 900, dhash: null, black: 0.02, white: 0.01 };
const PLATE = getBoxCorners({ x: 0.4, y: 0.6, width: 0.2, height: 0.05 });

function photo(
  id: string,
  change: Partial<CheckedPhoto> = {},
  signs: Partial<CheckedPhoto['signs']> = {},
): CheckedPhoto {
  return {
    id,
    width: 4000,
    height: 3000,
    hasGps: false,
    plates: null,
    plateSuggestions: null,
    signs: { ...GOOD, ...signs },
    ...change,
  };
}

const rendition = {
  suffix: '',
  width: 1600,
  height: 1200,
  fit: 'inside',
  pad: 'white',
  padColour: 'ffffff',
  fill: null,
  format: 'jpeg',
  quality: 82,
  maxBytes: null,
} as const;
const BATCH: CheckedBatch = {
  recipe: DEFAULT_RECIPE,
  exceptions: {},
  outputs: [{ key: 'olx', label: 'OLX', overlays: true, leastSide: null, renditions: [rendition] }],
};
const kinds = (photos: CheckedPhoto[], batch: Partial<CheckedBatch> = {}) =>
  batchWarnings(photos, { ...BATCH, ...batch }).map(({ kind, photoId }) => `${photoId} ${kind}`);

test('a good photo, and one that was read before the checks existed, have no warning', () => {
  assert.deepEqual(kinds([photo('a'), photo('b', { signs: null })]), []);
  assert.deepEqual(kinds([photo('a', {}, { sharpness: null, black: null, white: null })]), []);
});

test('blurry, very blurry, dark and overexposed photos are told apart by their figures', () => {
  assert.deepEqual(kinds([photo('a', {}, { sharpness: 69 })]), ['a blurry']);
  assert.deepEqual(kinds([photo('a', {}, { sharpness: 70 })]), []);
  assert.deepEqual(kinds([photo('a', {}, { sharpness: 29 })]), ['a very-blurry']);
  assert.deepEqual(kinds([photo('a', {}, { black: 0.36 })]), ['a dark']);
  assert.deepEqual(kinds([photo('a', {}, { white: 0.21 })]), ['a bright']);
});

test('a black picture is dark, not blurry', () => {
  assert.deepEqual(kinds([photo('a', {}, { black: 0.9, sharpness: 20 })]), ['a dark']);
});

test('an object whose ratio is reached by another ground leaves the photo its pixels', () => {
  const cutout = { sure: true, approved: false, subject: { x: 0.05, y: 0.2, width: 0.9, height: 0.6 } };
  const recipe = {
    ...DEFAULT_RECIPE,
    crop: '1:1',
    background: { ...DEFAULT_RECIPE.background, kind: 'white' },
  } as const;
  const small = { width: 1100, height: 700 };
  assert.deepEqual(kinds([photo('a', { ...small, cutout })], { recipe }), []);
  assert.deepEqual(kinds([photo('a', small)], { recipe }), ['a small']);
});

test('too few pixels are named with their platforms, after the photo’s own crop', () => {
  assert.deepEqual(kinds([photo('a', { width: 799, height: 599 })]), ['a small']);
  assert.deepEqual(kinds([photo('a', { width: 800, height: 600 })]), []);
  const strict = BATCH.outputs.map((output) => ({ ...output, leastSide: 1400 }));
  assert.deepEqual(kinds([photo('a', { width: 1399, height: 900 })], { outputs: strict }), ['a small']);
  const crop = { x: 0, y: 0, width: 0.15, height: 0.15 };
  assert.deepEqual(kinds([photo('a')], { exceptions: { a: { ...NO_OVERRIDES, crop } } }), ['a small']);
  const [warning] = batchWarnings([photo('a', { width: 700, height: 500 })], {
    ...BATCH,
    outputs: ['OLX', 'Autovit', 'Vinted'].map((label) => ({
      key: label,
      label,
      overlays: true,
      leastSide: null,
      renditions: [rendition],
    })),
  });
  assert.ok(warning);
  assert.equal(
    checkSentence(warning, () => '01'),
    'Are prea puțini pixeli pentru OLX, Autovit și Vinted. O livrăm la mărimea ei.',
  );
});

test('the same shot twice is distinguished from one that only resembles it', () => {
  const base = { dhash: 'ffff0000ffff0000' };
  assert.deepEqual(kinds([photo('a', {}, base), photo('b', {}, { dhash: 'ffff0000ffff00ff' })]), ['b same']);
  assert.deepEqual(kinds([photo('a', {}, base), photo('b', {}, { dhash: 'ffff0000ffff0fff' })]), [
    'b similar',
  ]);
  assert.deepEqual(kinds([photo('a', {}, base), photo('b', {}, { dhash: 'ffff0000ffff1fff' })]), []);
  const [warning] = batchWarnings([photo('a', {}, base), photo('x'), photo('b', {}, base)], BATCH);
  assert.ok(warning && checkSentence(warning, (id) => (id === 'a' ? '01' : '?')) === 'E aceeași poză ca 01.');
  assert.equal(bitsApart('8000000000000001', '0000000000000000'), 2);
});

test('of two photos alike the worse one is named: blurry, then dark, then small, else the later one', () => {
  const hash = { dhash: 'ffff0000ffff0000' };
  const named = (...photos: [CheckedPhoto, CheckedPhoto]) =>
    batchWarnings(photos, BATCH).flatMap((warning) =>
      warning.kind === 'same' ? [`${warning.photoId} as ${warning.as}`] : [],
    );
  const fine = photo('b', {}, hash);
  assert.deepEqual(named(photo('a', {}, { ...hash, sharpness: 50 }), fine), ['a as b']);
  assert.deepEqual(
    named(photo('a', {}, { ...hash, sharpness: 20 }), photo('b', {}, { ...hash, sharpness: 50 })),
    ['a as b'],
  );
  assert.deepEqual(named(photo('a', {}, { ...hash, black: 0.5 }), fine), ['a as b']);
  assert.deepEqual(named(photo('a', { width: 1600, height: 1200 }, hash), fine), ['a as b']);
  assert.deepEqual(named(photo('a', { width: 3990, height: 2990 }, hash), fine), ['b as a']);
  assert.deepEqual(named(fine, photo('c', {}, { ...hash, sharpness: 20 })), ['c as b']);
});

test('a suggested plate asks for a look until it is confirmed or refused', () => {
  const seen = { plateSuggestions: [PLATE] };
  assert.deepEqual(kinds([photo('a', seen)]), ['a plate']);
  assert.deepEqual(kinds([photo('a', { ...seen, plates: [] })]), []);
  assert.deepEqual(kinds([photo('a', { ...seen, plates: [PLATE] })]), []);
  const uncovered = { ...DEFAULT_RECIPE, plates: { ...DEFAULT_RECIPE.plates, kind: 'off' as const } };
  assert.deepEqual(kinds([photo('a', seen)], { recipe: uncovered }), []);
});

test('a place in the file is named, and asks for no look', () => {
  const [warning] = batchWarnings([photo('a', { hasGps: true })], BATCH);
  assert.ok(warning?.kind === 'gps' && !asksForALook(warning));
  assert.ok(asksForALook({ kind: 'blurry', photoId: 'a' }));
});
