import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SCENES } from '#domain/recipes/background.ts';
import { computePlacement } from '#domain/recipes/placement.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { LOOKS } from './looks.ts';
import { type OnGround, onFloor } from './on-floor.ts';
import { paintRoom } from './room.ts';
import { computeSetting } from './setting.ts';
import { measureStance, type Stance } from './stance.ts';

const SIZE = { width: 640, height: 480 };
const WHOLE = computePlacement(SIZE, { ...SIZE, fit: 'inside', pad: 'white' });
const WHEELS = [180, 460] as const;
const [SILL, GROUND] = [276, 300];
const BODY = { from: 90, to: 550 };

/** A wheel's middle and its radius. */
type Wheel = readonly [x: number, y: number, radius: number];
const SIDE: readonly Wheel[] = WHEELS.map((x): Wheel => [x, GROUND - 36, 36]);

/** Seen from its side, red, its body hanging over beyond both wheels. */
function drawCar(wheels: readonly Wheel[] = SIDE): Raw {
  const data = new Uint8Array(SIZE.width * SIZE.height * 4);
  for (let y = 0, at = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at += 4) {
      const isBody = x >= BODY.from && x < BODY.to && y >= 160 && y < SILL;
      const isWheel = wheels.some(([middle, row, radius]) => Math.hypot(x - middle, y - row) < radius);
      if (isBody || isWheel) data.set([230, 20, 20, 255], at);
    }
  }
  return { data, ...SIZE, channels: 4 };
}

async function measureCar(wheels?: readonly Wheel[]): Promise<Stance> {
  const stance = await measureStance(drawCar(wheels), WHOLE);
  assert.ok(stance?.stands);
  return stance;
}

const shadowAt = ({ shadow, top }: OnGround, x: number, y: number) =>
  shadow[(y - top) * SIZE.width + x] as number;

describe('an object on its floor', () => {
  test('has a nearly black, narrow line where a tyre touches, which has faded within a hundredth of the file’s height', async () => {
    const stance = await measureCar();
    for (const scene of SCENES) {
      const floor = await onFloor(stance, LOOKS[scene], 0.8);
      for (const x of WHEELS) {
        const [touched, below] = [0, 5].map((n) => shadowAt(floor, x, GROUND + n)) as [number, number];
        assert.ok(touched > 0.93, `${scene}: ${touched} under the wheel at ${x}`);
        assert.ok(below < touched - 0.2, `${scene}: ${below} a little below it`);
      }
      const between = shadowAt(floor, 320, GROUND);
      assert.ok(between < shadowAt(floor, 180, GROUND) - 0.1, `${scene}: ${between} between the wheels`);
    }
  });

  test('has a shade that is rounded at its ends: beyond the wheels it gets less towards the bumper’s end', async () => {
    const floor = await onFloor(await measureCar(), LOOKS['room-light'], 0.8);
    for (const end of [BODY.from, BODY.to - 1]) {
      const inwards = Math.sign(320 - end);
      const [corner, further, under] = [4, 50, 230].map((by) =>
        shadowAt(floor, end + inwards * by, GROUND - 4),
      ) as [number, number, number];
      assert.ok(corner < 0.45 * under, `${corner} in its corner, ${under} in its middle`);
      assert.ok(further > 0.7 * under, `${further} inside, ${under} in its middle`);
      assert.ok(shadowAt(floor, end + inwards * 30, SILL + 2) > 0.5, 'dark right under the bumper');
    }
  });

  test('has no shadow where none is asked for', async () => {
    const { shadow } = await onFloor(await measureCar(), LOOKS['showroom-dark'], 0);
    assert.ok(shadow.every((share) => Math.abs(share) < 1e-6));
  });

  test('has a mirror image that begins where it touches, far stronger there than a hand’s breadth below', async () => {
    for (const scene of ['showroom-light', 'showroom-dark'] as const) {
      const { top, mirror } = await onFloor(await measureCar(), LOOKS[scene], 0.8);
      const shareAt = (x: number, y: number) => mirror[3]?.[(y - top) * SIZE.width + x] as number;
      for (const x of WHEELS) {
        const [touching, below] = [shareAt(x, GROUND + 1), shareAt(x, GROUND + 14)];
        assert.ok(touching > 1.4 * below, `${scene}: ${touching} at the wheel, ${below} below`);
        assert.ok(touching < 0.9 && below > 0.2, `${scene}: ${touching} ${below}`);
      }
    }
  });

  test('has a mirror image of a far wheel that begins where that touches, and goes on down to the body’s', async () => {
    const bottom = 287;
    // Between the near ones, and half hidden by one of them.
    for (const [wheel, x] of [
      [320, 320],
      [222, 226],
    ] as const) {
      const { top, mirror, shadow } = await onFloor(
        await measureCar([...SIDE, [wheel, bottom - 25, 25]]),
        LOOKS['showroom-light'],
        0.8,
      );
      const shareAt = (row: number) => mirror[3]?.[(row - top) * SIZE.width + x] as number;
      for (let row = bottom + 1; row < 2 * GROUND - SILL + 20; row++)
        assert.ok(shareAt(row) > 0.08, `${wheel}: ${shareAt(row)} in row ${row}`);
      assert.ok(shareAt(bottom - 2) === 0, 'not before it');
      assert.ok((shadow[(bottom - top) * SIZE.width + x] as number) > 0.93, 'a dark line where it touches');
    }
  });

  test('lies before light where its body hangs over on the far side: of a car seen from its corner that is not under it', async () => {
    const corner = await measureCar([
      [170, 268, 36],
      [300, 276, 36],
      [480, 250, 36],
    ]);
    const [seen, side] = [
      await onFloor(corner, LOOKS['room-light'], 0.8),
      await onFloor(await measureCar(), LOOKS['room-light'], 0.8),
    ];
    const [x, y] = [BODY.from + 12, SILL + 4];
    assert.ok(shadowAt(side, x, y) > 0.3, `${shadowAt(side, x, y)} from its side`);
    assert.ok(shadowAt(seen, x, y) < 0.05, `${shadowAt(seen, x, y)} from its corner`);
    assert.ok(shadowAt(seen, 235, y) > 0.5, 'dark under the body itself');
  });

  test('shows its dark underside in a floor that is a mirror: the image of its body is not apart from it', async () => {
    const stance = await measureCar();
    const [glossy, dull] = await Promise.all(
      [0.4, 0].map((mirror) => onFloor(stance, { ...LOOKS['showroom-dark'], mirror }, 0.8)),
    );
    assert.ok(glossy !== undefined && dull !== undefined);
    const [dark, without] = [glossy, dull].map((each) => shadowAt(each, 320, GROUND + 10)) as [
      number,
      number,
    ];
    assert.ok(dark > without + 0.15, `${dark} before it, ${without} where nothing is mirrored`);
    assert.ok(Math.abs(shadowAt(glossy, 320, 400) - shadowAt(dull, 320, 400)) < 0.02, 'not beyond the body');
  });
});

describe('a scene for a long or dark object', () => {
  test('is seen from above the roof of a car that is shown from its side, from its length', async () => {
    const { eye, box } = await measureCar();
    assert.ok(eye > 1.1 * box.height, `${eye} of ${box.height}`);
  });

  test('has light on a dark floor, so that black tyres are seen before it', async () => {
    const setting = computeSetting(await measureCar(), LOOKS['showroom-dark'], SIZE);
    const { data } = paintRoom(LOOKS['showroom-dark'], setting);
    const lightAt = (x: number, y: number) => data[(y * SIZE.width + x) * 3 + 1] as number;
    assert.ok(lightAt(320, GROUND + 8) > 65, `${lightAt(320, GROUND + 8)} before it`);
    assert.ok(lightAt(8, 470) < 50, `${lightAt(8, 470)} in the corner`);
  });
});
