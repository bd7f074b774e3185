import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Raw } from '#imaging/pixels/raw.ts';
import { contactShadow } from './contact-shadow.ts';

const SIZE = { width: 1200, height: 800 };
const WHEELS = [
  { x: 300, y: 560 },
  { x: 850, y: 530 },
] as const;
const RADIUS = 70;

/** A body on two wheels on a sloping road, its nose low before the first one. */
function car(): Raw {
  const data = new Uint8Array(SIZE.width * SIZE.height * 4);
  for (let y = 0, at = 3; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at += 4) {
      const isBody = x > 120 && x < 1060 && y > 300 && y < 575 - x * 0.055;
      const isWheel = WHEELS.some((wheel) => Math.hypot(x - wheel.x, y - wheel.y) <= RADIUS);
      if (isBody || isWheel) data[at] = 255;
    }
  }
  return { data, ...SIZE, channels: 4 };
}

test('a shadow begins where each wheel touches the ground and only gets lighter below it, also on a slope', async () => {
  const shadow = await contactShadow(car());
  assert.ok(shadow !== null);
  const at = (x: number, y: number) => shadow[y * SIZE.width + x] as number;
  for (const { x, y } of WHEELS) {
    const below = [...Array(30).keys()].map((n) => at(x, y + RADIUS + 1 + 4 * n));
    const [first] = below;
    assert.ok((first as number) > 150, `${first} under the wheel at ${x}`);
    below.forEach((value, n) => {
      assert.ok(n === 0 || value <= (below[n - 1] as number), `${x}: ${below}`);
    });
    assert.ok((below.at(-1) as number) < 10, `${x}: ${below}`);
    const beside = at(x + 2 * RADIUS, y + RADIUS);
    assert.ok(beside > 20 && beside < (first as number) - 30, `${beside} beside the wheel at ${x}`);
  }
  assert.equal(at(600, 200), 0);
  assert.ok(at(1150, 600) < 10, 'nothing beside the car');
});

test('a shadow under what hangs over beyond the wheels is rounded at its ends', async () => {
  const shadow = await contactShadow(car());
  assert.ok(shadow !== null);
  const road = WHEELS[0].y + RADIUS;
  const [corner, inside] = [130, 230].map((x) => shadow[road * SIZE.width + x] as number) as [number, number];
  assert.ok(corner < 0.3 * inside, `${corner} in its corner, ${inside} before the wheel`);
  assert.ok((shadow[(road - 30) * SIZE.width + 150] as number) > 40, 'under the bumper there is some');
});
