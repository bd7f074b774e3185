import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Bench,
  colourAt,
  isNearColour,
  openBench,
  readShownPixels,
  toSharp,
} from '#imaging/fixtures/bench.ts';
import { meanDifference } from '#imaging/fixtures/colour-difference.ts';
import { buildNclx, buildProfileBox, heifFile } from '#imaging/fixtures/heif-file.ts';
import { drawScene, noiseFrom } from '#imaging/fixtures/scene.ts';
import { mendHeif } from '#imaging/heif/heif-mend.ts';
import { readHeifPicture } from '#imaging/heif/heif-picture.ts';
import type { Nclx } from '#imaging/heif/nclx.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { sourceOfCicp, toSrgb } from './gamut.ts';
import { classifyProfile } from './icc.ts';

let bench: Bench;
const VIVID = { wall: [90, 150, 200], floor: [60, 120, 50], paint: [240, 120, 20] } as const;

describe('colours of a photo', () => {
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  test('a profile is known by its numbers: sRGB, Display P3, or something sharp must convert', async () => {
    const iccOf = async (name: string) =>
      (await sharp(await toSharp(drawScene(8, 8)).withIccProfile(name).jpeg().toBuffer()).metadata()).icc;
    assert.equal(classifyProfile(await iccOf('srgb')), 'srgb');
    assert.equal(classifyProfile(await iccOf('p3')), 'p3');
    assert.equal(classifyProfile(await iccOf('cmyk')), 'other');
    assert.equal(classifyProfile(undefined), 'none');
    assert.equal(classifyProfile(Buffer.alloc(20)), 'other');
    const broken = Buffer.from((await iccOf('p3')) as Buffer);
    for (let at = 128; at < broken.length; at++) broken[at] = 255;
    assert.equal(classifyProfile(broken), 'other');
  });

  test('a Display P3 photo looks as sharp itself converts it (mean ΔE below 0.6)', async () => {
    const p3 = toSharp(drawScene(400, 300, VIVID)).withIccProfile('p3');
    const source = await bench.save('p3.png', p3.png());
    const { pixels } = await bench.deliver(source);
    const reference = await readShownPixels(source);
    assert.ok(meanDifference(pixels, reference) < 0.6, `ΔE ${meanDifference(pixels, reference)}`);
    const ignored = await sharp(source, { ignoreIcc: true }).raw().toBuffer();
    const untouched = { ...reference, data: ignored };
    assert.ok(meanDifference(untouched, reference) > 1, 'without the conversion the test would see it');
  });

  test('grey, CMYK and 16-bit photos come out as the same picture in sRGB', async () => {
    const plain = drawScene(200, 150);
    const image = () => toSharp(plain);
    const grey = await bench.save('grey.jpg', image().greyscale().toColourspace('b-w').jpeg({ quality: 95 }));
    const { pixels } = await bench.deliver(grey);
    assert.equal(pixels.channels, 3);
    const [r, g, b] = colourAt(pixels, 0.5, 0.2);
    assert.ok(r === g && g === b && Math.abs(r - colourAt(plain, 0.5, 0.2)[0]) < 12);
    const deep = await bench.save('deep.png', image().toColourspace('rgb16').png());
    assert.ok(meanDifference((await bench.deliver(deep)).pixels, plain) < 0.3);
    const cmyk = await bench.save('cmyk.jpg', image().toColourspace('cmyk').jpeg({ quality: 95 }));
    const printed = (await bench.deliver(cmyk)).pixels;
    assert.ok(meanDifference(printed, await readShownPixels(cmyk)) < 0.6, 'as sharp itself converts it');
    assert.ok(meanDifference(printed, plain) < 8, 'inks cannot show all of it');
    assert.ok(meanDifference(pixels, await readShownPixels(grey)) < 0.6);
  });

  test('HDR brightness is rolled off into range: mid-tones are kept, highlights keep their order', () => {
    const pq = sourceOfCicp({ primaries: 12, transfer: 16 });
    assert.ok(pq !== null);
    // PQ codes: 0.58 is 203 cd/m² (white of a page), 0.75 about 1,000 cd/m².
    const greyOf = (code: number) => {
      const value = Math.round(code * 255);
      const raw = createFilled({ width: 1, height: 1 }, [value, value, value]);
      toSrgb(raw, pq);
      return raw.data[0] as number;
    };
    assert.ok(greyOf(0.38) > 85 && greyOf(0.38) < 125, `a mid-tone is ${greyOf(0.38)}`);
    assert.ok(greyOf(0.58) > 215 && greyOf(0.58) < 245, `page white is ${greyOf(0.58)}`);
    assert.ok(greyOf(0.75) > greyOf(0.58) && greyOf(0.75) <= 255);
    assert.equal(greyOf(0), 0);
  });

  test('a hostile description of colours is harmless', async () => {
    const file = heifFile({
      items: [
        {
          type: 'av01',
          data: Buffer.alloc(20),
          properties: [buildNclx([12, 16, 0]), buildProfileBox(Buffer.alloc(40))],
        },
      ],
      references: [{ type: 'dimg', from: 1, to: [1, 1] }],
    });
    const { primaries, transfer } = readHeifPicture(file).nclx as Nclx;
    assert.deepEqual([primaries, transfer], [12, 16]);
    assert.equal(sourceOfCicp({ primaries: 1, transfer: 13 }), null);
    const noise = noiseFrom(7);
    for (let cut = 0; cut < file.length; cut++) {
      readHeifPicture(file.subarray(0, cut));
      mendHeif(Buffer.from(file.subarray(0, cut)));
      const broken = Buffer.from(file);
      for (let i = 0; i < 4; i++) broken[Math.floor(noise() * broken.length)] = Math.floor(noise() * 256);
      readHeifPicture(broken);
      mendHeif(broken);
    }
    assert.equal(readHeifPicture(Buffer.alloc(64, 255)).nclx, null);
  });

  test('a P3 red that sRGB cannot show stays red and does not wrap around', () => {
    const p3 = sourceOfCicp({ primaries: 12, transfer: 13 });
    assert.ok(p3 !== null);
    const raw = createFilled({ width: 2, height: 1 }, [255, 0, 0]);
    toSrgb(raw, p3);
    const red: Rgb = [255, 0, 0];
    assert.ok(isNearColour(colourAt(raw, 0, 0), red, 0));
  });
});
