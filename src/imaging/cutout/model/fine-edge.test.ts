import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { USUAL_LIMITS } from '#domain/photos/model-limits.ts';
import { computeMaskIou, type Mask } from '#imaging/cutout/mask.ts';
import { scaledMask } from '#imaging/cutout/mask-file.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { refineEdge } from './fine-edge.ts';
import { seeObject } from './model.ts';

const SIZE = { width: 512, height: 384 };
const SMALL = { width: 280, height: 210 };
const SQUARE = { width: 512, height: 512 };

function drawMask(isObject: (x: number, y: number) => boolean): Mask {
  const { width, height } = SIZE;
  const data = Uint8Array.from({ length: width * height }, (_, i) =>
    isObject(i % width, Math.floor(i / width)) ? 255 : 0,
  );
  return { ...SIZE, data };
}

/** A rim with nine spokes. */
const wheel = drawMask((x, y) => {
  const [far, angle] = [Math.hypot(x - 256, y - 192), Math.atan2(y - 192, x - 256)];
  const beside = Math.abs(Math.sin(4.5 * angle)) / 4.5;
  return far < 150 && (far > 131 || far < 15 || beside * far < 1.5);
});

const PAINT = 60;
const GROUND = [110, 150, 100] as const;

function drawPhoto({ data: object, width, height }: Mask): Raw {
  const data = Uint8Array.from({ length: 3 * object.length }, (_, i) =>
    (object[Math.floor(i / 3)] as number) > 127 ? PAINT : (GROUND[i % 3] as number),
  );
  return { data, width, height, channels: 3 };
}

const harden = (mask: Mask): Mask => ({ ...mask, data: mask.data.map((value) => (value > 127 ? 255 : 0)) });

describe('the finer edge of a mask that a model found', () => {
  const picture = drawPhoto(wheel);

  test('has the spokes as the photo has them', async () => {
    const coarse = harden(await scaledMask(wheel, SMALL));
    const fine = await refineEdge(picture, coarse, await scaledMask(wheel, SQUARE));
    const before = computeMaskIou(harden(await scaledMask(coarse, SIZE)), wheel);
    const after = computeMaskIou(fine, wheel);
    assert.ok(after > 0.985 && before < 0.97, `IoU ${before.toFixed(3)} → ${after.toFixed(3)}`);
  });

  test('changes nothing farther from the edge, and leaves no speck', async () => {
    const isDisc = (x: number, y: number) => Math.hypot(x - 256, y - 192) < 125;
    const disc = drawMask(isDisc);
    const coarse = harden(await scaledMask(disc, SMALL));
    // The model sees a second thing in the corner, which was not accepted, and noise beside the edge.
    const seen = drawMask((x, y) => isDisc(x, y) || (x < 60 && y < 60) || (x === 384 && y === 192));
    const fine = await refineEdge(drawPhoto(seen), coarse, await scaledMask(seen, SQUARE));
    assert.ok(computeMaskIou(fine, disc) > 0.995);
    const at = (x: number, y: number) => fine.data[y * SIZE.width + x];
    assert.deepEqual([at(30, 30), at(384, 192), at(256, 192)], [0, 0, 255]);
  });

  test('is asked of a model that sees more than a mask has, and of a photo that has more', async () => {
    const small: Raw = drawPhoto({ ...harden(await scaledMask(wheel, SMALL)) });
    const lookWith = async (side: number) => {
      const seen = await scaledMask(wheel, { width: side, height: side });
      const plane = Float32Array.from(seen.data, (value) => value / 255);
      return seeObject(plane, { input: side, limits: USUAL_LIMITS }, small);
    };
    assert.equal((await lookWith(320))?.refine, undefined);
    const sight = await lookWith(1024);
    assert.deepEqual(await sight?.refine?.(async () => small), sight?.mask);
    const fine = await sight?.refine?.(async () => picture);
    assert.deepEqual([fine?.width, fine?.height], [SIZE.width, SIZE.height]);
  });
});
