import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Sharp } from 'sharp';
import { type Bench, openBench, toSharp } from '#imaging/fixtures/bench.ts';
import { buildTiff } from '#imaging/fixtures/exif-files.ts';
import { buildNclx, encodeU32, heifFile, itemsOfFile } from '#imaging/fixtures/heif-file.ts';
import {
  AS_ADOBE,
  AS_DRAWN,
  AS_P3,
  drawPatches,
  patchDifference,
  readPatches,
} from '#imaging/fixtures/patches.ts';
import { decodePicture } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';

let bench: Bench;

describe('Adobe RGB', () => {
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  /** As cameras write it: no number for the colour space, and the index that stands for Adobe RGB. */
  const MARKED = buildTiff([
    [[0x8769, 4, 1, 26]],
    [
      [0xa001, 3, 1, 65_535],
      [0xa005, 4, 1, 56],
    ],
    [[1, 2, 4, Buffer.from('R03\0', 'latin1').readUInt32LE(0)]],
  ]);

  async function markedJpeg(image: Sharp): Promise<Buffer> {
    const file = await image.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    const start = Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1');
    start.writeUInt16BE(8 + MARKED.length, 2);
    return Buffer.concat([file.subarray(0, 2), start, MARKED, file.subarray(2)]);
  }

  async function markedWebp(image: Sharp): Promise<Buffer> {
    const room = image.withExif({ IFD0: { ImageDescription: ' '.repeat(MARKED.length) } });
    const file = await room.webp({ lossless: true }).toBuffer();
    MARKED.copy(file, file.indexOf('II*\0', 0, 'latin1'));
    return file;
  }

  async function markedAvif(...colours: Buffer[]): Promise<Buffer> {
    const encoded = toSharp(drawPatches()).avif({ quality: 100, effort: 0, chromaSubsampling: '4:4:4' });
    const [picture] = itemsOfFile(await encoded.toBuffer());
    const exif = { type: 'Exif', data: Buffer.concat([encodeU32(0), MARKED]), properties: [] };
    return heifFile({
      items: [{ ...picture, properties: [...picture.properties, ...colours] }, exif],
      references: [{ type: 'cdsc', from: 2, to: [1] }],
    });
  }

  test('a photo that its camera marked as Adobe RGB is read as that, unless the file says something else', async () => {
    const plain = () => toSharp(drawPatches());
    const inP3 = () => plain().withIccProfile('p3');
    const grey = plain().greyscale().toColourspace('b-w');
    for (const [name, file, expected] of [
      ['a JPEG', await markedJpeg(plain()), AS_ADOBE],
      ['a JPEG with a profile', await markedJpeg(inP3()), AS_DRAWN],
      ['a WebP', await markedWebp(plain()), AS_ADOBE],
      ['a WebP with a profile', await markedWebp(inP3()), AS_DRAWN],
      ['an AVIF that says nothing', await markedAvif(buildNclx([2, 2, 6])), AS_ADOBE],
      ['an AVIF that says sRGB', await markedAvif(buildNclx([1, 13, 6])), AS_DRAWN],
      ['an AVIF that says P3', await markedAvif(buildNclx([12, 13, 6])), AS_P3],
    ] as const) {
      await writeFile(bench.path('photo'), file);
      const header = await readHeader(bench.path('photo'));
      const seen = readPatches(await decodePicture(header, header));
      assert.ok(patchDifference(seen, expected) <= 3, `${name}: ${seen}`);
    }
    await writeFile(bench.path('grey'), await markedJpeg(grey));
    const header = await readHeader(bench.path('grey'));
    assert.ok(readPatches(await decodePicture(header, header)).endsWith('129/129/129 240/240/240'));
  });
});
