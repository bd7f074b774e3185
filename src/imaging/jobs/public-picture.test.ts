import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { isSamePicture } from '#domain/adverts/fingerprint.ts';
import { PUBLIC_BYTES, PUBLIC_SIDE } from '#domain/adverts/public-picture.ts';
import {
  type Bench,
  colourAt,
  isNearColour,
  openBench,
  readShownPixels,
  toSharp,
} from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { computeSha256 } from '#imaging/pixels/write.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { readHeader } from '#imaging/read/header.ts';
import { makePublicPicture } from './public-picture.ts';

let bench: Bench;

describe('a public picture made of a delivered file', () => {
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  async function publicPictureOf(source: string) {
    const path = bench.path('public.jpg');
    const written = await makePublicPicture({ source, path }, await readHeader(source));
    return { file: await readFile(path), path, written };
  }

  /** What no other program may trip over, and what says nothing of the person. */
  async function checkForm({ file, written }: Awaited<ReturnType<typeof publicPictureOf>>) {
    const { format, space, isProgressive, exif, xmp, iptc, comments, orientation, width, height, hasAlpha } =
      await sharp(file).metadata();
    assert.deepEqual([format, space, isProgressive, hasAlpha], ['jpeg', 'srgb', false, false]);
    assert.deepEqual(
      [exif, xmp, iptc, comments, orientation],
      [undefined, undefined, undefined, undefined, undefined],
    );
    assert.ok(Math.max(width, height) <= PUBLIC_SIDE && file.length <= PUBLIC_BYTES);
    const { fingerprint, ...facts } = written;
    assert.deepEqual(facts, { width, height, bytes: file.length, sha256: computeSha256(file) });
    assert.match(fingerprint, /^[0-9a-f]{16}$/);
  }

  /** A picture that compresses badly. */
  function drawNoise(width: number, height: number): Raw {
    const data = Buffer.alloc(width * height * 3);
    let seed = 1;
    for (let at = 0; at < data.length; at++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      data[at] = seed >> 16;
    }
    return { data, width, height, channels: 3 };
  }

  test('keeps the pixels of a baseline JPEG to the last bit, and drops what else the file says', async () => {
    const tagged = toSharp(drawScene(640, 480))
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withIccProfile('srgb');
    const source = await bench.save('delivered.jpg', tagged.jpeg({ quality: 82, progressive: false }));
    const made = await publicPictureOf(source);
    await checkForm(made);
    assert.deepEqual((await readShownPixels(made.path)).data, (await readShownPixels(source)).data);
    assert.notEqual((await sharp(made.file).metadata()).icc, undefined);
    assert.equal(made.file.includes('xmpmeta'), false);
  });

  test('is a baseline JPEG of at most 2048 px and 2 MB, whatever was delivered', async () => {
    const scene = toSharp(drawScene(900, 600));
    for (const source of [
      await bench.save('progressive.jpg', scene.clone().jpeg({ progressive: true })),
      await bench.save('turned.jpg', scene.clone().withMetadata({ orientation: 6 }).jpeg()),
      await bench.save('shop.webp', scene.clone().webp()),
      await bench.save('shop.avif', scene.clone().avif({ effort: 0 })),
      await bench.save('shop.png', scene.clone().png()),
      await bench.save('long.jpg', toSharp(drawScene(3000, 500)).jpeg()),
      await bench.save('noise.png', toSharp(drawNoise(2200, 2000)).png()),
    ])
      await checkForm(await publicPictureOf(source));
  });

  test('stands upright where the file was turned by its EXIF', async () => {
    const source = await bench.save(
      'lying.jpg',
      toSharp(drawScene(600, 400)).withMetadata({ orientation: 6 }).jpeg(),
    );
    const { written } = await publicPictureOf(source);
    assert.deepEqual([written.width, written.height], [400, 600]);
  });

  test('has white where the file has nothing', async () => {
    const clear = sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } });
    const { path } = await publicPictureOf(await bench.save('clear.png', clear.png()));
    assert.ok(isNearColour(colourAt(await readShownPixels(path), 0.5, 0.5), [255, 255, 255], 2));
  });

  test('is not made of half a file', async () => {
    const whole = await toSharp(drawScene(640, 480)).jpeg().toBuffer();
    const source = bench.path('half.jpg');
    await writeFile(source, whole.subarray(0, whole.length / 2));
    const path = bench.path('never.jpg');
    await assert.rejects(makePublicPicture({ source, path }, await readHeader(source)), {
      code: 'photos/corrupt',
    });
    await assert.rejects(stat(path), { code: 'ENOENT' });
  });

  test('has a fingerprint that a smaller copy of it keeps, and another picture has not', async () => {
    const scene = await publicPictureOf(await bench.save('scene.jpg', toSharp(drawScene(1200, 900)).jpeg()));
    const smaller = toSharp(drawScene(1200, 900)).resize(500).jpeg({ quality: 60 });
    const copy = await publicPictureOf(await bench.save('smaller.jpg', smaller));
    const mirrored = toSharp(drawScene(1200, 900)).flop().jpeg();
    const other = await publicPictureOf(await bench.save('mirrored.jpg', mirrored));
    assert.equal(isSamePicture(scene.written.fingerprint, copy.written.fingerprint), true);
    assert.equal(isSamePicture(scene.written.fingerprint, other.written.fingerprint), false);
  });
});
