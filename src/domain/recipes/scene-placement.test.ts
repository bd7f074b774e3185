import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { framedSize, framingOf, toFramed } from './framing.ts';
import { type Box, boxAround, cornersOf } from './geometry.ts';
import type { Rendition } from './outputs.ts';
import { DEFAULT_RECIPE } from './recipe.ts';
import { scenePlacement } from './scene-placement.ts';

const UPRIGHT = { width: 3000, height: 4000 };
const BOX = { x: 0.1, y: 0.4, width: 0.8, height: 0.25 };
const FORM: Rendition = {
  suffix: '',
  width: 1600,
  height: 1200,
  fit: 'cover',
  pad: 'blur',
  padColour: 'ffffff',
  fill: null,
  format: 'jpeg',
  quality: 82,
  maxBytes: null,
};

test('a car in an upright photo fills a lying form as it does in a lying photo, with room for the floor', () => {
  for (const fit of ['cover', 'contain'] as const) {
    const { canvas, scale } = scenePlacement(
      UPRIGHT,
      { ...FORM, fit },
      { scene: 'showroom-dark', box: BOX, fill: null },
    );
    deepEqual(canvas, { width: 1600, height: 1200 });
    ok(Math.abs((BOX.width * UPRIGHT.width * scale) / canvas.width - 0.82) < 0.01);
  }
});

test('a small object is left a little smaller rather than the file with fewer pixels, but never lost in it', () => {
  const widthOf = (share: number) => {
    const box = { ...BOX, width: share };
    return scenePlacement({ width: 1800, height: 1350 }, FORM, { scene: 'showroom-light', box, fill: null });
  };
  const left = widthOf(0.6);
  deepEqual([left.canvas.width, left.tooSmall], [1600, false]);
  const lost = widthOf(0.4);
  ok(lost.canvas.width < 1300 && (0.4 * 1800) / lost.canvas.width > 0.6);
});

test('a file without a shape of its own keeps the photo’s', () => {
  const { canvas } = scenePlacement(
    UPRIGHT,
    { ...FORM, fit: 'inside' },
    { scene: 'room-mid', box: BOX, fill: null },
  );
  deepEqual(canvas, { width: 900, height: 1200 });
});

test('an asked share comes before the scene’s, and a crop drawn by hand before both', () => {
  const at = (fill: number | null | undefined) =>
    scenePlacement(UPRIGHT, FORM, { scene: 'pedestal-white', box: BOX, fill });
  ok(at(95).scale > at(null).scale);
  const drawn = at(undefined);
  deepEqual(drawn.cut, { x: 0, y: 0, width: 1, height: 1 });
  equal(drawn.photo.height, 1200);
});

test('what the photo cut off ends with the file, as large as if it were whole', () => {
  for (const fit of ['cover', 'contain', 'inside'] as const) {
    const box = { x: 0, y: 0.5, width: 0.7, height: 0.2 };
    const { canvas, photo, cut, x, y, scale } = scenePlacement(
      UPRIGHT,
      { ...FORM, fit },
      { scene: 'room-light', box, fill: null },
    );
    equal(x, 0);
    equal(cut.x, 0);
    ok(Math.abs((box.width * UPRIGHT.width * scale) / canvas.width - 0.76) < 0.01, fit);
    ok(y + photo.height <= canvas.height && photo.width <= canvas.width);
    ok(Math.abs(photo.width / (cut.width * UPRIGHT.width) - scale) < 0.002);
    ok(Math.abs(photo.height / (cut.height * UPRIGHT.height) - scale) < 0.002);
  }
  const below = scenePlacement(UPRIGHT, FORM, {
    scene: 'room-light',
    box: { x: 0.3, y: 0.5, width: 0.4, height: 0.5 },
    fill: null,
  });
  equal(below.y + below.photo.height, 1200);
  const across = scenePlacement(UPRIGHT, FORM, {
    scene: 'room-light',
    box: { x: 0, y: 0.5, width: 1, height: 0.2 },
    fill: null,
  });
  equal(across.photo.height, 1200, 'cut off on both sides it stays as it was photographed');
});

const inRoom = (box: Box, fill: number | null = null) => ({ scene: 'room-mid', box, fill }) as const;

test('what the photo cut off ends with the file also where the photo was straightened or cropped', () => {
  const upright = { width: 4000, height: 3000 };
  const spools = { x: 0.45, y: 0.1, width: 0.14, height: 0.9 };
  const subject = cornersOf(spools);
  const NO_CROP = { x: 0, y: 0, width: 1, height: 1 };
  for (const angle of [-6, -0.7, 0, 0.7, 6]) {
    for (const crop of [NO_CROP, { x: 0.3, y: 0.1, width: 0.6, height: 0.7 }]) {
      const exception = { angle, crop };
      const framing = framingOf(upright, DEFAULT_RECIPE, { exception, tilt: null, subject });
      const box = boxAround(subject.map((at) => toFramed(framing, at)));
      const { y, photo, cut, canvas } = scenePlacement(framedSize(framing), FORM, inRoom(box));
      equal(y + photo.height, canvas.height, `${angle}° ${crop.height}`);
      ok(cut.y + cut.height > 1 - 1e-9 && cut.y + cut.height < 1 + 1e-9);
    }
  }
});
