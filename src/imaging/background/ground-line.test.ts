import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { groundUnder } from './ground-line.ts';

const TOUCH = 4;

/**
 * Returns the lower edge of a car 200 rows tall, seen nearly from the front: a tyre far behind on the left, one in front, the bumper on the
 * right.
 */
function feet(rear: { x: number; y: number; radius: number } | null): Float32Array {
  const foot = new Float32Array(460).fill(-1);
  const front = { x: 200, y: 300, radius: 34 };
  for (let x = 30; x < 440; x++) {
    const sill = x < front.x ? 226 + ((x - 30) * 50) / 170 : 288 - ((x - front.x) * 26) / 240;
    const tyres = (rear === null ? [front] : [front, rear]).map(({ x: middle, y, radius }) => {
      const across = Math.abs(x - middle);
      return across > radius ? -1 : y - radius + Math.sqrt(radius ** 2 - across ** 2);
    });
    foot[x] = Math.max(sill, ...tyres);
  }
  return foot;
}

describe('the line that a car stands on', () => {
  test('goes through a tyre far behind, which else would float', () => {
    const rear = { x: 76, y: 258, radius: 26 };
    const { rows, first } = groundUnder(feet(rear), TOUCH);
    assert.ok(Math.abs(first - rear.x) <= 12, `begins at ${first}`);
    assert.ok(Math.abs((rows[rear.x] as number) - rear.y) <= 3, `${rows[rear.x]} under the tyre`);
    assert.ok(Math.abs((rows[200] as number) - 300) <= 1);
  });

  test('does not climb along a sill that hangs over the ground', () => {
    const { rows } = groundUnder(feet(null), TOUCH);
    assert.ok((rows[40] as number) > 290, `${rows[40]}`);
  });

  test('goes through a tyre behind on a gentle slope, however round and ragged the bottom of its mask is', () => {
    const rear = { x: 66, y: 266, radius: 32 };
    for (const crumb of [0, 2]) {
      const ragged = feet(rear).map((row, x) => (row < 0 ? row : row + (x % 5 === 0 ? crumb : 0)));
      const { rows, first } = groundUnder(ragged, TOUCH);
      assert.ok(Math.abs(first - rear.x) <= 14, `begins at ${first}, crumbs of ${crumb}`);
      assert.ok(Math.abs((rows[rear.x] as number) - rear.y) <= 4, `${rows[rear.x]} under the tyre`);
    }
  });

  test('goes on along a low nose also where the mask has a bite out of it beside the tyre', () => {
    for (const bite of [0, 8]) {
      const bitten = feet(null).map((row, x) => (x > 230 && x <= 238 ? row - bite : row));
      const { rows, last } = groundUnder(bitten, TOUCH);
      assert.ok(last > 400, `ends at ${last}, a bite of ${bite}`);
      assert.ok(Math.abs((rows[430] as number) - 263) <= 4, `${rows[430]} under the nose`);
    }
  });

  test('keeps to the tyre where a bumper that hangs over beyond it is not low all along', () => {
    const high = feet(null).map((row, x) => (x > 234 && x < 330 ? row - 8 : row));
    const { rows, last } = groundUnder(high, TOUCH);
    assert.ok(last < 240, `ends at ${last}`);
    assert.ok((rows[430] as number) > 298, `${rows[430]} beyond it`);
  });
});
