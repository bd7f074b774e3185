import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type Bench,
  colourAt,
  isNearColour,
  openBench,
  readShownPixels,
  toSharp,
} from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { createFilled, pasteOnto, type Raw, type Rgb } from '#imaging/pixels/raw.ts';
import { computeSha256 } from '#imaging/pixels/write.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { readHeader } from '#imaging/read/header.ts';
import { makeAvatar } from './avatar.ts';

const HEIC = fileURLToPath(import.meta.resolve('#imaging/fixtures/scene.heic'));
const RED: Rgb = [220, 30, 30];
const GREEN: Rgb = [30, 200, 40];
const BLUE: Rgb = [30, 40, 210];
let bench: Bench;

describe('an avatar made of a photo', () => {
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  async function avatarOf(source: string): Promise<{ pixels: Raw; file: Buffer; sha256: string }> {
    const path = bench.path('avatar.jpg');
    const written = await makeAvatar({ source, path }, await readHeader(source));
    return { pixels: await readShownPixels(path), file: await readFile(path), ...written };
  }

  /** Three bands of equal breadth: red, green, blue. */
  function bands(width: number, height: number, across: boolean): Raw {
    const picture = createFilled({ width, height }, GREEN);
    const [w, h] = across ? [width / 3, height] : [width, height / 3];
    pasteOnto(picture, createFilled({ width: w, height: h }, RED), { x: 0, y: 0 });
    return pasteOnto(picture, createFilled({ width: w, height: h }, BLUE), { x: width - w, y: height - h });
  }

  test('an avatar is the square in the middle of the photo, 256 px, whatever the photo’s shape and size', async () => {
    for (const [width, height] of [
      [900, 300],
      [300, 900],
      [90, 30],
      [3000, 1000],
    ] as const) {
      const source = await bench.save('bands.png', toSharp(bands(width, height, width > height)).png());
      const { pixels } = await avatarOf(source);
      assert.deepEqual([pixels.width, pixels.height, pixels.channels], [256, 256, 3]);
      for (const at of [0.1, 0.5, 0.9]) {
        assert.ok(
          isNearColour(colourAt(pixels, at, at), GREEN, 12),
          `${width}×${height}: ${colourAt(pixels, at, at)}`,
        );
      }
    }
  });

  test('a phone’s portrait that is stored lying is an upright avatar', async () => {
    // Upright: red above, blue below. Stored turned, with the tag that says so.
    const lying = sharp(
      await toSharp(bands(600, 600, false))
        .rotate(270)
        .png()
        .toBuffer(),
    );
    const source = await bench.save('portrait.jpg', lying.withMetadata({ orientation: 6 }).jpeg());
    const { pixels } = await avatarOf(source);
    assert.ok(isNearColour(colourAt(pixels, 0.5, 0.1), RED, 16), `above ${colourAt(pixels, 0.5, 0.1)}`);
    assert.ok(isNearColour(colourAt(pixels, 0.5, 0.9), BLUE, 16), `below ${colourAt(pixels, 0.5, 0.9)}`);
  });

  test('an avatar is a JPEG in sRGB and says nothing of where and with what the photo was taken', async () => {
    const where = { GPSLatitudeRef: 'N', GPSLatitude: '44/1 26/1 0/1' };
    const tagged = toSharp(drawScene(640, 480)).withExif({
      IFD0: { Make: 'Aparat', Artist: 'Ion' },
      IFD3: where,
    });
    const source = await bench.save(
      'tagged.jpg',
      tagged.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg(),
    );
    const avatar = await avatarOf(source);
    const { format, space, exif, xmp, iptc, icc, orientation } = await sharp(avatar.file).metadata();
    assert.deepEqual([format, space], ['jpeg', 'srgb']);
    assert.deepEqual(
      [exif, xmp, iptc, icc, orientation],
      [undefined, undefined, undefined, undefined, undefined],
    );
    assert.equal(avatar.sha256, computeSha256(avatar.file));
  });

  test('a HEIC from a phone becomes an avatar, its P3 colours turned to sRGB', async () => {
    const { pixels } = await avatarOf(HEIC);
    assert.deepEqual([pixels.width, pixels.height], [256, 256]);
    // Upright the photo is 720×960, turned a quarter clockwise: (x, y) as drawn is (1 − y, x); its square begins an eighth from above.
    const drawn = drawScene(960, 720);
    const wall = colourAt(pixels, 1 - 0.2, 0.5);
    assert.ok(isNearColour(wall, colourAt(drawn, 0.5, 0.2), 14), `the wall is ${wall}`);
    const paint = colourAt(pixels, 1 - 0.65, (0.25 - 0.125) / 0.75);
    assert.ok(isNearColour(paint, colourAt(drawn, 0.25, 0.65), 22), `the paint is ${paint}`);
  });

  test('transparency becomes white, never black', async () => {
    const clear = sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } });
    const { pixels } = await avatarOf(await bench.save('clear.png', clear.png()));
    assert.ok(isNearColour(colourAt(pixels, 0.5, 0.5), [255, 255, 255], 2));
  });

  test('half a photo is no avatar, and nothing is written', async () => {
    const whole = await toSharp(drawScene(640, 480)).jpeg().toBuffer();
    const source = bench.path('half.jpg');
    await writeFile(source, whole.subarray(0, whole.length / 2));
    const path = bench.path('never.jpg');
    const header = await readHeader(source);
    await assert.rejects(makeAvatar({ source, path }, header), { code: 'photos/corrupt' });
    await assert.rejects(stat(path), { code: 'ENOENT' });
  });
});
