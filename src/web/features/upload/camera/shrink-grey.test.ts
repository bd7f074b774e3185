import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { measureSharpness } from '#domain/photos/quality.ts';
import { shrinkGrey } from './shrink-grey.ts';

const WIDTH = 1500;
const HEIGHT = 900;
/** Rings that become finer outwards, with edges at all angles. */
function drawRings() {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) data[y * WIDTH + x] = Math.sin((x * x + y * y) / 9000) > 0 ? 220 : 30;
  return { data, width: WIDTH, height: HEIGHT };
}

describe('the picture that a browser measures sharpness in', () => {
  it('is the engine’s: as sharp as sharp makes it, within three hundredths', async () => {
    const own = shrinkGrey(drawRings(), 512);
    const theirs = await sharp(drawRings().data, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
      .resize(512, 307, { fit: 'fill' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    deepEqual([own.width, own.height], [512, 307]);
    const [a, b] = [own, { data: new Uint8Array(theirs), width: 512, height: 307 }].map(measureSharpness);
    ok(a !== undefined && b !== undefined && Math.abs(a / b - 1) < 0.03, `${a} and ${b}`);
  });

  it('is the same where it is small enough', () => {
    const rings = drawRings();
    deepEqual(shrinkGrey(rings, WIDTH), rings);
  });
});
