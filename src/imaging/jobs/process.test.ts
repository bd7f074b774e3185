import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OUTPUT_FORMATS } from '#domain/recipes/outputs.ts';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { type Bench, colourAt, isNearColour, openBench, PLAIN, toSharp } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';
import { computeSha256 } from '#imaging/pixels/write.ts';
import { classifyProfile } from '#imaging/read/colour/icc.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { EMAG, SOME_PRESETS } from '#testing/presets.ts';

const RED: Rgb = [220, 30, 30];
const GREEN: Rgb = [30, 200, 40];
const HEIC = fileURLToPath(import.meta.resolve('#imaging/fixtures/scene.heic'));
let bench: Bench;

describe('a photo made into its files', () => {
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  /** 90×60 stored so that a viewer following the tag shows it upright: red in the top left corner, green in the top right. */
  async function taggedPhoto(orientation: number): Promise<string> {
    const upright = createFilled({ width: 90, height: 60 }, [128, 128, 128]);
    for (let y = 0; y < 20; y++) {
      for (let x = 0; x < 90; x++) {
        const colour = x < 30 ? RED : x >= 60 ? GREEN : null;
        if (colour !== null) upright.data.set(colour, (y * 90 + x) * 3);
      }
    }
    const steps = (['', 'x', 'r180', 'y', 'r90x', 'r270', 'r270x', 'r90'] as const)[orientation - 1] ?? '';
    let image = toSharp(upright);
    const turn = /r(\d+)/.exec(steps)?.[1];
    if (turn) image = sharp(await image.rotate(Number(turn)).png().toBuffer());
    if (steps.endsWith('x')) image = sharp(await image.flop().png().toBuffer());
    if (steps === 'y') image = sharp(await image.flip().png().toBuffer());
    return bench.save(
      `orientation-${orientation}.jpg`,
      image.withMetadata({ orientation }).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
    );
  }

  for (let orientation = 1; orientation <= 8; orientation++) {
    test(`a photo with EXIF orientation ${orientation} is delivered upright`, async () => {
      const { pixels } = await bench.deliver(await taggedPhoto(orientation));
      assert.deepEqual([pixels.width, pixels.height], [90, 60]);
      assert.ok(
        isNearColour(colourAt(pixels, 0.15, 0.15), RED, 16),
        `top left ${colourAt(pixels, 0.15, 0.15)}`,
      );
      assert.ok(
        isNearColour(colourAt(pixels, 0.85, 0.15), GREEN, 16),
        `top right ${colourAt(pixels, 0.85, 0.15)}`,
      );
    });
  }

  test('a HEIC that tells its rotation in EXIF and in the container is turned once, and its P3 colours become sRGB', async () => {
    const { pixels } = await bench.deliver(HEIC, { width: 720, height: 960 });
    assert.deepEqual([pixels.width, pixels.height], [720, 960]);
    const drawn = drawScene(960, 720);
    // A quarter turn clockwise takes (x, y) to (1 − y, x).
    assert.ok(
      isNearColour(colourAt(pixels, 1 - 0.65, 0.25), colourAt(drawn, 0.25, 0.65), 22),
      'the paint is where it belongs',
    );
    assert.ok(
      isNearColour(colourAt(pixels, 1 - 0.2, 0.5), colourAt(drawn, 0.5, 0.2), 14),
      'the wall is where it belongs',
    );
  });

  test('a quarter turn asked by hand turns clockwise, and a crop keeps the middle', async () => {
    const source = await taggedPhoto(1);
    const { pixels } = await bench.deliver(source, {}, { recipe: { ...PLAIN, rotate: 90 } });
    assert.deepEqual([pixels.width, pixels.height], [60, 90]);
    assert.ok(isNearColour(colourAt(pixels, 0.85, 0.15), RED, 16));
    assert.ok(isNearColour(colourAt(pixels, 0.85, 0.85), GREEN, 16));
    const square = await bench.deliver(source, {}, { recipe: { ...PLAIN, crop: '1:1' } });
    assert.deepEqual([square.pixels.width, square.pixels.height], [60, 60]);
    assert.ok(isNearColour(colourAt(square.pixels, 0.5, 0.1), [128, 128, 128], 8));
  });

  test('no delivered file carries GPS, EXIF, XMP or a thumbnail, whatever its format', async () => {
    const where = { GPSLatitudeRef: 'N', GPSLatitude: '44/1 26/1 0/1' };
    const tagged = toSharp(drawScene(320, 240)).withExif({
      IFD0: { Make: 'Aparat', Artist: 'Ion' },
      IFD3: where,
    });
    const source = await bench.save(
      'tagged.jpg',
      tagged.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg(),
    );
    assert.ok((await sharp(source).metadata()).exif, 'the photo does carry EXIF');
    for (const format of OUTPUT_FORMATS) {
      const { file } = await bench.deliver(source, { format });
      const { exif, xmp, iptc, icc, width, height } = await sharp(file.path).metadata();
      assert.deepEqual([exif, xmp, iptc], [undefined, undefined, undefined], format);
      assert.deepEqual([width, height], [320, 240]);
      const bytes = await readFile(file.path);
      assert.ok(!/GPS|Aparat|Exif|xmpmeta/.test(bytes.toString('latin1')), `${format} tells nothing`);
      if (format !== 'avif') assert.equal(classifyProfile(icc), 'srgb', `${format} says sRGB`);
      assert.equal(file.sha256, computeSha256(bytes));
      assert.equal(file.bytes, bytes.length);
    }
  });

  test('a cut-out stays transparent where the file can be, and stands on white in a JPEG', async () => {
    const clear = {
      width: 200,
      height: 100,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    } as const;
    const goods = await toSharp(createFilled({ width: 80, height: 60 }, RED))
      .png()
      .toBuffer();
    const cutOut = sharp({ create: clear }).composite([{ input: goods, left: 60, top: 20 }]);
    const source = await bench.save('cut-out.png', cutOut.png());
    for (const format of ['png', 'webp', 'avif'] as const) {
      const { pixels } = await bench.deliver(source, { format });
      assert.equal(pixels.channels, 4, format);
      assert.equal(pixels.data[3], 0, format);
    }
    const light = { ...DEFAULT_RECIPE.light };
    const { pixels } = await bench.deliver(source, { format: 'jpeg' }, { recipe: { ...PLAIN, light } });
    assert.ok(isNearColour(colourAt(pixels, 0.02, 0.02), [255, 255, 255], 2));
    assert.ok(isNearColour(colourAt(pixels, 0.5, 0.5), RED, 40));
  });

  test('a file says of a photo that came without a ground that what it shows is none of its own', async () => {
    const clear = {
      width: 200,
      height: 100,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    } as const;
    const goods = {
      input: await toSharp(createFilled({ width: 80, height: 60 }, RED))
        .png()
        .toBuffer(),
    };
    const cutOut = sharp({ create: clear }).composite([{ ...goods, left: 60, top: 20 }]);
    const without = await bench.save('without-ground.png', cutOut.png());
    const whole = await bench.save('with-ground.png', toSharp(drawScene(200, 100)).ensureAlpha().png());
    const white = { ...PLAIN, background: { ...PLAIN.background, kind: 'white' } } as const;
    const facts = async (source: string, recipe: typeof PLAIN) =>
      (await bench.deliver(source, { format: 'jpeg' }, { recipe })).file.facts;
    assert.deepEqual(
      [(await facts(without, PLAIN)).isClear, (await facts(whole, PLAIN)).isClear],
      [true, undefined],
    );
    const { isClear, replaced } = await facts(without, white);
    assert.deepEqual([isClear, replaced], [undefined, true]);
  });

  test('every preset delivers its exact size from a large photo', async () => {
    const source = await bench.save('large.jpg', toSharp(drawScene(2400, 1800)).jpeg());
    const sizes: Record<string, number[][]> = {
      olx: [[1600, 1200]],
      autovit: [[1920, 1440]],
      'emag-principal': [[1500, 1500]],
      site: [
        [1600, 1200],
        [400, 300],
      ],
    };
    for (const preset of SOME_PRESETS) {
      for (const [i, rendition] of preset.renditions.entries()) {
        const { file } = await bench.deliver(source, rendition, {
          recipe: DEFAULT_RECIPE,
          overlays: preset.overlays,
        });
        assert.deepEqual([file.width, file.height], sizes[preset.key]?.[i], preset.key);
        assert.deepEqual(file.warnings, []);
      }
    }
  });

  test('a small photo is never enlarged: padded to the exact size or delivered smaller, with a warning', async () => {
    const source = await bench.save(
      'small.png',
      toSharp(createFilled({ width: 400, height: 300 }, RED)).png(),
    );
    const padded = await bench.deliver(source, { width: 1000, height: 1000, fit: 'contain' });
    assert.deepEqual([padded.file.width, padded.file.height], [1000, 1000]);
    assert.deepEqual(padded.file.warnings, ['smaller-than-asked']);
    let red = 0;
    for (let i = 0; i < padded.pixels.data.length; i += 3)
      if ((padded.pixels.data[i + 1] as number) < 100) red++;
    assert.equal(red, 400 * 300);
    assert.ok(isNearColour(colourAt(padded.pixels, 0.01, 0.01), [255, 255, 255], 0));
    const inside = await bench.deliver(source, { width: 1600, height: 1200 });
    assert.deepEqual([inside.file.width, inside.file.height], [400, 300]);
    const cover = await bench.deliver(source, { width: 1000, height: 1000, fit: 'cover' });
    assert.deepEqual(
      [cover.file.width, cover.file.height, cover.file.warnings[0]],
      [300, 300, 'smaller-than-asked'],
    );
  });

  test('a text watermark with Romanian letters lies where it was put, and only there', async () => {
    const grey = await bench.save(
      'grey.png',
      toSharp(createFilled({ width: 600, height: 400 }, [120, 120, 120])).png(),
    );
    const marked = (position: 'nw' | 'se' | 'c') =>
      bench.deliver(
        grey,
        {},
        {
          recipe: {
            ...PLAIN,
            watermark: { ...DEFAULT_WATERMARK, text: 'Țiriac & Știucă', position, size: 30 },
          },
        },
      );
    const touched = (pixels: { data: Uint8Array; width: number }) => {
      const spots = [...pixels.data.keys()].filter(
        (i) => i % 3 === 0 && Math.abs((pixels.data[i] as number) - 120) > 12,
      );
      const xs = spots.map((i) => (i / 3) % pixels.width);
      const ys = spots.map((i) => Math.floor(i / 3 / pixels.width));
      const range = (values: number[]) =>
        [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))] as const;
      return { x: range(xs), y: range(ys) };
    };
    const se = touched((await marked('se')).pixels);
    assert.ok(se.x[0] >= 600 - 15 - 180 && se.x[1] < 600 - 15 && se.x[1] > 570, `x ${se.x}`);
    assert.ok(se.y[1] < 400 - 15 && se.y[1] > 370 && se.y[0] > 340, `y ${se.y}`);
    const nw = touched((await marked('nw')).pixels);
    assert.ok(nw.x[0] >= 15 && nw.x[1] <= 15 + 180 && nw.y[0] >= 15 && nw.y[1] < 60);
    const c = touched((await marked('c')).pixels);
    assert.ok(Math.abs(c.x[0] + c.x[1] - 600) < 12 && Math.abs(c.y[0] + c.y[1] - 400) < 12);
  });

  test('a logo keeps its transparency and its share of the width; opacity 50 lets half of the photo through', async () => {
    const grey = await bench.save(
      'plain.png',
      toSharp(createFilled({ width: 600, height: 400 }, [100, 100, 100])).png(),
    );
    const clear = {
      width: 120,
      height: 60,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    } as const;
    const half = await toSharp(createFilled({ width: 60, height: 60 }, [0, 0, 200]))
      .png()
      .toBuffer();
    const logoPath = await bench.save(
      'logo.png',
      sharp({ create: clear })
        .composite([{ input: half, left: 60, top: 0 }])
        .png(),
    );
    const watermark = {
      ...DEFAULT_WATERMARK,
      kind: 'logo',
      position: 'nw',
      size: 20,
      margin: 0,
      opacity: 50,
    } as const;
    const { pixels } = await bench.deliver(
      grey,
      {},
      { recipe: { ...PLAIN, watermark }, files: { logoPath } },
    );
    assert.ok(
      isNearColour(colourAt(pixels, 0.05, 0.05), [100, 100, 100], 1),
      'the empty half of the logo shows the photo',
    );
    assert.ok(isNearColour(colourAt(pixels, 0.15, 0.05), [50, 50, 150], 2), 'the blue half is mixed');
    assert.ok(
      isNearColour(colourAt(pixels, 0.25, 0.05), [100, 100, 100], 1),
      'beside the logo nothing changes',
    );
  });

  test('where the marketplace forbids overlays the watermark is left out', async () => {
    const source = await bench.save('emag.png', toSharp(drawScene(900, 600)).png());
    const recipe = {
      ...PLAIN,
      watermark: { ...DEFAULT_WATERMARK, text: 'Magazinul meu', position: 'tile' },
    } as const;
    const form = EMAG.renditions[0];
    const forbidden = await bench.deliver(source, form, { recipe, overlays: EMAG.overlays });
    const without = await bench.deliver(source, form, { recipe: PLAIN });
    const allowed = await bench.deliver(source, form, { recipe });
    assert.equal(forbidden.file.sha256, without.file.sha256);
    assert.notEqual(allowed.file.sha256, without.file.sha256);
  });
});
