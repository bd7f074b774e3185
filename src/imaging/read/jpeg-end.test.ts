import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { readShownPixels, toSharp } from '#imaging/fixtures/bench.ts';
import { buildTiff, photoWithExif } from '#imaging/fixtures/exif-files.ts';
import { jpegOfBlocks } from '#imaging/fixtures/jpeg-scans.ts';
import { drawScene, noiseFrom } from '#imaging/fixtures/scene.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { decodePicture, sizeAt } from './decode.ts';
import { readHeader } from './header.ts';
import { hasAllScans, hasEnd } from './jpeg-end.ts';

const END = Buffer.from([0xff, 0xd9]);
let folder: string;
const kinds: Record<string, Buffer> = {};

describe('the end of a JPEG', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fotolot-jpeg-'));
    const photo = () => toSharp(drawScene(640, 480));
    kinds.baseline = await photo().jpeg({ quality: 90 }).toBuffer();
    kinds.progressive = await photo().jpeg({ progressive: true }).toBuffer();
    kinds.optimised = await photo().jpeg({ mozjpeg: true }).toBuffer();
    kinds.grey = await photo().greyscale().toColourspace('b-w').jpeg().toBuffer();
    kinds['with EXIF'] = await photoWithExif('jpeg', buildTiff([[[0x0112, 3, 1, 6]]]));
    kinds['with restarts'] = jpegOfBlocks(40, { restart: 7, isInterleaved: true });
    kinds['in several scans'] = jpegOfBlocks(40, { restart: 0, isInterleaved: false });
    kinds['in several scans with restarts'] = jpegOfBlocks(40, { restart: 40, isInterleaved: false });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Returns the picture, or the code by which the product refuses the file. */
  async function read(file: Buffer, scale = 1): Promise<Raw | string> {
    const path = join(folder, 'photo.jpg');
    await writeFile(path, file);
    try {
      const header = await readHeader(path);
      return await decodePicture(header, sizeAt(header, scale));
    } catch (error) {
      assert.ok(error instanceof AppError, String(error));
      return error.code;
    } finally {
      assert.ok(file.equals(await readFile(path)), 'the original is as it was');
    }
  }

  /** The refusal's code, or „a photo”: the pixels of one would be compared for minutes. */
  async function answerTo(file: Buffer, scale = 1): Promise<string> {
    const seen = await read(file, scale);
    return typeof seen === 'string' ? seen : 'a photo';
  }

  test('a JPEG that lost nothing but its end marker is a photo with all its pixels, also filled up with zeros', async () => {
    // A decoder that makes it smaller reads nothing of its last row of blocks.
    const oneRowOver = await toSharp(drawScene(640, 481)).jpeg().toBuffer();
    for (const [kind, whole] of Object.entries({ ...kinds, 'one row over': oneRowOver })) {
      const picture = await readShownPixels(whole);
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
            assert.equal(
              await answerTo(file, scale),
              'photos/corrupt',
              `${kind}, ${share} ${name} at ${scale}`,
            );
        }
      }
      for (const bytes of [3, 4, 5]) {
        const left = whole.subarray(0, -bytes);
        assert.equal(await answerTo(left), 'photos/corrupt', `${kind}, ${bytes} bytes`);
        assert.equal(
          await answerTo(Buffer.concat([left, END])),
          'photos/corrupt',
          `${kind}, ${bytes} bytes, an end`,
        );
      }
    }
  });

  test('a JPEG is damaged whatever came into the place of its lost part', async () => {
    const noise = noiseFrom(3);
    const dense = toSharp({
      data: Uint8Array.from({ length: 320 * 240 * 3 }, () => noise() * 256),
      ...{ width: 320, height: 240, channels: 3 },
    });
    const files = {
      dense: await dense.jpeg({ quality: 95, optimizeCoding: false }).toBuffer(),
      'dense and optimised': await dense.jpeg({ quality: 60 }).toBuffer(),
      baseline: kinds.baseline as Buffer,
      'with restarts': kinds['with restarts'] as Buffer,
    };
    for (const [kind, whole] of Object.entries(files)) {
      for (const share of [0.1, 0.5, 0.9]) {
        const left = whole.subarray(0, Math.floor(whole.length * (1 - share)));
        const lost = whole.length - left.length;
        const fillings = {
          zeros: Buffer.alloc(lost),
          'zeros and more': Buffer.alloc(lost + 1_000_000),
          ones: Buffer.alloc(lost, 0xff),
          'stuffed ones': Buffer.alloc(lost, Buffer.from([0xff, 0])),
          noise: Buffer.from(Array.from({ length: lost }, () => Math.floor(noise() * 255))),
        };
        for (const [name, filling] of Object.entries(fillings)) {
          const seen = await answerTo(Buffer.concat([left, filling]));
          assert.equal(seen, 'photos/corrupt', `${kind} of which ${share} is ${name}`);
        }
      }
    }
  });

  test('a JPEG that was cut between two scans is damaged', async () => {
    for (const kind of ['progressive', 'optimised', 'in several scans']) {
      const whole = kinds[kind] as Buffer;
      const last = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
      assert.equal(await answerTo(whole.subarray(0, last)), 'photos/corrupt', kind);
    }
  });

  test('of a JPEG made of a million segments only the first are looked at, and of a frame only one that JPEG knows', () => {
    const { baseline = Buffer.alloc(0) } = kinds;
    const comments = (count: number) =>
      Buffer.concat([
        baseline.subarray(0, 2),
        Buffer.alloc(count * 4, 'fffe0002', 'hex'),
        baseline.subarray(2),
      ]);
    assert.deepEqual([hasEnd(comments(5_000)), hasEnd(comments(1_000_000))], [true, false]);
    const bare = baseline.subarray(0, -2);
    const manyParts = Buffer.from('ffc200080800100010ff', 'hex');
    const otherHeaders = [manyParts, bare.subarray(bare.indexOf(Buffer.from([0xff, 0xc0])))];
    assert.equal(hasAllScans(bare), true);
    for (const header of otherHeaders) assert.equal(hasAllScans(Buffer.concat([bare, header])), false);
    const scanOfNothing = Buffer.from('ffda0003ff', 'hex');
    assert.equal(hasAllScans(Buffer.concat([bare, scanOfNothing])), false);
  });
});
