import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLab } from '#imaging/cutout/lab.ts';
import { computeMaskIou, emptyMask, type Mask } from '#imaging/cutout/mask.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';
import { withoutGroundUnderWheels } from './wheels.ts';

const SIZE = { width: 320, height: 220 };
const GROUND: Rgb = [150, 148, 144];

interface Seen {
  readonly colour: Rgb;
  /** True when it belongs to the thing. */
  readonly own: boolean;
  /** True when an engine took it for a part of the thing. */
  readonly taken: boolean;
}

function scene(look: (x: number, y: number) => Seen | null): {
  picture: ReturnType<typeof createFilled>;
  own: Mask;
  taken: Mask;
} {
  const picture = createFilled(SIZE, GROUND);
  const [own, taken] = [emptyMask(SIZE), emptyMask(SIZE)];
  for (let i = 0; i < own.data.length; i++) {
    const seen = look(i % SIZE.width, Math.floor(i / SIZE.width));
    if (seen === null) continue;
    picture.data.set(seen.colour, i * 3);
    own.data[i] = seen.own ? 255 : 0;
    taken.data[i] = seen.taken ? 255 : 0;
  }
  return { picture, own, taken };
}

const part = (...colour: Rgb): Seen => ({ colour, own: true, taken: true });
const shadow: Seen = { colour: [26, 26, 27], own: false, taken: true };

/** From the side, on a shadow as dark as its tyres that reaches beyond them. */
const car = (paint: Rgb) => (x: number, y: number) => {
  const wheel = Math.min(Math.hypot(x - 95, y - 142), Math.hypot(x - 225, y - 142));
  if (wheel < 12) return part(170, 172, 175);
  if (wheel < 26) return part(20, 20, 22);
  if (wheel < 30 && y < 148) return part(14, 14, 15);
  if (x > 40 && x < 280 && y > 90 && y < 148) return part(...paint);
  if (x > 90 && x < 220 && y > 60 && y <= 90) return part(...paint);
  return x > 60 && x < 262 && y >= 148 && y < 170 ? shadow : null;
};

test('the dark shadow under a car goes and its wheels stay round, whatever its paint', () => {
  for (const paint of [
    [176, 36, 40],
    [214, 216, 220],
  ] as const) {
    const { picture, own, taken } = scene(car(paint));
    assert.ok(computeMaskIou(taken, own) < 0.9);
    const found = computeMaskIou(withoutGroundUnderWheels(toLab(picture), taken), own);
    assert.ok(found > 0.96, `IoU ${found.toFixed(3)}`);
  }
});

/** From nearer: wide arches over bright rims, a dark bumper in the air behind, the other front tyre on a strip of shadow. */
const nearCar = (x: number, y: number) => {
  const wheel = Math.min(Math.hypot(x - 100, y - 142), Math.hypot(x - 225, y - 142));
  if (wheel < 17) return part(170, 172, 175);
  if (wheel < 26) return part(20, 20, 22);
  if (wheel < 33 && y < 148) return part(14, 14, 15);
  if (y > 90 && y < (x < 262 ? 148 : 143) && x > 30 && x < 285) return part(176, 36, 40);
  if (y > 55 && y <= 90 && x > 90 && x < 220) return part(176, 36, 40);
  if (x >= 262 && x < 285 && y >= 143 && y < 156) return part(24, 24, 26);
  if (y >= 148 && y < 166 && Math.abs(x - 54) < 16 - (y - 148) / 2) return part(20, 20, 22);
  return x > 34 && x < 262 && y >= (x < 74 ? 166 : 148) && y < 170 ? shadow : null;
};

test('a tyre ends around its rim, and parts that hang over the ground or over a strip of shadow stay', () => {
  const { picture, own, taken } = scene(nearCar);
  const found = withoutGroundUnderWheels(toLab(picture), taken);
  const share = computeMaskIou(found, own);
  assert.ok(share > 0.96, `IoU ${share.toFixed(3)}`);
  const has = (x: number, y: number) => (found.data[y * SIZE.width + x] as number) > 127;
  assert.deepEqual(
    { bumper: has(274, 152), tyre: has(46, 156), shadow: has(122, 160) },
    {
      bumper: true,
      tyre: true,
      shadow: false,
    },
  );
});

test('things on legs or on a dark sole keep them', () => {
  const table = (x: number, y: number) => {
    const isLeg = (x > 70 && x < 84) || (x > 236 && x < 250);
    if (y > 80 && y < 110 && x > 60 && x < 260) return part(200, 190, 170);
    return isLeg && y < 180 && y >= 110 ? part(24, 24, 26) : null;
  };
  const shoe = (x: number, y: number) => {
    if (x < 60 || x > 260 || y < 90 || y > 160) return null;
    return y < 144 ? part(230, 230, 232) : part(22, 22, 24);
  };
  for (const look of [table, shoe]) {
    const { picture, taken } = scene(look);
    assert.equal(computeMaskIou(withoutGroundUnderWheels(toLab(picture), taken), taken), 1);
  }
});
