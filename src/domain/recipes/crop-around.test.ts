import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Box } from '#domain/recipes/geometry.ts';
import { computePlacement, type Placement } from '#domain/recipes/placement.ts';

const ANY = { least: 0.25, most: 4 };
const FEED = { least: 0.75, most: 1.91 };
const only = (width: number, height: number) => ({ least: width / height, most: width / height });
const form = (width: number, height: number, aspects = ANY) =>
  ({ width, height, fit: 'cover', pad: 'blur', fill: null, aspects }) as const;
const VINTED = form(1200, 1600);
const AUTOVIT = form(1920, 1440);
const POST = form(1080, 1350, FEED);
const SQUARE = form(1080, 1080, only(1, 1));
const STORY = form(1080, 1920, only(9, 16));
const FORMS = [VINTED, AUTOVIT, POST, SQUARE, STORY];

const known = { box: null, fill: null, hasCutout: false, whole: [] };
const camera = { width: 6000, height: 4000 };
const middle = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 };

const isPadded = ({ photo, canvas }: Placement) => photo.width < canvas.width || photo.height < canvas.height;
const size = ({ canvas }: Placement) => `${canvas.width}×${canvas.height}`;

describe('a photo gets a place’s shape', () => {
  test('by a crop where nothing that matters is lost: 3:2 becomes 4:3', () => {
    const placed = computePlacement(camera, AUTOVIT, { ...known, matter: middle });
    assert.deepEqual([size(placed), isPadded(placed), placed.tooSmall], ['1920×1440', false, false]);
    assert.ok(Math.abs(placed.cut.width - 8 / 9) < 1e-9 && placed.cut.height === 1);
  });

  test('by a crop beside the middle where the thing stands there', () => {
    const { cut } = computePlacement(camera, AUTOVIT, {
      ...known,
      matter: { ...middle, x: 0.35, width: 0.6 },
    });
    assert.ok(cut.x + cut.width > 0.96, JSON.stringify(cut));
  });

  test('else keeps its own where the place takes any, within the size and without a ground', () => {
    for (const [matter, photo, asked, expected] of [
      [{ ...middle, x: 0.01, width: 0.98 }, camera, AUTOVIT, '1920×1280'],
      [middle, { width: 4000, height: 3000 }, VINTED, '1200×900'],
      [middle, { width: 3000, height: 4000 }, AUTOVIT, '1080×1440'],
      [null, camera, AUTOVIT, '1920×1280'],
    ] as const) {
      const placed = computePlacement(photo, asked, { ...known, matter });
      assert.deepEqual([size(placed), isPadded(placed), placed.tooSmall], [expected, false, false]);
    }
  });

  test('else the nearest that the place takes', () => {
    const tall = { width: 2250, height: 4000 };
    const placed = computePlacement(tall, POST, {
      ...known,
      matter: { x: 0.1, y: 0.3, width: 0.8, height: 0.4 },
    });
    assert.equal(isPadded(placed), false);
    assert.ok(Math.abs(placed.canvas.width / placed.canvas.height - 0.75) < 0.002, size(placed));
    const whole = computePlacement(tall, POST, { ...known, matter: { x: 0, y: 0, width: 1, height: 1 } });
    assert.deepEqual([size(whole), isPadded(whole), whole.cut.height], ['1013×1350', true, 1]);
  });

  test('on a ground only where a fixed shape can’t hold it whole', () => {
    const car = { x: 0.05, y: 0.3, width: 0.9, height: 0.4 };
    const padded = computePlacement(camera, SQUARE, { ...known, matter: car });
    assert.deepEqual([size(padded), isPadded(padded), padded.cut.width], ['1080×1080', true, 1]);
    const shoe = { x: 0.4, y: 0.3, width: 0.2, height: 0.4 };
    for (const asked of [SQUARE, STORY])
      assert.equal(isPadded(computePlacement(camera, asked, { ...known, matter: shoe })), false);
  });

  test('a known object counts instead of what stands out, and a plate in the rim is kept', () => {
    const placed = computePlacement(camera, AUTOVIT, {
      ...known,
      box: middle,
      matter: { x: 0, y: 0, width: 1, height: 1 },
    });
    assert.ok(placed.cut.width < 0.9);
    const plates = [
      { x: 0.01, y: 0.6, width: 0.05, height: 0.05 },
      { x: 0.94, y: 0.6, width: 0.05, height: 0.05 },
    ];
    assert.equal(computePlacement(camera, AUTOVIT, { ...known, matter: middle, whole: plates }).cut.width, 1);
  });

  test('photos read by older versions lose a rim at most', () => {
    const placed = computePlacement({ width: 3000, height: 4000 }, form(1080, 1350), { ...known });
    assert.ok(placed.cut.height > 0.93 && placed.cut.height < 0.95);
    assert.equal(computePlacement(camera, SQUARE, known).cut.width, 1);
  });

  test('a crop drawn by hand in the place’s shape is delivered as drawn', () => {
    const drawn = { width: 4000.4, height: 3000 };
    const placed = computePlacement(drawn, AUTOVIT, {
      ...known,
      matter: { x: 0, y: 0, width: 1, height: 1 },
    });
    assert.deepEqual([size(placed), isPadded(placed)], ['1920×1440', false]);
  });

  test('a crop drawn by hand in a shape that the place takes is not cut again', () => {
    const upright = { width: 3000, height: 4000 };
    const cut = computePlacement(upright, POST, { ...known, matter: middle });
    const drawn = computePlacement(upright, POST, { ...known, matter: middle, isDrawn: true });
    assert.deepEqual([size(cut), size(drawn), drawn.cut.height], ['1080×1350', '1013×1350', 1]);
  });

  test('no row is lost where the photo nearly has the shape and the place takes its own', () => {
    const placed = computePlacement({ width: 1024, height: 678 }, form(1920, 1280), {
      ...known,
      matter: middle,
    });
    assert.deepEqual([size(placed), placed.cut.width, isPadded(placed)], ['1024×678', 1, false]);
  });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const box = fc
  .tuple(share, share, share, share)
  .map(
    ([a, b, c, d]): Box => ({
      x: Math.min(a, b),
      y: Math.min(c, d),
      width: Math.max(0.02, Math.abs(a - b)),
      height: Math.max(0.02, Math.abs(c - d)),
    }),
  )
  .filter(({ x, y, width, height }) => x + width <= 1 && y + height <= 1);
const photo = fc.record({
  width: fc.integer({ min: 300, max: 8000 }),
  height: fc.integer({ min: 300, max: 8000 }),
});
const asked = fc.constantFrom(...FORMS);

/** Nothing of the box is lost, but for what the photo has cut off. */
function isKept(thing: Box, { cut }: Placement): boolean {
  const near = 0.0051;
  const isIn = (from: number, to: number, [start, end]: readonly [number, number]) =>
    (from < near || from >= start - 1e-9) && (to > 1 - near || to <= end + 1e-9);
  return (
    isIn(thing.x, thing.x + thing.width, [cut.x, cut.x + cut.width]) &&
    isIn(thing.y, thing.y + thing.height, [cut.y, cut.y + cut.height])
  );
}

describe('whatever photo and place', () => {
  test('a whole object, its plates and what stands out are in the file', () => {
    fc.assert(
      fc.property(
        photo,
        asked,
        fc.option(box),
        fc.option(box),
        fc.array(box, { maxLength: 2 }),
        (...drawn) => {
          const [framed, place, object, matter, whole] = drawn;
          const placed = computePlacement(framed, place, { ...known, box: object, matter, whole });
          const things = [...whole, ...(object ? [object] : matter ? [matter] : [])];
          assert.ok(
            things.every((thing) => isKept(thing, placed)),
            JSON.stringify(placed.cut),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('no file of a place that takes any shape has a ground unasked', () => {
    fc.assert(
      fc.property(photo, fc.constantFrom(VINTED, AUTOVIT), fc.option(box), (framed, place, matter) => {
        const long = Math.max(framed.width / framed.height, framed.height / framed.width);
        fc.pre(long <= 4);
        assert.equal(isPadded(computePlacement(framed, place, { ...known, matter })), false);
      }),
      { numRuns: 1000 },
    );
  });

  test('a file has one of the shapes that its place takes, within the size, and no pixel that the photo lacks', () => {
    fc.assert(
      fc.property(photo, asked, fc.option(box), (framed, place, matter) => {
        const { canvas, scale } = computePlacement(framed, place, { ...known, matter });
        assert.ok(canvas.width <= place.width && canvas.height <= place.height && scale <= 1);
        const pixel = 1 / Math.min(canvas.width, canvas.height);
        const aspect = canvas.width / canvas.height;
        assert.ok(
          aspect > place.aspects.least * (1 - 2 * pixel) && aspect < place.aspects.most * (1 + 2 * pixel),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
