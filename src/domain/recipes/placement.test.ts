import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WHOLE } from './geometry.ts';
import { computePlacement } from './placement.ts';

test('amid its own surroundings the object is shown without bars, or the photo whole', () => {
  const emag = { width: 1000, height: 1000, fit: 'contain', pad: 'white' } as const;
  const framed = { width: 4000, height: 3000 };
  const aside = computePlacement(framed, emag, {
    box: { x: 0.02, y: 0.3, width: 0.25, height: 0.2 },
    fill: 0.85,
    hasCutout: false,
  });
  assert.deepEqual([aside.photo, aside.x, aside.y], [{ width: 1000, height: 1000 }, 0, 0]);
  assert.ok(aside.cut.x === 0 && aside.cut.width >= 0.25 / 0.85);
  const wide = computePlacement(framed, emag, {
    box: { x: 0.05, y: 0.3, width: 0.9, height: 0.4 },
    fill: 0.85,
    hasCutout: false,
  });
  assert.deepEqual([wide.cut, wide.photo, wide.y], [WHOLE, { width: 1000, height: 750 }, 125]);
});

const POST = { width: 1080, height: 1350, fit: 'cover', pad: 'blur' } as const;
const CAR = { width: 1920, height: 1440, fit: 'cover', pad: 'blur' } as const;
const PHONE = { width: 3000, height: 4000 };

test('a phone photo loses its rim to a post rather than getting strips, a car nothing that would cost a ninth of it', () => {
  const post = computePlacement(PHONE, POST);
  assert.deepEqual([post.photo, post.canvas], [post.canvas, { width: 1080, height: 1350 }]);
  assert.ok(Math.abs(post.cut.height - 0.9375) < 1e-9 && post.cut.width === 1);
  const wide = computePlacement({ width: 6000, height: 4000 }, CAR);
  assert.deepEqual([wide.cut, wide.photo], [WHOLE, { width: 1920, height: 1280 }]);
});

test('an object or a plate at the rim keeps the photo whole, unless the photo has cut it already', () => {
  const cutOf = (box: { y: number; height: number }, isPlate: boolean) => {
    const at = { x: 0.3, width: 0.4, ...box };
    const subject = { box: isPlate ? null : at, fill: null, hasCutout: false, whole: isPlate ? [at] : [] };
    return computePlacement(PHONE, POST, subject).cut.height;
  };
  for (const isPlate of [false, true]) {
    assert.equal(cutOf({ y: 0.02, height: 0.97 }, isPlate), 1);
    assert.ok(cutOf({ y: 0.2, height: 0.8 }, isPlate) < 0.94);
    assert.ok(cutOf({ y: 0.1, height: 0.8 }, isPlate) < 0.94);
  }
  assert.equal(cutOf({ y: 0.955, height: 0.035 }, true), 1);
});

test('small photos get one kind of square, cut out or not: with fewer pixels, never under what marketplaces take', () => {
  const emag = { width: 1500, height: 1500, fit: 'contain', pad: 'white', fill: 85 } as const;
  const canvas = (width: number, height: number) => computePlacement({ width, height }, emag).canvas.width;
  assert.deepEqual([canvas(900, 600), canvas(480, 360), canvas(4000, 3000)], [900, 825, 1500]);
  const box = { x: 0.1, y: 0.2, width: 0.8, height: 0.6 };
  const cutOut = { box, fill: 0.85, hasCutout: true };
  assert.equal(computePlacement({ width: 480, height: 360 }, emag, cutOut).canvas.width, 825);
  const exact = { ...emag, fill: null };
  assert.equal(computePlacement({ width: 480, height: 360 }, exact).canvas.width, 1500, 'as asked for');
});

test('marks are sized alike on lying and standing photos of one output', () => {
  const lying = { width: 4000, height: 3000 };
  for (const form of [
    CAR,
    { ...CAR, fit: 'contain' },
    { width: 1200, height: 1600, fit: 'contain', pad: 'white' },
  ] as const)
    assert.equal(computePlacement(PHONE, form).wide, computePlacement(lying, form).wide);
  const olx = { width: 1600, height: 1200, fit: 'inside', pad: 'white' } as const;
  assert.deepEqual([computePlacement(lying, olx).wide, computePlacement(PHONE, olx).wide], [1600, 1200]);
});
