import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import type { Sharp } from 'sharp';
import { type Bench, openBench, toSharp } from '#imaging/fixtures/bench.ts';
import { encodeU32 } from '#imaging/fixtures/heif-file.ts';
import {
  AS_2020,
  AS_ADOBE,
  AS_DRAWN,
  AS_GAMMA_22,
  AS_GAMMA_28,
  AS_LINEAR,
  AS_P3,
  drawPatches,
  patchDifference,
  readPatches,
} from '#imaging/fixtures/patches.ts';
import { decodePicture } from '#imaging/read/decode.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { readHeader } from '#imaging/read/header.ts';

let bench: Bench;
let p3: Buffer;

describe('colours of a PNG', () => {
  before(async () => {
    bench = await openBench();
    const { icc } = await sharp(
      await toSharp(drawPatches()).withIccProfile('p3').png().toBuffer(),
    ).metadata();
    p3 = icc as Buffer;
  });
  after(() => bench.remove());

  async function pictureIn(file: Buffer) {
    await writeFile(bench.path('file'), file);
    const header = await readHeader(bench.path('file'));
    return decodePicture(header, header);
  }

  function chunk(name: string, content: Buffer): Buffer {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
    return Buffer.concat([encodeU32(content.length), named, encodeU32(crc32(named))]);
  }

  const cicp = (...codes: number[]) => chunk('cICP', Buffer.from(codes));
  const gama = (value: number) => chunk('gAMA', encodeU32(value));
  const chrm = (...values: number[]) =>
    chunk('cHRM', encodeU32(...values.map((value) => Math.round(value * 100_000))));
  const srgb = chunk('sRGB', Buffer.from([0]));
  const iccp = (icc: Buffer) =>
    chunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(icc)]));
  const ballast = (bytes: number) => chunk('teXt', Buffer.alloc(bytes));

  const WHITE = [0.3127, 0.329] as const;
  const SRGB = chrm(...WHITE, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06);
  const P3 = chrm(...WHITE, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06);
  const ADOBE = chrm(...WHITE, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06);
  const FLAT = chrm(...WHITE, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3);
  const LINEAR = 100_000;
  const SCREEN = 45_455;

  async function pngWith(
    chunks: readonly Buffer[],
    picture: Sharp = toSharp(drawPatches()),
  ): Promise<Buffer> {
    const file = await picture.png().toBuffer();
    return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);
  }

  async function assertPatches(file: Buffer, expected: string, words: string): Promise<void> {
    const seen = readPatches(await pictureIn(file));
    assert.ok(patchDifference(seen, expected) <= 3, `${words}: ${seen}`);
  }

  /** As code points 9/16 come out of an AVIF. */
  const AS_PQ = '255/0/0 0/255/0 0/0/255 255/175/0 0/255/253 255/0/188 181/181/181 255/255/255';
  const AS_P3_LINEAR =
    '247/84/91 9/211/97 85/134/236 241/229/86 43/227/226 239/127/218 188/188/188 248/248/248';

  test('a PNG is in the colours that its code points name', async () => {
    for (const [codes, expected] of [
      [[12, 13, 0, 1], AS_P3],
      [[12, 1, 0, 1], AS_P3],
      [[9, 13, 0, 1], AS_2020],
      [[9, 16, 0, 1], AS_PQ],
      [[1, 13, 0, 1], AS_DRAWN],
      [[1, 1, 0, 1], AS_DRAWN],
      [[1, 4, 0, 1], AS_GAMMA_22],
      [[1, 5, 0, 1], AS_GAMMA_28],
      [[1, 8, 0, 1], AS_LINEAR],
      [[12, 8, 0, 1], AS_P3_LINEAR],
    ] as const)
      await assertPatches(await pngWith([cicp(...codes)]), expected, codes.join('/'));
  });

  test('a PNG in the range of television comes out in the whole range', async () => {
    const seen = readPatches(await pictureIn(await pngWith([cicp(1, 13, 0, 0)])));
    assert.ok(patchDifference(seen.slice(-23), '130/130/130 255/255/255') <= 1, seen);
  });

  test('a PNG is in the colours that its gamma and primaries name', async () => {
    for (const [chunks, expected] of [
      [[gama(LINEAR)], AS_LINEAR],
      [[gama(35_714)], AS_GAMMA_28],
      [[gama(LINEAR), P3], AS_P3_LINEAR],
      [[gama(SCREEN), ADOBE], AS_ADOBE],
      // Files say 1/2.2 and mean the curve of sRGB.
      [[gama(SCREEN)], AS_DRAWN],
      [[gama(SCREEN), SRGB], AS_DRAWN],
      [[P3], AS_DRAWN],
      [[gama(0)], AS_DRAWN],
      [[gama(LINEAR), FLAT], AS_DRAWN],
      [[chunk('gAMA', Buffer.alloc(1))], AS_DRAWN],
    ] as const)
      await assertPatches(
        await pngWith(chunks),
        expected,
        `${chunks.map((one) => one.toString('latin1', 4, 8))}`,
      );
  });

  test('of what a PNG says the first counts: code points, a profile, sRGB, gamma', async () => {
    for (const [chunks, expected] of [
      [[cicp(1, 13, 0, 1), iccp(p3), gama(LINEAR)], AS_DRAWN],
      [[cicp(12, 13, 0, 1), srgb, gama(SCREEN), SRGB], AS_P3],
      [[iccp(p3), gama(LINEAR)], AS_P3],
      [[srgb, gama(LINEAR), P3], AS_DRAWN],
      // Code points that name nothing, and a profile that is none.
      [[cicp(2, 2, 0, 1), iccp(p3)], AS_P3],
      [[cicp(12, 13, 1, 1)], AS_DRAWN],
      [[cicp(200, 13, 0, 1), gama(LINEAR)], AS_LINEAR],
      [[iccp(Buffer.alloc(10)), gama(LINEAR)], AS_LINEAR],
    ] as const)
      await assertPatches(
        await pngWith(chunks),
        expected,
        `${chunks.map((one) => one.toString('latin1', 4, 8))}`,
      );
  });

  test('the same holds for palettes, sixteen bits, alpha, grey, and after any amount of text', async () => {
    const chunks = [cicp(12, 13, 0, 1)];
    const file = await toSharp(drawPatches()).png({ palette: true, colours: 16 }).toBuffer();
    const palette = Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);
    await assertPatches(palette, AS_P3, 'a palette');
    await assertPatches(
      await pngWith(chunks, toSharp(drawPatches()).toColourspace('rgb16')),
      AS_P3,
      '16 bits',
    );
    const clear = await pictureIn(await pngWith(chunks, toSharp(drawPatches(128))));
    assert.ok(patchDifference(readPatches(clear), AS_P3) <= 3);
    assert.equal(clear.data.at(-1), 128);
    await assertPatches(await pngWith([ballast(400_000), ...chunks]), AS_P3, 'after text');
    for (const space of ['b-w', 'grey16']) {
      const grey = toSharp(drawPatches()).greyscale().toColourspace(space);
      const linear = readPatches(await pictureIn(await pngWith([gama(LINEAR), P3], grey)));
      assert.ok(linear.endsWith(' 188/188/188 248/248/248'), `${space}: ${linear}`);
    }
  });

  test('linear light of sixteen bits keeps its dark tones apart', async () => {
    for (const channels of [3, 4] as const) {
      const values = new Uint16Array(64 * 64 * channels).map((_, i) => (i % channels === 3 ? 40_000 : 100));
      const deep = sharp(values, { raw: { width: 64, height: 64, channels } }).toColourspace('rgb16');
      const { data } = await pictureIn(await pngWith([gama(LINEAR)], deep));
      // 100 of 65,535: less than half a step of eight bits.
      assert.deepEqual([...data.subarray(0, channels)], [5, 5, 5, 156].slice(0, channels));
    }
  });
});
