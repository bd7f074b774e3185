import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { computePlacement } from '#domain/recipes/placement.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { onWall } from './on-wall.ts';
import { measureStance } from './stance.ts';

const SIZE = { width: 640, height: 480 };
const WHOLE = computePlacement(SIZE, { ...SIZE, fit: 'inside', pad: 'white' });

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const SHIRT: Edges = { left: 200, right: 440, top: 80, bottom: 400 };
const BOARD: Edges = { left: 80, right: 560, top: 200, bottom: 300 };

function sheet({ left, right, top, bottom }: Edges): Raw {
  const data = new Uint8Array(SIZE.width * SIZE.height * 4);
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) data.set([200, 60, 40, 255], (y * SIZE.width + x) * 4);
  return { data, ...SIZE, channels: 4 };
}

/** Share of the light that is taken beside its edges, the more of it the farther; at the whole shadow's strength. */
async function around(edges: Edges, light: number) {
  const stance = await measureStance(sheet(edges), { ...WHOLE, light });
  assert.ok(stance !== null);
  const { shadow } = onWall(stance, 1);
  const [x, y] = [(edges.left + edges.right) >> 1, (edges.top + edges.bottom) >> 1];
  const at = (column: number, row: number) => shadow[row * SIZE.width + column] as number;
  const beside = [2, 6, 12, 20, 40];
  return {
    left: beside.map((by) => at(edges.left - by, y)),
    right: beside.map((by) => at(edges.right + by, y)),
    over: beside.map((by) => at(x, edges.top - by)),
    under: beside.map((by) => at(x, edges.bottom + by)),
  };
}

describe('the shadow of what hangs on the wall', () => {
  test('falls down and away from the photo’s light; there is next to none over it and on the lit side', async () => {
    for (const edges of [SHIRT, BOARD]) {
      for (const light of [-1, -0.2, 0.2, 1]) {
        const { left, right, over, under } = await around(edges, light);
        const [lit, dark] = light < 0 ? [left, right] : [right, left];
        assert.ok(Math.max(...lit, ...over) < 0.1, `${light}: ${lit} on the lit side, ${over} over it`);
        assert.ok((dark[1] as number) > 0.3, `${light}: ${dark} on the other`);
        assert.ok((under[1] as number) > 0.3, `${light}: ${under} under it`);
      }
    }
  });

  test('falls a little to the right where the light of the photo is not known', async () => {
    const [unknown, known] = [await around(SHIRT, 0), await around(SHIRT, -1)];
    assert.ok(Math.max(...unknown.left, ...unknown.over) < 0.12, `${unknown.left} ${unknown.over}`);
    assert.ok((unknown.right[0] as number) > 0.3, `${unknown.right}`);
    assert.ok((unknown.right[3] as number) < (known.right[3] as number) - 0.05, `${unknown.right}`);
  });

  test('gets lighter and softer the farther it is from the edge, without an end', async () => {
    const { right, under } = await around(SHIRT, -1);
    for (const side of [right, under]) {
      side.forEach((share, n) => {
        assert.ok(n === 0 || share < (side[n - 1] as number), `${side}`);
      });
      assert.ok((side.at(-1) as number) < 0.03, `${side}`);
    }
  });
});
