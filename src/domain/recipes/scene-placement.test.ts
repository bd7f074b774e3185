import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { type Background, DEFAULT_BACKGROUND, type Scene } from './background.ts';
import { computeFraming, framedSize, toFramed } from './framing.ts';
import { type Box, boxAround, getBoxCorners } from './geometry.ts';
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

const into = (scene: Scene): Background => ({ ...DEFAULT_BACKGROUND, kind: 'scene', scene });

test('a car in an upright photo fills a lying form as it does in a lying photo, with room for the floor', () => {
  for (const fit of ['cover', 'contain'] as const) {
    const { canvas, scale } = scenePlacement(
      UPRIGHT,
      { ...FORM, fit },
      { background: into('showroom-dark'), box: BOX, fill: null },
    );
    deepEqual(canvas, { width: 1600, height: 1200 });
    ok(Math.abs((BOX.width * UPRIGHT.width * scale) / canvas.width - 0.82) < 0.01);
  }
});

test('a small object is left a little smaller rather than the file with fewer pixels, but never lost in it', () => {
  const widthOf = (share: number) => {
    const box = { ...BOX, width: share };
    return scenePlacement({ width: 1800, height: 1350 }, FORM, {
      background: into('showroom-light'),
      box,
      fill: null,
    });
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
    { background: into('room-mid'), box: BOX, fill: null },
  );
  deepEqual(canvas, { width: 900, height: 1200 });
});

test('an asked share comes before the scene’s, and a crop drawn by hand before both', () => {
  const at = (fill: number | null | undefined) =>
    scenePlacement(UPRIGHT, FORM, { background: into('pedestal-white'), box: BOX, fill });
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
      { background: into('room-light'), box, fill: null },
    );
    equal(x, 0);
    equal(cut.x, 0);
    ok(Math.abs((box.width * UPRIGHT.width * scale) / canvas.width - 0.76) < 0.01, fit);
    ok(y + photo.height <= canvas.height && photo.width <= canvas.width);
    ok(Math.abs(photo.width / (cut.width * UPRIGHT.width) - scale) < 0.002);
    ok(Math.abs(photo.height / (cut.height * UPRIGHT.height) - scale) < 0.002);
  }
  const below = scenePlacement(UPRIGHT, FORM, {
    background: into('room-light'),
    box: { x: 0.3, y: 0.5, width: 0.4, height: 0.5 },
    fill: null,
  });
  equal(below.y + below.photo.height, 1200);
});

const FORMS = (['cover', 'contain'] as const).flatMap((fit) =>
  (['white', 'blur'] as const).flatMap((pad) =>
    [
      { width: 1600, height: 1200 },
      { width: 1200, height: 1200 },
      { width: 1200, height: 1600 },
    ].map((size): Rendition => ({ ...FORM, ...size, fit, pad })),
  ),
);
const CUTTING: Rendition = { ...FORM, pad: 'white' };
/** A dress, from the model's neck to her knees. */
const DRESS = { x: 0.13, y: 0, width: 0.76, height: 1 };
const inRoom = (box: Box, fill: number | null = null) =>
  ({ background: into('room-mid'), box, fill }) as const;

test('what hangs on the wall leaves no room for a plinth or a floor', () => {
  const share = (background: Background) => {
    const { canvas, scale } = scenePlacement(UPRIGHT, FORM, { background, box: BOX, fill: null });
    return Math.round((100 * BOX.width * UPRIGHT.width * scale) / canvas.width);
  };
  const plinth = into('pedestal-white');
  deepEqual([plinth, { ...plinth, onWall: true }, { ...plinth, shadow: 0 }].map(share), [60, 80, 80]);
});

test('what the photo cut off on two opposite sides goes from edge to edge of the file, with the scene beside it', () => {
  for (const form of FORMS) {
    const size = { width: form.width, height: form.height };
    const upright = scenePlacement(UPRIGHT, form, inRoom(DRESS));
    deepEqual(upright.canvas, size);
    deepEqual([upright.y, upright.photo.height, upright.cut.y, upright.cut.height], [0, form.height, 0, 1]);
    ok(upright.cut.x <= DRESS.x && upright.cut.x + upright.cut.width >= DRESS.x + DRESS.width);
    const middle = upright.x + ((0.51 - upright.cut.x) / upright.cut.width) * upright.photo.width;
    ok(Math.abs(middle - form.width / 2) <= 1, `${middle} of ${form.width}`);

    const box = { x: 0, y: 0.5, width: 1, height: 0.2 };
    const lying = scenePlacement(UPRIGHT, form, inRoom(box));
    deepEqual(lying.canvas, size);
    deepEqual([lying.x, lying.photo.width, lying.cut.x, lying.cut.width], [0, form.width, 0, 1]);
    ok(lying.cut.y <= box.y && lying.cut.y + lying.cut.height >= box.y + box.height);
  }
});

test('what the photo cut off on three sides meets three edges of the file, on all four it fills the file', () => {
  for (const form of [FORM, CUTTING]) {
    const three = scenePlacement(UPRIGHT, form, inRoom({ ...DRESS, x: 0 }));
    deepEqual([three.x, three.y, three.photo], [0, 0, { width: 900, height: 1200 }]);
    deepEqual(three.canvas, { width: 1600, height: 1200 });
  }
  const four = scenePlacement(UPRIGHT, CUTTING, inRoom({ x: 0, y: 0, width: 1, height: 1 }));
  deepEqual([four.x, four.y, four.photo], [0, 0, { width: 1600, height: 1200 }]);
});

test('what is cut off on two opposite sides of a small photo makes the file smaller rather than end within it', () => {
  for (const form of FORMS) {
    const placed = scenePlacement({ width: 600, height: 800 }, form, inRoom(DRESS));
    deepEqual([placed.scale, placed.tooSmall], [1, true]);
    deepEqual([placed.y, placed.photo.height, placed.canvas.height], [0, 800, 800]);
    equal(placed.canvas.width, Math.round((800 * form.width) / form.height));
  }
});

test('what is cut off on two opposite sides is as large whatever share is asked, but for a crop drawn by hand', () => {
  for (const fill of [null, 70, 95]) {
    const { photo } = scenePlacement(UPRIGHT, CUTTING, inRoom(DRESS, fill));
    deepEqual(photo, { width: 900, height: 1200 });
  }
  const drawn = scenePlacement(UPRIGHT, CUTTING, {
    background: into('room-mid'),
    box: DRESS,
    fill: undefined,
  });
  deepEqual(drawn.photo, { width: 1600, height: 1200 });
});

test('what goes from edge to edge of a narrow file loses a rim of its sides at most, else all of it is seen', () => {
  const story: Rendition = { ...FORM, width: 1080, height: 1920 };
  const narrow = scenePlacement(UPRIGHT, story, inRoom(DRESS));
  deepEqual([narrow.photo, narrow.y, narrow.cut.height], [{ width: 1080, height: 1920 }, 0, 1]);
  const wide = scenePlacement(UPRIGHT, story, inRoom({ ...DRESS, x: 0.05, width: 0.9 }));
  deepEqual(wide.cut, { x: 0, y: 0, width: 1, height: 1 });
});

test('what the photo cut off ends with the file also where the photo was straightened or cropped', () => {
  const upright = { width: 4000, height: 3000 };
  const spools = { x: 0.45, y: 0.1, width: 0.14, height: 0.9 };
  const subject = getBoxCorners(spools);
  const NO_CROP = { x: 0, y: 0, width: 1, height: 1 };
  for (const angle of [-6, -0.7, 0, 0.7, 6]) {
    for (const crop of [NO_CROP, { x: 0.3, y: 0.1, width: 0.6, height: 0.7 }]) {
      const exception = { angle, crop };
      const framing = computeFraming(upright, DEFAULT_RECIPE, { exception, tilt: null, subject });
      const box = boxAround(subject.map((at) => toFramed(framing, at)));
      const { y, photo, cut, canvas } = scenePlacement(framedSize(framing), FORM, inRoom(box));
      equal(y + photo.height, canvas.height, `${angle}° ${crop.height}`);
      ok(cut.y + cut.height > 1 - 1e-9 && cut.y + cut.height < 1 + 1e-9);
    }
  }
});
