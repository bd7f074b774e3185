import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { decode, sizeAt } from './decode.ts';
import { imageOf, pixelsOf } from './fixtures/bench.ts';
import { photoWithExif, tiffOf } from './fixtures/exif-files.ts';
import { jpegOfBlocks } from './fixtures/jpeg-scans.ts';
import { scene } from './fixtures/scene.ts';
import { readHeader } from './header.ts';
import type { Raw } from './raw.ts';

const END = Buffer.from([0xff, 0xd9]);
let folder: string;
const kinds: Record<string, Buffer> = {};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fotolot-jpeg-'));
  const photo = () => imageOf(scene(640, 480));
  kinds.baseline = await photo().jpeg({ quality: 90 }).toBuffer();
  kinds.progressive = await photo().jpeg({ progressive: true }).toBuffer();
  kinds.optimised = await photo().jpeg({ mozjpeg: true }).toBuffer();
  kinds.grey = await photo().greyscale().toColourspace('b-w').jpeg().toBuffer();
  kinds['with EXIF'] = await photoWithExif('jpeg', tiffOf([[[0x0112, 3, 1, 6]]]));
  kinds['with restarts'] = jpegOfBlocks(40, { restart: 7, isInterleaved: true });
  kinds['in several scans'] = jpegOfBlocks(40, { restart: 0, isInterleaved: false });
  kinds['in several scans with restarts'] = jpegOfBlocks(40, { restart: 40, isInterleaved: false });
});
after(() => rm(folder, { recursive: true, force: true }));

/** What the product makes of the file: the picture, or the code it refuses it by. */
async function read(file: Buffer, scale = 1): Promise<Raw | string> {
  const path = join(folder, 'photo.jpg');
  await writeFile(path, file);
  try {
    const header = await readHeader(path);
    return await decode(header, sizeAt(header, scale));
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return error.code;
  } finally {
    assert.ok(file.equals(await readFile(path)), 'the original is as it was');
  }
}

test('a JPEG that lost nothing but its end marker is a photo with all its pixels, also filled up with zeros', async () => {
  for (const [kind, whole] of Object.entries(kinds)) {
    const picture = await pixelsOf(whole);
    const bare = whole.subarray(0, -2);
    const files = {
      whole,
      bare,
      'and half the marker': whole.subarray(0, -1),
      'filled up': Buffer.concat([bare, Buffer.alloc(4096)]),
      'filled up after its end': Buffer.concat([whole, Buffer.alloc(4096)]),
    };
    for (const [name, file] of Object.entries(files)) {
      const seen = await read(file);
      assert.ok(typeof seen === 'object', `${kind}, ${name}: ${seen}`);
      assert.ok(Buffer.from(picture.data).equals(seen.data), `${kind}, ${name}: other pixels`);
      const small = await read(file, 0.25);
      assert.ok(typeof small === 'object', `${kind}, ${name}, a quarter of its size`);
    }
  }
});

test('a JPEG that lost some of its picture is damaged, whatever it ends in', async () => {
  for (const [kind, whole] of Object.entries(kinds)) {
    for (const share of [0.01, 0.1, 0.5, 0.9]) {
      const left = whole.subarray(0, Math.floor(whole.length * (1 - share)));
      const filled = Buffer.concat([left, Buffer.alloc(whole.length - left.length)]);
      const files = { cut: left, 'with an end': Buffer.concat([left, END]), 'filled up': filled };
      for (const [name, file] of Object.entries(files)) {
        for (const scale of [1, 0.25])
          assert.equal(await read(file, scale), 'photos/corrupt', `${kind}, ${share} ${name} at ${scale}`);
      }
    }
    for (const bytes of [3, 4, 5]) {
      const left = whole.subarray(0, -bytes);
      assert.equal(await read(left), 'photos/corrupt', `${kind}, ${bytes} bytes`);
      assert.equal(
        await read(Buffer.concat([left, END])),
        'photos/corrupt',
        `${kind}, ${bytes} bytes, an end`,
      );
    }
  }
});

test('a JPEG that was cut between two scans is damaged', async () => {
  for (const kind of ['progressive', 'optimised', 'in several scans']) {
    const whole = kinds[kind] as Buffer;
    const last = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
    assert.equal(await read(whole.subarray(0, last)), 'photos/corrupt', kind);
  }
});
