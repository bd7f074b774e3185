import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toSharp } from '#imaging/fixtures/bench.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { decodePicture } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { encodeImage } from './encode.ts';
import { bestQuality, encodeWithin, LOWEST_QUALITY } from './target-size.ts';

/** A rendered photo with real detail: drawn scenes have cliffs between one quality and the next. */
const header = await readHeader(
  fileURLToPath(new URL('../../web/assets/samples/phone.jpg', import.meta.url)),
);
const picture = await decodePicture(header, {
  width: 640,
  height: Math.round((640 * header.height) / header.width),
});

/** AVIF's bytes jump by a fifth between some neighbouring qualities; there no search comes nearer than the jump. */
for (const [format, first, wanted] of [
  ['jpeg', 90, [62, 71, 80, 87]],
  ['webp', 90, [62, 71, 80, 87]],
  ['avif', 75, [49, 58]],
] as const) {
  test(`a ${format} lands within 5 % under its target size in four encodes or fewer`, async () => {
    const largest = { quality: first, bytes: await encodeImage(picture, format, { quality: first }) };
    for (const quality of wanted) {
      const maxBytes = Math.round((await encodeImage(picture, format, { quality })).length * 1.01);
      let encodes = 1;
      const bytes = await bestQuality(format, { first: largest, maxBytes }, (q) => {
        encodes += 1;
        return encodeImage(picture, format, { quality: q });
      });
      assert.ok(bytes && bytes.length <= maxBytes, `${quality}: ${bytes?.length} for ${maxBytes}`);
      assert.ok(bytes.length >= 0.95 * maxBytes, `${quality}: ${bytes.length} for ${maxBytes}`);
      assert.ok(encodes <= 4, `${quality}: ${encodes} encodes`);
    }
  });
}

/** kB of one photo as AVIF, at qualities 45–75: read off the encoder, for a hundred of its searches would take minutes. */
const STEPS = [
  [54.2, 54.2, 58, 58, 61.8, 65.5, 65.5, 69, 69, 72.9, 77.3, 81.1, 81.1, 84.9, 89.3, 93.7, 93.7, 97.3, 101.1],
  [105.2, 105.2, 109.6, 121.6, 126.9, 126.9, 130.6, 134.2, 137.8, 137.8, 142, 147],
].flat();

test('an avif is hardly smaller than the largest that would fit, though its bytes go in steps', async () => {
  const parts: number[] = [];
  let encodes = 0;
  for (const first of [65, 70, 75]) {
    const sized = (quality: number) => Buffer.alloc(Math.round(1000 * (STEPS[quality - 45] ?? 0)));
    for (let part = 0.56; part < 0.98; part += 0.01) {
      const maxBytes = Math.round(sized(first).length * part);
      const fitting = STEPS.slice(0, first - 45).filter((kilobytes) => kilobytes * 1000 <= maxBytes);
      if (fitting.length === 0) continue;
      const bytes = await bestQuality(
        'avif',
        { first: { quality: first, bytes: sized(first) }, maxBytes },
        async (q) => {
          encodes += 1;
          return sized(q);
        },
      );
      assert.ok(bytes && bytes.length <= maxBytes);
      parts.push(bytes.length / 1000 / Math.max(...fitting));
    }
  }
  parts.sort((a, b) => a - b);
  const twentieth = parts[Math.floor(parts.length / 20)] as number;
  assert.ok(twentieth > 0.95, `a twentieth under ${twentieth.toFixed(3)} of the best`);
  assert.ok((parts[0] as number) > 0.89, `the least ${parts[0]?.toFixed(3)} of the best`);
  assert.ok(encodes / parts.length < 2.3, `${(encodes / parts.length).toFixed(2)} encodes after the first`);
});

test('a file that is small enough at its own quality is left alone', async () => {
  const unlimited = await encodeImage(picture, 'jpeg', { quality: 82 });
  const { bytes, warning } = await encodeWithin(picture, {
    format: 'jpeg',
    quality: 82,
    maxBytes: unlimited.length,
  });
  assert.deepEqual(bytes, unlimited);
  assert.equal(warning, null);
});

/** Grain of a pixel or two, which is gone in a smaller picture: its bytes fall much faster than its sides. */
async function gravel(): Promise<Raw> {
  const [width, height] = [640, 480];
  const noise = noiseFrom(3);
  const grain = Uint8Array.from({ length: width * height * 3 }, () => noise() * 256);
  const data = await toSharp({ data: grain, width, height, channels: 3 }).blur(0.6).raw().toBuffer();
  return { data, width, height, channels: 3 };
}

test('a target that no quality reaches makes the sides smaller, uses it to 85 % or more, and says so', async () => {
  for (const [name, photo] of [
    ['a car', picture],
    ['gravel', await gravel()],
  ] as const) {
    for (const format of ['jpeg', 'webp', 'avif', 'png'] as const) {
      const lowest = await encodeImage(photo, format === 'jpeg' ? 'mozjpeg' : format, {
        quality: LOWEST_QUALITY[format],
      });
      for (const part of [0.5, 0.8]) {
        const maxBytes = Math.round(lowest.length * part);
        let encodes = 0;
        const fitted = await encodeWithin(photo, { format, quality: 82, maxBytes }, (...what) => {
          encodes += 1;
          return encodeImage(...what);
        });
        const used = fitted.bytes.length / maxBytes;
        const words = `${name} as ${format}: ${used.toFixed(2)} in ${encodes} encodes`;
        assert.equal(fitted.warning, 'shrunk-to-target', words);
        assert.ok(used <= 1 && used >= 0.85, words);
        assert.ok(encodes <= 8, words);
        assert.ok(Math.abs((fitted.width * photo.height) / (fitted.height * photo.width) - 1) < 0.01);
      }
    }
  }
});

test('a file that cannot meet its target is delivered as small as is useful, with a warning', async () => {
  const fitted = await encodeWithin(picture, { format: 'jpeg', quality: 82, maxBytes: 900 });
  assert.equal(fitted.warning, 'over-target');
  assert.equal(Math.max(fitted.width, fitted.height), 320);
});
