import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxAround } from '#domain/recipes/geometry.ts';
import { emptyMask, type Mask } from './mask.ts';
import { getOutline } from './outline.ts';

type Part = readonly [left: number, top: number, right: number, bottom: number];

function maskOf(...parts: readonly Part[]): Mask {
  const mask = emptyMask({ width: 400, height: 300 });
  for (const [left, top, right, bottom] of parts)
    for (let y = top; y < bottom; y++) mask.data.fill(255, y * 400 + left, y * 400 + right);
  return mask;
}
const boxOf = (...parts: readonly Part[]) => {
  const outline = getOutline(maskOf(...parts));
  assert.ok(outline);
  const { x, y, width, height } = boxAround(outline);
  return [x * 400, y * 300, (x + width) * 400, (y + height) * 300].map(Math.round);
};

const CAR: Part = [80, 90, 320, 240];

test('the points around an object reach as far as it does on every side', () => {
  assert.deepEqual(boxOf(CAR), [80, 90, 320, 240]);
  assert.deepEqual(boxOf(CAR, [0, 120, 90, 200]), [0, 90, 320, 240]);
  assert.equal(getOutline(maskOf()), null);
});

test('an aerial that leaves the photo does not make a car one that was cut off, one within the photo is a part of it', () => {
  assert.deepEqual(boxOf([80, 30, 320, 240], [200, 0, 204, 40]), [80, 30, 320, 240]);
  assert.deepEqual(boxOf([80, 30, 320, 240], [200, 10, 204, 40]), [80, 10, 320, 240]);
});

/** Paints wheels, of which the photo may show a part. */
function withWheels(middles: readonly number[], { y, radius }: { y: number; radius: number }): Mask {
  const mask = maskOf([60, 120, 340, 262]);
  for (const middle of middles)
    for (let row = 250; row < 300; row++)
      for (let x = 0; x < 400; x++)
        if (Math.hypot(x - middle, row - y) < radius) mask.data[row * 400 + x] = 255;
  return mask;
}

test('a car whose tyres touch the photo’s edge is whole; one that it cuts off through its wheels or its body is not', () => {
  const lowest = (mask: Mask) => {
    const { y, height } = boxAround(getOutline(mask) ?? []);
    return Math.round((y + height) * 300);
  };
  for (const middles of [[110], [110, 290]]) {
    assert.equal(lowest(withWheels(middles, { y: 272, radius: 29 })), 297);
    assert.equal(lowest(withWheels(middles, { y: 285, radius: 29 })), 300);
  }
  assert.equal(lowest(maskOf([60, 120, 340, 300])), 300);
  assert.equal(lowest(maskOf([60, 120, 340, 270], [80, 270, 110, 300])), 300, 'a leg goes on below');
});

test('a lamp’s pole that leaves the photo is long: the lamp was cut off', () => {
  assert.deepEqual(boxOf([120, 40, 280, 140], [196, 140, 202, 300]), [120, 40, 280, 300]);
});

test('the points around an object on a slant leave its box’s empty corners out', () => {
  const slanting = maskOf(
    ...Array.from({ length: 100 }, (_, n): Part => [100 + n, 100 + n, 200 + n, 101 + n]),
  );
  const outline = getOutline(slanting);
  assert.ok(outline?.every(({ x, y }) => x * 400 - y * 300 > -5));
});
