import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { isCaptureTime } from '#domain/photos/capture-time.ts';
import { readExif } from '#domain/photos/exif.ts';
import { readShownPixels, toSharp } from '#imaging/fixtures/bench.ts';
import { buildTiff, exifBombs, photoWithExif } from '#imaging/fixtures/exif-files.ts';
import { drawScene, noiseFrom } from '#imaging/fixtures/scene.ts';
import { decodePicture } from './decode.ts';
import { sharp } from './hardened-sharp.ts';
import { readHeader } from './header.ts';
import { sniffFormat } from './sniff.ts';
import { takeExif } from './take-exif.ts';

const photo = () => toSharp(drawScene(32, 24));
const bytes = (text: string) => Buffer.from(text, 'latin1');

test('each accepted format is known by its content', async () => {
  assert.equal(sniffFormat(await photo().jpeg().toBuffer()), 'jpeg');
  assert.equal(sniffFormat(await photo().png().toBuffer()), 'png');
  assert.equal(sniffFormat(await photo().webp().toBuffer()), 'webp');
  assert.equal(sniffFormat(await photo().avif({ effort: 0 }).toBuffer()), 'avif');
  for (const brand of ['heic', 'heix', 'hevc', 'mif1', 'msf1']) {
    assert.equal(sniffFormat(bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`)), 'heic', brand);
  }
  assert.equal(sniffFormat(bytes('\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf')), 'avif');
});

test('an SVG is refused by name even with a byte order mark, a comment or capitals', () => {
  const refused = (text: string) => {
    try {
      sniffFormat(bytes(text));
    } catch (error) {
      return (error as AppError).code;
    }
    return null;
  };
  assert.equal(refused('\xef\xbb\xbf  <!-- hi --><SVG xmlns="x">'), 'photos/format-svg');
  assert.equal(refused('<html><p>svg</p></html>'), 'photos/not-a-photo');
  assert.equal(refused('II*\0\x08\0\0\0'), 'photos/format-tiff');
  assert.equal(refused('\xff'), 'photos/not-a-photo');
});

test('no sequence of bytes makes the look at a file fail otherwise than by a refusal', () => {
  const noise = noiseFrom(11);
  const starts = [
    '',
    'II*\0',
    'MM\0*',
    '\0\0\0\x20ftyp',
    '\xff\xff\xff\xffftyp',
    'RIFF',
    '\xff\xd8\xff',
    'Exif\0\0II*\0',
  ];
  for (let round = 0; round < 2000; round++) {
    const tail = Buffer.from(
      Array.from({ length: Math.floor(noise() * 80) }, () => Math.floor(noise() * 256)),
    );
    const file = Buffer.concat([bytes(starts[round % starts.length] as string), tail]);
    try {
      sniffFormat(file);
    } catch (error) {
      assert.ok(error instanceof AppError, String(error));
    }
    const { takenAt, hasGps } = readExif(file);
    assert.ok((takenAt === null || isCaptureTime(takenAt)) && typeof hasGps === 'boolean');
  }
});

async function exifOf(tags: Record<string, Record<string, string>>) {
  const { exif } = await sharp(await photo().withExif(tags).jpeg().toBuffer()).metadata();
  return readExif(exif);
}

test('the time of capture is read, and an unset clock is not a time', async () => {
  assert.equal(
    (await exifOf({ IFD2: { DateTimeOriginal: '2026:11:18 12:04:00' } })).takenAt,
    '2026-11-18T12:04:00',
  );
  assert.equal((await exifOf({ IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } })).takenAt, null);
  assert.equal((await exifOf({ IFD2: { DateTimeOriginal: '2025:02:31 10:00:00' } })).takenAt, null);
  assert.equal(readExif(undefined).takenAt, null);
});

test('a place is noticed, an empty GPS block is not a place', async () => {
  const gps = (latitude: string) => exifOf({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: latitude } });
  assert.equal((await gps('44/1 26/1 0/1')).hasGps, true);
  assert.equal((await gps('0/0 0/0 0/0')).hasGps, false);
  assert.equal((await exifOf({ IFD0: { Make: 'Aparat' } })).hasGps, false);
});

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;

async function opened(file: Buffer) {
  const path = join(tmpdir(), `fotolot-exif-${process.pid}`);
  await writeFile(path, file);
  try {
    const header = await readHeader(path);
    return { header, picture: await decodePicture(header, header) };
  } finally {
    await rm(path);
  }
}

test('an EXIF block made to keep its reader busy costs no time, and the photo is still turned', async () => {
  for (const [name, tiff] of Object.entries(exifBombs())) {
    for (const format of FORMATS) {
      const file = await photoWithExif(format, tiff);
      const start = performance.now();
      const { header } = await opened(file);
      const took = performance.now() - start;
      assert.ok(took < 1000, `${name} in ${format} took ${Math.round(took)} ms`);
      const turned = format === 'avif' ? [64, 48] : [48, 64];
      assert.deepEqual([header.width, header.height], turned, `${name} in ${format}`);
    }
  }
});

test('sharp sees no EXIF but the orientation, and the original block is still returned', async () => {
  const taken = Buffer.from('2026:11:18 12:04:00\0', 'latin1');
  for (const format of FORMATS) {
    for (const orientation of [1, 3, 5, 8]) {
      const tiff = buildTiff(
        [
          [
            [0x0112, 3, 1, orientation],
            [0x0132, 2, 20, 38],
          ],
        ],
        taken,
      );
      const file = await photoWithExif(format, tiff);
      const reference = await readShownPixels(file);
      const { header, picture } = await opened(file);
      assert.ok(Buffer.from(header.exif ?? []).includes(taken), format);
      assert.deepEqual({ ...picture, data: [...picture.data] }, { ...reference, data: [...reference.data] });
      assert.equal(takeExif(file, format).changed, true);
      const left = (await sharp(file).metadata()).exif;
      assert.equal(left === undefined, orientation === 1 || format === 'avif', format);
      assert.equal(readExif(left).takenAt, null);
    }
  }
});

test('a second block, a short one and broken ones are taken out too', async () => {
  const bomb = exifBombs()['points at itself'] as Buffer;
  const plain = await photoWithExif('jpeg', buildTiff([[[0x0112, 3, 1, 8]]]).subarray(0, 22));
  const end = 4 + plain.readUInt16BE(4);
  const other = await photoWithExif('jpeg', bomb);
  const second = other.subarray(2, 4 + other.readUInt16BE(4));
  const two = Buffer.concat([plain.subarray(0, end), bytes('stray'), second, plain.subarray(end)]);
  const start = performance.now();
  const { header } = await opened(two);
  assert.ok(performance.now() - start < 1000);
  assert.deepEqual([header.width, header.height], [48, 64]);
  const noise = noiseFrom(5);
  for (const format of FORMATS) {
    const file = await photoWithExif(format, buildTiff([[[0x0112, 3, 1, 8]]], Buffer.alloc(40)));
    for (let round = 0; round < 400; round++) {
      const broken = Buffer.from(file.subarray(0, 40 + Math.floor(noise() * (file.length - 40))));
      for (let i = 0; i < 6; i++) broken[Math.floor(noise() * broken.length)] = Math.floor(noise() * 256);
      const { length } = broken;
      assert.doesNotThrow(() => takeExif(broken, format));
      assert.equal(broken.length, length);
    }
  }
});

test('however much a photo carries before its pixels, it is read, turned and rid of its EXIF', async () => {
  const photo = await photoWithExif('jpeg', buildTiff([[[0x0112, 3, 1, 6]]]));
  const ballast = Buffer.alloc(65_002);
  ballast.writeUInt32BE(0xffe4fde8);
  for (const many of [3, 5]) {
    const ahead = Array.from({ length: many }, () => ballast);
    const file = Buffer.concat([photo.subarray(0, 2), ...ahead, photo.subarray(2)]);
    const { header, picture } = await opened(file);
    assert.deepEqual([header.width, header.height, header.isRewritten], [48, 64, true]);
    assert.deepEqual([...picture.data], [...(await readShownPixels(photo)).data]);
  }
});
