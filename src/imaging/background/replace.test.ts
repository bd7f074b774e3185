import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NO_SIGNS } from '#domain/photos/analysis.ts';
import { type Background, DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import { OUTPUT_FORMATS } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { measureTones } from '#imaging/analyse/analyse.ts';
import { withMatte } from '#imaging/background/matte.ts';
import { onBackground } from '#imaging/background/replace.ts';
import { encodedMask, readMask } from '#imaging/cutout/mask-file.ts';
import {
  type Bench,
  colourAt,
  FORM,
  isNearColour,
  NO_EDITS,
  NO_FILES,
  openBench,
  PLAIN,
  readShownPixels,
  toSharp,
} from '#imaging/fixtures/bench.ts';
import { computeDeltaEs, meanDifference } from '#imaging/fixtures/colour-difference.ts';
import { type KnownObject, knownObject } from '#imaging/fixtures/objects.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { previewPicture } from '#imaging/jobs/preview.ts';
import { createFilled, cropToBox, flattenOnto, type Raw } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { resizeTo } from '#imaging/read/decode.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { sourceTypePacket } from '#imaging/read/source-type.ts';
import { drawRows } from '#testing/draws.ts';

const SIZE = { width: 1200, height: 900 };
const BARE = { ...DEFAULT_BACKGROUND, shadow: 0 };
const BIG = { width: 1200, height: 1200 };
const SMALL = { width: 600, height: 600 };

describe('a background', () => {
  let bench: Bench;
  let known: KnownObject;
  let source: string;
  /** The same photo at a quarter of its pixels, for what needs no fine edge. */
  let small: string;
  let edits: { maskPath: string };
  before(async () => {
    bench = await openBench();
    known = knownObject('car', 'green', { size: SIZE });
    source = await bench.save('photo.png', toSharp(known.picture).png());
    small = await bench.save('small.png', toSharp(known.picture).resize(600).png());
    edits = { maskPath: bench.path('mask.png') };
    const grey = toSharp({ data: known.alpha, ...SIZE, channels: 1 as 3 }).resize(560);
    const data = await grey.extractChannel(0).raw().toBuffer();
    const mask = { data: data.map((share) => (share > 127 ? 255 : 0)), width: 560, height: 420 };
    await writeSynced(edits.maskPath, await encodedMask(mask));
  });
  after(() => bench.remove());

  const on = (background: Partial<Background>): Recipe => ({
    ...PLAIN,
    background: { ...BARE, kind: 'white', ...background },
  });

  /** Returns the picture as if the object had been photographed on white. */
  function truthOnWhite(): Raw {
    const data = new Uint8Array(SIZE.width * SIZE.height * 4);
    known.alpha.forEach((share, i) => {
      data.set([...known.paint.data.subarray(i * 3, i * 3 + 3), share], i * 4);
    });
    return flattenOnto({ data, ...SIZE, channels: 4 }, [255, 255, 255]);
  }

  /** Returns the mean ΔE over the pixels within four of the true edge. */
  function edgeDifference(pixels: Raw): number {
    const differences = computeDeltaEs(pixels, truthOnWhite());
    const { alpha } = known;
    let [sum, count] = [0, 0];
    differences.forEach((difference, i) => {
      const around = [-4, 4, -4 * SIZE.width, 4 * SIZE.width, 0].map((step) => alpha[i + step] ?? 0);
      if (Math.max(...around) === Math.min(...around) && alpha[i] !== 128) return;
      sum += difference;
      count++;
    });
    return sum / count;
  }

  test('leaves no rim of the old one: a red car off a green ground is as if photographed on white', async () => {
    const { pixels } = await bench.deliver(source, BIG, { recipe: on({}), edits });
    const difference = edgeDifference(pixels);
    assert.ok(difference < 2, `mean ΔE at the edge ${difference.toFixed(2)}`);
    assert.ok(edgeDifference(known.picture) > 20, 'the measure sees a rim');
    assert.ok(isNearColour(colourAt(pixels, 0.02, 0.02), [255, 255, 255], 0));
  });

  test('is laid behind the turned and cropped photo', async () => {
    const { pixels } = await bench.deliver(source, BIG, {
      recipe: { ...on({}), rotate: 90, crop: '1:1' },
      edits,
    });
    assert.deepEqual([pixels.width, pixels.height], [900, 900]);
    const upright = toSharp(truthOnWhite()).extract({ left: 150, top: 0, width: 900, height: 900 });
    const turned = await readShownPixels(
      await sharp(await upright.png().toBuffer())
        .rotate(90)
        .png()
        .toBuffer(),
    );
    assert.ok(meanDifference(pixels, turned) < 0.3);
  });

  test('can be a colour, a gradient or an own picture', async () => {
    const colour = await bench.deliver(small, SMALL, {
      recipe: on({ kind: 'colour', colour: '336699' }),
      edits,
    });
    assert.ok(isNearColour(colourAt(colour.pixels, 0.95, 0.1), [0x33, 0x66, 0x99], 0));
    const gradient = await bench.deliver(small, SMALL, {
      recipe: on({ kind: 'gradient', colour: 'ffffff', bottom: '202020' }),
      edits,
    });
    assert.ok(isNearColour(colourAt(gradient.pixels, 0.5, 0), [255, 255, 255], 1));
    assert.ok(isNearColour(colourAt(gradient.pixels, 0.5, 1), [32, 32, 32], 1));
    const backgroundPath = await bench.save(
      'wall.png',
      toSharp(createFilled({ width: 300, height: 500 }, [90, 20, 120])).png(),
    );
    const own = on({ kind: 'photo', photoId: 'img_wall' });
    const photo = await bench.deliver(small, SMALL, { recipe: own, edits, files: { backgroundPath } });
    assert.ok(isNearColour(colourAt(photo.pixels, 0.02, 0.98), [90, 20, 120], 1));
    assert.deepEqual([photo.pixels.width, photo.pixels.height], [600, 450]);
    const lost = await bench.deliver(small, SMALL, { recipe: own, edits });
    assert.deepEqual(lost.file.warnings, ['background-kept']);
  });

  test('carries no cover of a plate that went with the old ground; one on the object is covered still', async () => {
    const plates = [
      getBoxCorners({ x: 0.02, y: 0.04, width: 0.1, height: 0.04 }),
      getBoxCorners({ x: 0.45, y: 0.5, width: 0.1, height: 0.04 }),
    ];
    const cover = { ...on({}), plates: { ...PLAIN.plates, kind: 'solid', colour: '3060a0' } } as const;
    const { pixels } = await bench.deliver(small, SMALL, { recipe: cover, edits: { ...edits, plates } });
    assert.ok(isNearColour(colourAt(pixels, 0.07, 0.06), [255, 255, 255], 1));
    const covered = colourAt(pixels, 0.5, 0.52);
    // The shadow is as bright as what it covers.
    const light = covered[2] / 0xa0;
    assert.ok(light > 0.5 && light < 0.9, `${light}`);
    assert.ok(isNearColour(covered, [0x30 * light, 0x60 * light, 0xa0 * light], 1), `${covered}`);
  });

  test('goes on in a file’s margins, unless a colour is chosen for them', async () => {
    const square = { width: 500, height: 500, fit: 'contain', pad: 'white' } as const;
    const over = async (background: Partial<Background>, form: object = square) =>
      (await bench.deliver(small, { ...square, ...form }, { recipe: on(background), edits })).pixels;
    const colour = await over({ kind: 'colour', colour: '336699' });
    for (const y of [0.01, 0.99]) assert.ok(isNearColour(colourAt(colour, 0.5, y), [0x33, 0x66, 0x99], 0));
    const fade = await over({ kind: 'gradient', colour: 'f0f0f0', bottom: '202020' });
    assert.ok(isNearColour(colourAt(fade, 0.5, 0.01), [240, 240, 240], 1));
    assert.ok(isNearColour(colourAt(fade, 0.5, 0.99), [32, 32, 32], 1));
    for (const y of [0.124, 0.126])
      assert.ok(isNearColour(colourAt(fade, 0.02, y), [240, 240, 240], 2), 'no bar begins');
    const chosen = await over({ kind: 'colour', colour: '336699' }, { pad: 'colour', padColour: '101010' });
    assert.ok(isNearColour(colourAt(chosen, 0.5, 0.01), [16, 16, 16], 0));
  });

  test('can be nothing: clear in files that can be, white in a JPEG', async () => {
    for (const format of drawRows(['png', 'webp', 'avif'] as const, 1)) {
      const { pixels } = await bench.deliver(
        small,
        { ...SMALL, format },
        { recipe: on({ kind: 'transparent' }), edits },
      );
      assert.equal(pixels.channels, 4, format);
      assert.equal(pixels.data[3], 0, format);
      assert.equal(pixels.data[(225 * 600 + 300) * 4 + 3], 255, format);
    }
    const square = { width: 500, height: 500, fit: 'contain', format: 'webp' } as const;
    const padded = await bench.deliver(small, square, { recipe: on({ kind: 'transparent' }), edits });
    assert.deepEqual([padded.pixels.width, padded.pixels.height, padded.pixels.channels], [500, 500, 4]);
    assert.equal(padded.pixels.data[3], 0, 'what is padded is clear too');
    assert.equal(padded.pixels.data[(250 * 500 + 250) * 4 + 3], 255);
    const { pixels } = await bench.deliver(
      small,
      { ...SMALL, format: 'jpeg' },
      { recipe: on({ kind: 'transparent' }), edits },
    );
    assert.ok(isNearColour(colourAt(pixels, 0.02, 0.02), [255, 255, 255], 1));
  });

  test('takes the object’s shadow: darkest where it stands, none far from it or when it is off', async () => {
    const lightness = async (shadow: number, x: number, y: number) =>
      colourAt((await bench.deliver(small, SMALL, { recipe: on({ shadow }), edits })).pixels, x, y)[1];
    const [foot, belly, sky] = [
      [0.3, 0.766],
      [0.5, 0.76],
      [0.5, 0.1],
    ] as const;
    assert.equal(await lightness(0, ...foot), 255);
    const dark = await lightness(80, ...foot);
    assert.ok(dark < 170, `${dark} at the wheel`);
    assert.ok((await lightness(80, ...belly)) > dark + 20);
    assert.equal(await lightness(80, ...sky), 255);
  });

  const shadowed = [
    on({ shadow: 60 }),
    on({ kind: 'gradient', colour: 'f4f0e8', bottom: '9a948a', shadow: 35 }),
    on({ kind: 'photo', photoId: 'img_wall', shadow: 35 }),
    on({ kind: 'scene', scene: 'showroom-dark', shadow: 35 }),
  ];
  for (const background of drawRows(shadowed, 1)) {
    test(`in the preview is the one of the file made smaller (${background.background.kind})`, async () => {
      const photo = await bench.save('photo.jpg', toSharp(known.picture).resize(1200).jpeg({ quality: 92 }));
      const rendition = { ...FORM, width: 800, height: 600 };
      const backgroundPath = await bench.save('street.png', toSharp(drawScene(350, 350)).png());
      const files = { ...NO_FILES, backgroundPath };
      const { pixels } = await bench.deliver(photo, rendition, { recipe: background, edits, files });
      const shown = await previewPicture({
        photoKey: `on ${background.background.kind}`,
        source: photo,
        proxyPath: photo,
        format: 'jpeg',
        analysis: { ...NO_SIGNS, ...measureTones(known.picture) },
        lotBalance: null,
        recipe: background,
        edits: { ...NO_EDITS, ...edits },
        files,
        overlays: true,
        rendition,
        side: 512,
        stage: 'after',
      });
      const difference = meanDifference(shown, await resizeTo(pixels, shown));
      assert.ok(difference <= 1, `mean ΔE ${difference.toFixed(2)}`);
    });
  }

  test('that is new is said in the file, in every format, by its digital source type and nothing else', async () => {
    const wall = await bench.save(
      'ground.png',
      toSharp(createFilled({ width: 90, height: 90 }, [9, 99, 9])).png(),
    );
    const types = [
      ['white', 'composite'],
      ['photo', 'compositeCapture'],
      ['transparent', 'algorithmicallyEnhanced'],
    ] as const;
    for (const [kind, type] of types) {
      for (const format of drawRows(OUTPUT_FORMATS, 1)) {
        const { file } = await bench.deliver(
          small,
          { width: 240, height: 180, format },
          { recipe: on({ kind }), edits, files: { backgroundPath: wall } },
        );
        const { exif, iptc, xmp } = await sharp(file.path).metadata();
        assert.deepEqual([exif, iptc], [undefined, undefined]);
        const said = xmp?.toString().trim() ?? '';
        const value = `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`;
        assert.ok(said.includes(`Iptc4xmpExt:DigitalSourceType="${value}"`), `${kind} ${format}`);
        assert.equal(said, sourceTypePacket(type));
      }
    }
  });

  test('stays and is said where no cut-out is known, and nothing is said where it may stay', async () => {
    const unknown = await bench.deliver(source, BIG, { recipe: on({}) });
    assert.deepEqual(unknown.file.warnings, ['background-kept']);
    assert.ok(meanDifference(unknown.pixels, known.picture) < 0.01);
    assert.equal((await sharp(unknown.file.path).metadata()).xmp, undefined);
    const overrides = { ...NO_OVERRIDES, background: { ...BARE, kind: 'keep' as const } };
    const kept = await bench.deliver(source, BIG, {
      recipe: on({}),
      edits: { ...edits, exception: overrides },
    });
    assert.deepEqual(kept.file.warnings, []);
    assert.ok(meanDifference(kept.pixels, known.picture) < 0.01);
  });

  test('of a cropped photo needs the memory of the crop, and looks like that part of the whole', async () => {
    const mask = await readMask(edits.maskPath);
    const whole = await withMatte(known.picture, mask, { x: 0, y: 0, ...SIZE });
    const box = { x: 301, y: 202, width: 405, height: 306 };
    const object = await withMatte(known.picture, mask, box);
    assert.deepEqual(object, cropToBox(whole, box));
    for (const kind of ['white', 'gradient'] as const) {
      const cut = { ...object, data: Uint8Array.from(object.data) };
      const laid = await onBackground(cut, { ...BARE, kind });
      assert.equal(laid.data.buffer, cut.data.buffer, 'in the place of the object');
      const truth = flattenOnto(object, [255, 255, 255]);
      if (kind === 'white') assert.ok(meanDifference(laid, truth) < 0.5);
    }
  });

  test('of a photo that came cut out goes behind its own alpha', async () => {
    const data = new Uint8Array(SIZE.width * SIZE.height * 4);
    known.alpha.forEach((share, i) => {
      data.set([...known.paint.data.subarray(i * 3, i * 3 + 3), share], i * 4);
    });
    const cut = await bench.save('cut.png', toSharp({ data, ...SIZE, channels: 4 }).png());
    const { pixels, file } = await bench.deliver(cut, BIG, {
      recipe: on({ kind: 'colour', colour: '204060' }),
    });
    assert.deepEqual(file.warnings, []);
    assert.ok(isNearColour(colourAt(pixels, 0.02, 0.02), [0x20, 0x40, 0x60], 1));
  });
});
