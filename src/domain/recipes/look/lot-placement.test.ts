import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { type Background, DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import type { Rendition } from '#domain/recipes/outputs.ts';
import { computePlacement, type Placement } from '#domain/recipes/placement.ts';
import { buildLotLook, type FramedObject, getAspect, getView, type LotLook } from './lot-look.ts';
import { lotPlacement } from './lot-placement.ts';

const FORM: Rendition = {
  suffix: '',
  width: 1600,
  height: 1200,
  fit: 'contain',
  pad: 'white',
  padColour: 'ffffff',
  fill: null,
  format: 'jpeg',
  quality: 82,
  maxBytes: null,
};
const SQUARE: Rendition = { ...FORM, width: 1000, height: 1000, fill: 85 };
const FORMS: readonly Rendition[] = [
  FORM,
  { ...FORM, fit: 'cover' },
  { ...FORM, pad: 'blur' },
  SQUARE,
  { ...FORM, width: 1200, height: 1600 },
  { ...FORM, width: 1920, height: 1080 },
];
const WHITE: Background = { ...DEFAULT_BACKGROUND, kind: 'white' };
const SHOWROOM: Background = { ...DEFAULT_BACKGROUND, kind: 'scene', scene: 'showroom-light' };
const GROUNDS: readonly Background[] = [
  WHITE,
  SHOWROOM,
  { ...DEFAULT_BACKGROUND, kind: 'gradient' },
  { ...DEFAULT_BACKGROUND, kind: 'photo', photoId: 'img_1' },
  { ...SHOWROOM, scene: 'pedestal-white' },
];

const LYING = { width: 4000, height: 3000 };
const UPRIGHT = { width: 3000, height: 4000 };
const boxAt = (x: number, y: number, [width, height]: readonly [number, number]): Box => ({
  x,
  y,
  width,
  height,
});

/** A car from its side, from three quarters and from the front, of every size and in every corner of its photo. */
const CARS: readonly FramedObject[] = [
  { framed: LYING, box: boxAt(0.05, 0.3, [0.9, 0.4]) },
  { framed: LYING, box: boxAt(0.3, 0.5, [0.45, 0.22]) },
  { framed: LYING, box: boxAt(0.02, 0.05, [0.6, 0.42]) },
  { framed: UPRIGHT, box: boxAt(0.1, 0.6, [0.8, 0.25]) },
  { framed: LYING, box: boxAt(0.2, 0.1, [0.6, 0.7]) },
  { framed: UPRIGHT, box: boxAt(0.1, 0.2, [0.85, 0.55]) },
  { framed: LYING, box: boxAt(0.4, 0.4, [0.3, 0.33]) },
];
const LOOK = buildLotLook(CARS);

/** Returns where the object is in its file, as shares of the file's sides. */
function seenIn({ box }: FramedObject, { cut, photo, canvas, x, y }: Placement): Box {
  const across = photo.width / cut.width / canvas.width;
  const down = photo.height / cut.height / canvas.height;
  return {
    x: x / canvas.width + (box.x - cut.x) * across,
    y: y / canvas.height + (box.y - cut.y) * down,
    width: box.width * across,
    height: box.height * down,
  };
}

function place(
  object: FramedObject,
  form: Rendition,
  {
    background = SHOWROOM,
    look = LOOK,
    fill = form.fill,
  }: { background?: Background; look?: LotLook; fill?: number | null } = {},
): Placement {
  const placement = lotPlacement(object, form, { background, fill, look });
  ok(placement);
  return placement;
}

const bottomOf = ({ y, height }: Box) => y + height;
const isNear = (a: number, b: number) => Math.abs(a - b) < 0.004;

test('objects of one view stand on one line and are as long, or as tall, as the others', () => {
  for (const form of FORMS.filter(({ fill }) => fill === null))
    for (const background of GROUNDS)
      for (const view of ['long', 'even'] as const) {
        const alike = CARS.filter((car) => getView(getAspect(car)) === view);
        ok(alike.length > 1);
        const [first, ...others] = alike.map((car) => seenIn(car, place(car, form, { background })));
        ok(first);
        for (const other of others) {
          ok(isNear(bottomOf(other), bottomOf(first)), `${form.width} ${background.kind} ${view}`);
          ok(view === 'long' ? isNear(other.width, first.width) : isNear(other.height, first.height));
        }
      }
});

test('no object leaves the file or comes nearer to its edge than the place wants, and it is in its middle', () => {
  for (const form of FORMS)
    for (const background of GROUNDS)
      for (const car of CARS) {
        const { x, y, width, height } = seenIn(car, place(car, form, { background }));
        const margin = form.fill === null ? 0.08 : (100 - form.fill) / 200 - 0.004;
        ok(x >= margin && x + width <= 1 - margin, `${x} ${width}`);
        ok(y >= margin && y + height <= 1 - margin, `${y} ${height}`);
        ok(isNear(x + width / 2, 0.5));
      }
});

test('the share that a place asks for is every object’s, however many pixels the others have', () => {
  for (const car of CARS) {
    const { width, height } = seenIn(car, place(car, SQUARE));
    ok(isNear(Math.max(width, height), 0.85));
  }
});

test('a front is not larger than the same car from its side by more than it is nearer', () => {
  const heights = (view: string) =>
    CARS.filter((car) => getView(getAspect(car)) === view).map((car) => seenIn(car, place(car, FORM)).height);
  ok(Math.max(...heights('even')) < 1.4 * Math.max(...heights('long')));
});

test('an object with too few pixels makes its own file smaller and stands in it as the others do', () => {
  const small = { framed: { width: 1100, height: 825 }, box: boxAt(0.1, 0.3, [0.8, 0.4]) };
  const look = buildLotLook([...CARS, small]);
  const placed = place(small, FORM, { look });
  const other = place(CARS[0] as FramedObject, FORM, { look });
  deepEqual([placed.scale, placed.tooSmall, other.tooSmall], [1, true, false]);
  ok(placed.canvas.width < 1600 && other.canvas.width === 1600);
  const [a, b] = [seenIn(small, placed), seenIn(CARS[0] as FramedObject, other)];
  ok(isNear(a.width, b.width) && isNear(bottomOf(a), bottomOf(b)));
});

test('an object that is small even in the smallest file stands in its middle on plain grounds, on the floor in a room', () => {
  const small = { framed: { width: 400, height: 533 }, box: boxAt(0.2, 0.3, [0.6, 0.5]) };
  const look = buildLotLook([...CARS, small]);
  const middleIn = (background: Background) => {
    const seen = seenIn(small, place(small, SQUARE, { look, background }));
    return seen.y + seen.height / 2;
  };
  ok(isNear(middleIn(WHITE), 0.5), `${middleIn(WHITE)}`);
  ok(middleIn(SHOWROOM) > 0.6, `${middleIn(SHOWROOM)}`);
});

test('an object that the photo cuts off at a side keeps its ground where it would lie small at the file’s edge', () => {
  const box = boxAt(0, 0.3, [0.7, 0.4]);
  const cutAt = (width: number) =>
    lotPlacement({ framed: { width, height: Math.round(0.75 * width) }, box }, SQUARE, {
      background: WHITE,
      fill: 85,
      look: buildLotLook(CARS),
    });
  equal(cutAt(400), null);
  ok(cutAt(2000) !== null);
});

test('a lot of small photos keeps their pixels: its objects are all a little smaller instead', () => {
  const small = CARS.map(({ box }) => ({ framed: { width: 1800, height: 1350 }, box }));
  const look = buildLotLook(small);
  const widths = small
    .filter((car) => getView(getAspect(car)) === 'long')
    .map((car) => seenIn(car, place(car, FORM, { look })).width);
  ok(widths.every((width) => isNear(width, widths[0] as number)));
  ok((widths[0] as number) < 0.7 && (widths[0] as number) > 0.6);
});

const CUT = [
  { name: 'left', box: boxAt(0, 0.3, [0.7, 0.4]) },
  { name: 'right', box: boxAt(0.4, 0.2, [0.6, 0.6]) },
  { name: 'top', box: boxAt(0.2, 0, [0.6, 0.8]) },
  { name: 'bottom', box: boxAt(0.2, 0.4, [0.5, 0.6]) },
  { name: 'left bottom', box: boxAt(0, 0.3, [0.5, 0.7]) },
  { name: 'right top', box: boxAt(0.5, 0, [0.5, 0.7]) },
  { name: 'left right', box: boxAt(0, 0.3, [1, 0.4]) },
  { name: 'top bottom', box: boxAt(0.3, 0, [0.4, 1]) },
] as const;

test('an object that the photo cuts off ends at the file’s edge on every ground, and elsewhere the ground is seen around it', () => {
  for (const framed of [LYING, UPRIGHT])
    for (const form of [...FORMS, { ...FORM, fit: 'inside' as const }])
      for (const background of GROUNDS)
        for (const look of [LOOK, {}])
          for (const { name, box } of CUT) {
            const object = { framed, box };
            const placement = lotPlacement(object, form, { background, fill: form.fill, look });
            if (placement === null) {
              ok(['left right', 'top bottom'].includes(name), name);
              continue;
            }
            const { x, y, width, height } = seenIn(object, placement);
            const where = `${name} ${framed.width} in ${form.width} ${form.fit} ${background.kind}`;
            equal(x < 0.004, name.includes('left'), where);
            equal(x + width > 0.996, name.includes('right'), where);
            equal(y < 0.004, name.includes('top'), where);
            equal(y + height > 0.996, name.includes('bottom'), where);
          }
});

test('a file of a scene in its photo’s shape is so much larger than that as its object’s air needs, and never than the form', () => {
  const inside = { ...FORM, fit: 'inside' } as const;
  const small = { width: 1000, height: 750 };
  const measureFile = (object: FramedObject, background = SHOWROOM) => {
    const placement = lotPlacement(object, inside, { background, fill: null, look: {} });
    ok(placement !== null);
    return { ...placement.canvas, scale: placement.scale };
  };
  const tight = { framed: small, box: boxAt(0.05, 0.3, [0.9, 0.4]) };
  deepEqual(measureFile(tight), { width: 1098, height: 823, scale: 1 }, '900 pixels are 82 % of it');
  deepEqual(measureFile(tight, WHITE), { width: 1000, height: 750, scale: 1 });
  deepEqual(measureFile({ ...tight, box: boxAt(0.2, 0.3, [0.7, 0.4]) }).width, 1000, 'there is air already');
  const large = measureFile({ ...tight, framed: LYING });
  deepEqual([large.width, large.height], [1600, 1200]);
});

test('an object that is cut off at a side alone stands on the line of the others, no taller than they are', () => {
  const beside = { framed: LYING, box: boxAt(0.4, 0.2, [0.6, 0.6]) };
  const seen = seenIn(beside, place(beside, FORM));
  const whole = CARS.map((car) => seenIn(car, place(car, FORM)));
  ok(whole.some((car) => isNear(bottomOf(car), bottomOf(seen))));
  ok(seen.height <= Math.max(...whole.map(({ height }) => height)) + 0.004);
});

test('an object that runs through the photo keeps its ground where the file has another shape', () => {
  const bonnet = { framed: UPRIGHT, box: boxAt(0, 0.02, [1, 0.95]) };
  equal(lotPlacement(bonnet, FORM, { background: WHITE, fill: null, look: LOOK }), null);
  const door = { framed: LYING, box: boxAt(0, 0, [1, 1]) };
  equal(lotPlacement(door, SQUARE, { background: WHITE, fill: 85, look: LOOK }), null);
  deepEqual(place(door, FORM, { background: WHITE }).photo, { width: 1600, height: 1200 });
});

test('an object that is alone in its lot is left as it was photographed on plain grounds', () => {
  for (const car of CARS) {
    const look = buildLotLook([car]);
    deepEqual(look, {});
    deepEqual(place(car, FORM, { background: WHITE, look }), computePlacement(car.framed, FORM));
  }
});

test('an object that hangs on a wall has no ground to stand on and stays in the middle', () => {
  for (const car of CARS) {
    const { y, height } = seenIn(car, place(car, FORM, { background: { ...SHOWROOM, onWall: true } }));
    ok(isNear(y + height / 2, 0.5));
  }
});

test('an object whose cut-out was made only after the start stands within the margins too', () => {
  const late = [boxAt(0.3, 0.05, [0.2, 0.9]), boxAt(0.1, 0.4, [0.8, 0.05]), boxAt(0.2, 0.1, [0.55, 0.8])];
  const look = buildLotLook(CARS.slice(0, 2));
  for (const box of late)
    for (const form of FORMS) {
      const { x, y, width, height } = seenIn(
        { framed: LYING, box },
        place({ framed: LYING, box }, form, { look }),
      );
      ok(x >= 0.07 && x + width <= 0.93 && y >= 0.07 && y + height <= 0.93, `${form.width} ${y} ${height}`);
    }
});

test('a file is as large as was asked for, and not a pixel less, where its photo has nearly all of the pixels', () => {
  const objects = Array.from({ length: 60 }, (_, n): FramedObject => {
    const width = 900 + 11 * n;
    const share = 0.5 + (n % 7) * 0.06;
    return {
      framed: { width, height: Math.round((width * 3) / 4) },
      box: boxAt(0.03, 0.1, [share, 0.6 * share]),
    };
  });
  const form = { ...FORM, width: 800, height: 600 };
  let asked = 0;
  for (let n = 0; n + 3 <= objects.length; n++) {
    const some = objects.slice(n, n + 3);
    const look = buildLotLook(some);
    for (const background of [WHITE, SHOWROOM])
      for (const object of some) {
        const { canvas } = place(object, form, { background, look });
        ok(canvas.width === 800 || canvas.width <= 792, `${canvas.width}×${canvas.height}`);
        if (canvas.width === 800) asked += 1;
        else continue;
        equal(canvas.height, 600);
      }
  }
  ok(asked > 100);
});

test('a long object that the photo cuts off at a side is as tall as the whole long ones, however tall the fronts of its lot are', () => {
  const long = CARS.filter((car) => getView(getAspect(car)) === 'long');
  const cut = { framed: LYING, box: boxAt(0.3, 0.3, [0.7, 0.46]) };
  const aspects = LOOK.long?.aspects ?? [0, 0, 0];
  for (const background of [WHITE, SHOWROOM]) {
    const heights = long.map((car) => seenIn(car, place(car, FORM, { background })).height);
    const { height } = seenIn(cut, place(cut, FORM, { background }));
    ok(
      height >= Math.min(...heights) - 0.004 && height <= Math.max(...heights) + 0.004,
      `${height} ${aspects}`,
    );
  }
});
