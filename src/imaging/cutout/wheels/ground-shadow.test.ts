import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLab } from '#imaging/cutout/lab.ts';
import { computeMaskIou, emptyMask, type Mask } from '#imaging/cutout/mask.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';
import { withoutGroundShadow } from './ground-shadow.ts';

const SIZE = { width: 200, height: 150 };

/** A block on a grey floor with its shadow under it; `foot`: the block's lowest rows. */
function drawStandingBlock(foot: Rgb): { picture: ReturnType<typeof createFilled>; block: Mask; both: Mask } {
  const picture = createFilled(SIZE, [150, 148, 144]);
  const [block, both] = [emptyMask(SIZE), emptyMask(SIZE)];
  for (let y = 30; y < 122; y++) {
    for (let x = 40; x < 160; x++) {
      const i = y * SIZE.width + x;
      both.data[i] = 255;
      if (y < 110) block.data[i] = 255;
      const shade = 0.45 + (y - 110) * 0.04;
      picture.data.set(
        y < 104 ? [180, 40, 44] : y < 110 ? foot : [150 * shade, 148 * shade, 144 * shade],
        i * 3,
      );
    }
  }
  return { picture, block, both };
}

test('a shadow on the ground that was taken for a part of the object is given back', () => {
  const { picture, block, both } = drawStandingBlock([180, 40, 44]);
  const left = withoutGroundShadow(toLab(picture), both);
  assert.ok(computeMaskIou(both, block) < 0.9);
  assert.ok(computeMaskIou(left, block) > 0.98, `IoU ${computeMaskIou(left, block).toFixed(3)}`);
});

test('a black foot is no shadow, and an object on a bright ground keeps its dark parts', () => {
  const { picture, block } = drawStandingBlock([24, 24, 26]);
  assert.equal(computeMaskIou(withoutGroundShadow(toLab(picture), block), block), 1);
});
