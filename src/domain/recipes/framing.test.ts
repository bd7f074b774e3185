import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  applyAffine,
  boxToFramed,
  computeFraming,
  type Framing,
  framedSize,
  levelSize,
  quadToFramed,
  quadToUpright,
  toFramed,
  toUpright,
  turnedSize,
  uprightFromFramed,
} from './framing.ts';
import { type Box, getBoxCorners, type Point, WHOLE } from './geometry.ts';
import { NO_OVERRIDES } from './photo-overrides.ts';
import { computePlacement } from './placement.ts';
import { CROP_RATIOS, cropAspect, DEFAULT_RECIPE, TURNS } from './recipe.ts';

const side = fc.integer({ min: 40, max: 9000 });
const sizes = fc.record({ width: side, height: side });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const points = fc.record({ x: share, y: share });
const boxes: fc.Arbitrary<Box> = fc
  .record({
    x: share,
    y: share,
    width: fc.double({ min: 0.02, max: 1, noNaN: true }),
    height: fc.double({ min: 0.02, max: 1, noNaN: true }),
  })
  .map((box) => ({ ...box, x: box.x * (1 - box.width), y: box.y * (1 - box.height) }));
const angles = fc.double({ min: -15, max: 15, noNaN: true });
const framings: fc.Arbitrary<Framing> = fc.record({
  upright: sizes,
  turn: fc.constantFrom(...TURNS),
  angle: angles,
  crop: boxes,
});

const close = (a: Point, b: Point, by = 1e-6) => Math.abs(a.x - b.x) < by && Math.abs(a.y - b.y) < by;
const inside = ({ x, y }: Point) => x > -1e-9 && x < 1 + 1e-9 && y > -1e-9 && y < 1 + 1e-9;
const framing = (change: Partial<Framing>): Framing => ({
  upright: { width: 400, height: 300 },
  turn: 0,
  angle: 0,
  crop: WHOLE,
  ...change,
});

test('a place goes to the framed picture and back to where it was', () => {
  fc.assert(
    fc.property(framings, points, (of, at) => {
      assert.ok(close(toUpright(of, toFramed(of, at)), at));
      assert.ok(close(toFramed(of, toUpright(of, at)), at));
    }),
  );
});

test('a straightened picture never shows a corner, and is as large as that allows', () => {
  fc.assert(
    fc.property(framings, (of) => {
      const whole = { ...of, crop: WHOLE };
      const corners = getBoxCorners(WHOLE).map((corner) => toUpright(whole, corner));
      assert.ok(corners.every(inside));
      const margin = Math.min(...corners.flatMap(({ x, y }) => [x, y, 1 - x, 1 - y]));
      assert.ok(margin < 1e-6, `there is room left: ${margin}`);
      const [level, turned] = [levelSize(of), turnedSize(of.upright, of.turn)];
      assert.ok(Math.abs(level.width / level.height / (turned.width / turned.height) - 1) < 1e-9);
    }),
  );
});

test('straightening keeps sizes and right angles: a pixel stays a pixel', () => {
  fc.assert(
    fc.property(framings, (of) => {
      const { xx, xy, yx, yy } = uprightFromFramed(of);
      const size = framedSize(of);
      const step = (x: number, y: number) => Math.hypot(x * of.upright.width, y * of.upright.height);
      assert.ok(Math.abs(step(xx / size.width, yx / size.width) - 1) < 1e-9);
      assert.ok(Math.abs(step(xy / size.height, yy / size.height) - 1) < 1e-9);
    }),
  );
});

test('a quarter turn to the right puts the left edge on top', () => {
  const right = framing({ turn: 90 });
  assert.deepEqual(framedSize(right), { width: 300, height: 400 });
  assert.ok(close(toFramed(right, { x: 0, y: 1 }), { x: 0, y: 0 }));
  assert.ok(close(toFramed(right, { x: 0, y: 0 }), { x: 1, y: 0 }));
  assert.ok(close(toFramed(framing({ turn: 270 }), { x: 1, y: 0 }), { x: 0, y: 0 }));
  assert.ok(close(toFramed(framing({ turn: 180 }), { x: 0.2, y: 0.1 }), { x: 0.8, y: 0.9 }));
});

test('a positive angle turns the picture clockwise about its middle', () => {
  const tipped = framing({ angle: 10 });
  assert.ok(close(toFramed(tipped, { x: 0.5, y: 0.5 }), { x: 0.5, y: 0.5 }));
  assert.ok(toFramed(tipped, { x: 0.9, y: 0.5 }).y > 0.55, 'what was right goes down');
  assert.ok(Math.abs(levelSize(tipped).width / 400 - 0.8225) < 0.001);
});

test('corners of a plate keep their order through any framing', () => {
  fc.assert(
    fc.property(framings, boxes, (of, box) => {
      const quad = quadToFramed(of, getBoxCorners(box));
      const area = quad.reduce((sum, { x, y }, i) => {
        const next = quad[(i + 1) % 4] as Point;
        return sum + x * next.y - next.x * y;
      }, 0);
      assert.ok(area > 0, 'clockwise stays clockwise');
      for (const [i, corner] of quadToUpright(of, quad).entries()) {
        assert.ok(close(corner, getBoxCorners(box)[i] as Point));
      }
    }),
  );
});

test('the recipe’s ratio is kept whatever the turn and angle, around the object where it is known', () => {
  const wishes = fc.record({ size: sizes, turn: fc.constantFrom(...TURNS), angle: angles, subject: boxes });
  fc.assert(
    fc.property(wishes, fc.constantFrom(...CROP_RATIOS), ({ size, turn, angle, subject }, crop) => {
      const recipe = { ...DEFAULT_RECIPE, rotate: turn, crop };
      const overrides = { ...NO_OVERRIDES, angle };
      const of = computeFraming(size, recipe, {
        exception: overrides,
        tilt: null,
        subject: getBoxCorners(subject),
      });
      const { width, height } = framedSize(of);
      const level = levelSize(of);
      const aspect = cropAspect(crop) ?? level.width / level.height;
      assert.ok(Math.abs(width / height / aspect - 1) < 1e-6);
      assert.ok(getBoxCorners(of.crop).every(inside));
      const { x, y } = boxToFramed({ ...of, crop: WHOLE }, subject);
      if (x < 0 || y < 0) return;
      const centred = computeFraming(size, recipe, { exception: overrides, tilt: null, subject: null });
      const seen = (at: Framing) => {
        const box = boxToFramed(at, subject);
        return (
          (Math.max(0, Math.min(1, box.x + box.width) - Math.max(0, box.x)) *
            Math.max(0, Math.min(1, box.y + box.height) - Math.max(0, box.y))) /
          (box.width * box.height)
        );
      };
      assert.ok(seen(of) >= seen(centred) - 1e-6, 'no less of it is seen than from the middle');
    }),
  );
});

test('the person’s angle goes before the proposed one, and none is applied where straightening is off', () => {
  const angleOf = (straighten: 'off' | 'auto', tilt: number | null, angle: number | null) =>
    computeFraming(
      { width: 400, height: 300 },
      { ...DEFAULT_RECIPE, straighten },
      { exception: { ...NO_OVERRIDES, angle }, tilt, subject: null },
    ).angle;
  assert.equal(angleOf('auto', 2.5, null), 2.5);
  assert.equal(angleOf('auto', null, null), 0);
  assert.equal(angleOf('auto', 2.5, 0), 0);
  assert.equal(angleOf('off', 2.5, null), 0);
  assert.equal(angleOf('off', 2.5, -3), -3);
});

test('a crop drawn by hand replaces the recipe’s ratio and never leaves the picture', () => {
  const crop = { x: 0.7, y: 0.2, width: 0.5, height: 0.4 };
  const of = computeFraming(
    { width: 400, height: 300 },
    { ...DEFAULT_RECIPE, crop: '1:1' },
    { exception: { ...NO_OVERRIDES, crop }, tilt: null, subject: null },
  );
  assert.deepEqual(of.crop, { x: 0.5, y: 0.2, width: 0.5, height: 0.4 });
  assert.deepEqual(framedSize(of), { width: 200, height: 120 });
});

const forms = fc.record({
  width: fc.integer({ min: 16, max: 3000 }),
  height: fc.integer({ min: 16, max: 3000 }),
  fit: fc.constantFrom('inside', 'contain', 'cover'),
  pad: fc.constantFrom('white', 'blur'),
});

test('no file shows a pixel twice, and its photo lies on its canvas', () => {
  const subjects = fc.option(
    fc.record({
      box: boxes,
      fill: fc.option(fc.double({ min: 0.7, max: 0.95, noNaN: true })),
      hasCutout: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(sizes, forms, subjects, (framed, form, subject) => {
      const { cut, photo, canvas, x, y, scale, tooSmall } = computePlacement(framed, form, subject);
      assert.ok(getBoxCorners(cut).every(inside));
      assert.ok(scale <= 1 && photo.width >= 1 && photo.height >= 1);
      assert.ok(
        photo.width <= framed.width * cut.width + 1 && photo.height <= framed.height * cut.height + 1,
      );
      assert.ok(x >= 0 && y >= 0 && x + photo.width <= canvas.width && y + photo.height <= canvas.height);
      assert.ok(canvas.width <= form.width && canvas.height <= form.height);
      if (form.fit !== 'inside' && !tooSmall) {
        assert.deepEqual(canvas, { width: form.width, height: form.height });
      }
    }),
  );
});

test('the object fills its share of the tighter side, in the middle of a padded file', () => {
  const box = { x: 0.1, y: 0.3, width: 0.25, height: 0.2 };
  const framed = { width: 4000, height: 3000 };
  const placement = computePlacement(
    framed,
    { width: 1000, height: 1000, fit: 'contain', pad: 'white' },
    { box, fill: 0.85, hasCutout: true },
  );
  const map = {
    xx: placement.photo.width / placement.cut.width,
    xy: 0,
    x0: 0,
    yx: 0,
    yy: placement.photo.height / placement.cut.height,
    y0: 0,
  };
  const corner = applyAffine(map, { x: box.x - placement.cut.x, y: box.y - placement.cut.y });
  assert.ok(Math.abs(box.width * map.xx - 850) < 2, 'the object is 850 of 1000 pixels wide');
  assert.ok(Math.abs(placement.x + corner.x + 425 - 500) < 2);
  assert.ok(Math.abs(placement.y + corner.y + (box.height * map.yy) / 2 - 500) < 2);
  assert.equal(placement.canvas.width, 1000);
});

test('a small object is not enlarged for the sake of its share', () => {
  const box = { x: 0.4, y: 0.4, width: 0.1, height: 0.1 };
  const far = computePlacement(
    { width: 4000, height: 3000 },
    { width: 1600, height: 1200, fit: 'cover', pad: 'white' },
    { box, fill: 0.8, hasCutout: true },
  );
  assert.deepEqual([far.photo, far.scale, far.tooSmall], [{ width: 1600, height: 1200 }, 1, false]);
  const padded = computePlacement(
    { width: 800, height: 600 },
    { width: 1500, height: 1500, fit: 'contain', pad: 'white' },
    { box, fill: 0.85, hasCutout: true },
  );
  assert.deepEqual([padded.scale, padded.tooSmall], [1, true]);
});

test('a form that may pad cuts a strip of sky or the rim, else nothing; one that may not is cut whatever it takes', () => {
  fc.assert(
    fc.property(sizes, forms, (framed, form) => {
      const { cut, photo, canvas } = computePlacement(framed, { ...form, fit: 'cover' });
      const least = form.width > form.height ? 7 / 8 : 0.93;
      if (form.pad === 'blur') {
        assert.ok(cut.width >= 0.93 - 1e-9 && cut.height >= least - 1e-9);
        assert.ok(Math.min(cut.width, cut.height) > 1 - 1e-9 || canvas === photo);
      } else assert.deepEqual(canvas, photo);
    }),
  );
  const storia = { width: 1920, height: 1280, fit: 'cover', pad: 'blur' } as const;
  const room = computePlacement({ width: 4000, height: 3000 }, storia);
  assert.deepEqual([room.photo, room.canvas], [room.canvas, { width: 1920, height: 1280 }]);
  const upright = computePlacement({ width: 3000, height: 4000 }, storia);
  assert.deepEqual(upright.canvas, { width: 1920, height: 1280 });
  assert.deepEqual([upright.photo, upright.y], [{ width: 960, height: 1280 }, 0]);
});

test('a small photo gets a smaller blurred ground of the same shape, not a wider fog', () => {
  const form = { width: 1920, height: 1440, fit: 'contain', pad: 'blur' } as const;
  const { photo, canvas, tooSmall } = computePlacement({ width: 1000, height: 667 }, form);
  assert.deepEqual(
    [photo, canvas, tooSmall],
    [{ width: 1000, height: 667 }, { width: 1000, height: 750 }, true],
  );
});

test('an object that has too few pixels for its share gets a smaller file, down to half of what was asked', () => {
  const emag = { width: 1500, height: 1500, fit: 'contain', pad: 'white' } as const;
  const filled = computePlacement({ width: 1000, height: 667 }, emag, {
    box: { x: 0.1, y: 0.2, width: 0.8, height: 0.5 },
    fill: 0.85,
    hasCutout: true,
  });
  assert.deepEqual(filled.canvas, { width: 941, height: 941 });
  const far = computePlacement({ width: 1000, height: 667 }, emag, {
    box: { x: 0.4, y: 0.4, width: 0.1, height: 0.1 },
    fill: 0.85,
    hasCutout: true,
  });
  assert.deepEqual(far.canvas, { width: 825, height: 825 });
});
