import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { cutAway, withMargins } from '#domain/recipes/crop-fit.ts';
import { WHOLE } from '#domain/recipes/geometry.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE, needsObject, type Recipe } from '#domain/recipes/recipe.ts';
import { AUTOVIT, EMAG, OLX } from '#testing/presets.ts';

const PHOTO = { width: 4000, height: 3000 };
const square: Recipe = { ...DEFAULT_RECIPE, crop: '1:1' };
const padded: Recipe = { ...square, cropBy: 'margins' };
const box = (x: number, width: number) => ({ x, y: 0.2, width, height: 0.6 });
const cut = (recipe: Recipe, subject: ReturnType<typeof box> | null, overrides = NO_OVERRIDES) =>
  cutAway(PHOTO, recipe, { overrides, tilt: null, subject, isCut: subject !== null });

test('a ratio reports what it cuts off: a share of the photo, and whether a part of the object', () => {
  equal(cut(DEFAULT_RECIPE, box(0, 1)), null);
  equal(cut({ ...square, crop: '4:3' }, box(0, 1)), null);
  deepEqual(cut(square, null), { left: { width: 0.75, height: 1 }, object: null });
  equal(cut(square, box(0.1, 0.7))?.object, false);
  equal(cut(square, box(0.1, 0.85))?.object, true);
});

test('on another ground a ratio cuts no object that the photo shows whole: the ground goes on', () => {
  const white: Recipe = { ...square, background: { ...DEFAULT_BACKGROUND, kind: 'white' } };
  deepEqual(cut(white, box(0.1, 0.85)), { left: WHOLE, object: false, isByGround: true });
  equal(cut(white, box(0, 0.95))?.object, true);
  deepEqual(cut(white, box(0.1, 0.7)), { left: { width: 0.75, height: 1 }, object: false });
  const half = { ...NO_OVERRIDES, crop: { x: 0, y: 0, width: 0.5, height: 1 } };
  equal(cut(white, box(0.3, 0.3), half)?.object, true);
});

test('what straightening takes off an object is no reason to cut more of it, and a crop that touches it is one that cuts', () => {
  const tilted = (kind: 'white' | 'keep') =>
    cutAway(
      PHOTO,
      { ...square, straighten: 'auto', background: { ...DEFAULT_BACKGROUND, kind } },
      { overrides: NO_OVERRIDES, tilt: 3, subject: box(0.0125, 0.975), isCut: true },
    );
  equal(tilted('keep')?.object, true);
  equal(tilted('white')?.isByGround, true);
  const white: Recipe = { ...square, background: { ...DEFAULT_BACKGROUND, kind: 'white' } };
  // 0.2 % of the square beyond each end of the object, then as much too little.
  for (const half of [0.3742, 0.3765]) equal(cut(white, box(0.5 - half, 2 * half))?.isByGround, true);
  equal(cut(white, box(0.5 - 0.36, 0.72))?.isByGround, undefined);
});

test('an own picture that was not chosen is no other ground: the ratio crops', () => {
  const none: Recipe = { ...square, background: { ...DEFAULT_BACKGROUND, kind: 'photo', photoId: null } };
  equal(cut(none, box(0.1, 0.85))?.object, true);
});

test('a frame drawn by hand is judged like the ratio’s own', () => {
  const half = { ...NO_OVERRIDES, crop: { x: 0, y: 0, width: 0.5, height: 1 } };
  equal(cut(DEFAULT_RECIPE, box(0.1, 0.3), half)?.object, false);
  equal(cut(DEFAULT_RECIPE, box(0.3, 0.3), half)?.object, true);
});

test('with margins nothing is cut: files that had no shape of their own get the ratio, the others keep theirs', () => {
  equal(cut(padded, box(0, 1)), null);
  const form = (preset: typeof OLX) => {
    const [rendition] = preset.renditions;
    return rendition && withMargins(rendition, padded);
  };
  const { width, height, fit, pad } = form(OLX) ?? {};
  deepEqual([width, height, fit, pad], [1200, 1200, 'contain', 'blur']);
  for (const preset of [EMAG, AUTOVIT]) equal(form(preset), preset.renditions[0]);
  equal(OLX.renditions[0] && withMargins(OLX.renditions[0], square), OLX.renditions[0]);
});

test('where the object is matters for a new background, for how much it fills, and for what a ratio cuts', () => {
  equal(needsObject(DEFAULT_RECIPE), false);
  equal(needsObject(square), true);
  equal(needsObject(padded), false);
  equal(needsObject({ ...DEFAULT_RECIPE, fill: 85 }), true);
});
