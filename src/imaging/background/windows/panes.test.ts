import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyMask } from '#imaging/cutout/mask.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';
import { findPanes } from './panes.ts';

const SIZE = { width: 320, height: 190 };
const PAINT: Rgb = [40, 70, 140];
const BEIGE: Rgb = [214, 200, 180];
const TYRE: Rgb = [20, 20, 22];

interface Patch {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Draws a car with a long bonnet, 300 × 145, and a beige patch on it; returns how many panes it has. */
function countPanesWith(patch: Patch): number {
  const [picture, mask] = [createFilled(SIZE, [170, 168, 160]), emptyMask(SIZE)];
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) {
      const isTyre = [70, 250].some((middle) => Math.hypot(x - middle, y - 145) < 20);
      const upper = x < 70 ? 70 + (70 - x) / 3 : x < 120 ? 140 - x : x < 260 ? 20 : 20 + (x - 260);
      const isBody = x >= 10 && x < 310 && y >= upper && y < 150;
      if (!isTyre && !isBody) continue;
      const isPatch = x >= patch.left && x < patch.right && y >= patch.top && y < patch.bottom;
      const at = y * SIZE.width + x;
      picture.data.set(isTyre ? TYRE : isPatch ? BEIGE : PAINT, 3 * at);
      mask.data[at] = 255;
    }
  return findPanes(picture, mask).length;
}

test('a patch under a car’s roof is a pane; the same patch on its bonnet, under the windscreen’s slope, mirrors the room', () => {
  assert.equal(countPanesWith({ left: 140, top: 30, right: 190, bottom: 62 }), 1);
  assert.equal(countPanesWith({ left: 68, top: 65, right: 96, bottom: 95 }), 0);
});
