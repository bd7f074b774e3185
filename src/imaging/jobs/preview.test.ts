import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import { DEFAULT_BADGE, DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import {
  type Bench,
  FORM,
  NO_EDITS,
  NO_FILES,
  openBench,
  readShownPixels,
  toSharp,
} from '#imaging/fixtures/bench.ts';
import { meanDifference } from '#imaging/fixtures/colour-difference.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import type { PreparedPhoto, PreviewJob } from '#imaging/messages.ts';
import { createFilled, cropToBox, flattenOnto } from '#imaging/pixels/raw.ts';
import { resizeTo } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { drawRows } from '#testing/draws.ts';
import { EMAG } from '#testing/presets.ts';
import { buildPreparedPhoto } from './prepare.ts';
import { makePreviewBytes, previewPicture } from './preview.ts';

const HEIC = fileURLToPath(import.meta.resolve('#imaging/fixtures/scene.heic'));
const RECIPE: Recipe = { ...DEFAULT_RECIPE, watermark: { ...DEFAULT_WATERMARK, text: 'Mașina mea' } };
let bench: Bench;
let source: string;
let prepared: PreparedPhoto;

describe('a preview beside its file', () => {
  before(async () => {
    bench = await openBench();
    source = await bench.save(
      'photo.jpg',
      toSharp(drawScene(1200, 900)).resize(2400, 1800).jpeg({ quality: 92 }),
    );
    prepared = await readPhoto(source);
  });
  after(() => bench.remove());

  async function readPhoto(path: string): Promise<PreparedPhoto> {
    const job = { source: path, thumbnailPath: bench.path('thumb.webp'), proxyPath: bench.path('proxy.jpg') };
    return buildPreparedPhoto(job, await readHeader(path));
  }

  function jobWith(change: Partial<PreviewJob>): PreviewJob {
    return {
      photoKey: 'photo',
      source,
      proxyPath: bench.path('proxy.jpg'),
      format: 'jpeg',
      analysis: prepared.analysis,
      lotBalance: null,
      recipe: RECIPE,
      edits: NO_EDITS,
      files: NO_FILES,
      overlays: true,
      rendition: { ...FORM, width: 1600, height: 1200 },
      side: 1024,
      stage: 'after',
      ...change,
    };
  }

  test('an upload gets its fingerprint, thumbnail, proxy, blur placeholder and facts', async () => {
    const thumbnail = await readShownPixels(bench.path('thumb.webp'));
    const proxy = await readShownPixels(bench.path('proxy.jpg'));
    assert.deepEqual([thumbnail.width, thumbnail.height], [400, 300]);
    assert.deepEqual([proxy.width, proxy.height], [1600, 1200]);
    assert.match(prepared.sha256, /^[0-9a-f]{64}$/);
    assert.ok(Buffer.from(prepared.thumbhash, 'base64').length > 15);
    assert.deepEqual(
      [prepared.width, prepared.height, prepared.hasAlpha, prepared.hasGps],
      [2400, 1800, false, false],
    );
    const heic = await readPhoto(HEIC);
    assert.deepEqual([heic.format, heic.width, heic.height, heic.hasGps], ['heic', 720, 960, true]);
    assert.equal(heic.takenAt, '2026-11-18T12:04:00');
    await readPhoto(source);
  });

  const forms = (['original', '1:1'] as const).flatMap((crop) =>
    (['inside', 'contain', 'cover'] as const).map((fit) => ({ crop, fit })),
  );
  for (const { crop, fit } of drawRows(forms, 2)) {
    test(`the preview is the delivered file made smaller (${fit}, crop ${crop})`, async () => {
      const rendition = { ...FORM, width: 1600, height: 1200, fit };
      const recipe = { ...RECIPE, crop };
      const shown = await previewPicture(jobWith({ rendition, recipe }));
      const { pixels } = await bench.deliver(source, rendition, { recipe });
      const smaller = await resizeTo(pixels, shown);
      assert.ok(Math.abs(shown.width / shown.height - pixels.width / pixels.height) < 0.005);
      const difference = meanDifference(shown, smaller);
      assert.ok(difference <= 1, `mean ΔE ${difference.toFixed(2)}`);
    });
  }

  test('the preview is the delivered file made smaller: frame, text and badge lie where they will', async () => {
    const rendition = { ...FORM, width: 1600, height: 1600, fit: 'contain' } as const;
    const recipe = {
      ...RECIPE,
      frame: { width: 3, colour: '1c1a17' },
      watermark: { ...DEFAULT_WATERMARK, text: 'Știucă', position: 'tile', opacity: 60 },
      badge: { ...DEFAULT_BADGE, text: 'Garanție 12 luni', position: 'sw' },
    } as const;
    const shown = await previewPicture(jobWith({ rendition, recipe }));
    const { pixels } = await bench.deliver(source, rendition, { recipe });
    const difference = meanDifference(shown, await resizeTo(pixels, shown));
    assert.ok(difference <= 1, `mean ΔE ${difference.toFixed(2)}`);
  });

  const CROP = { x: 0.3, y: 0.35, width: 0.4, height: 0.45 };
  const framings = {
    'straightened by 3°': { exception: { ...NO_OVERRIDES, angle: 3 } },
    'turned and straightened': { exception: { ...NO_OVERRIDES, angle: -7.3, rotate: 90 } },
    'cropped by hand': { exception: { ...NO_OVERRIDES, crop: CROP } },
    'all of it': { exception: { ...NO_OVERRIDES, angle: 2, rotate: 270, crop: CROP } },
  } as const;
  for (const [how, { exception: overrides }] of drawRows(Object.entries(framings), 2)) {
    test(`the preview is the delivered file made smaller: ${how}`, async () => {
      const rendition = { ...FORM, width: 900, height: 900, fit: 'inside' } as const;
      const edits = { ...NO_EDITS, exception: overrides };
      const shown = await previewPicture(jobWith({ rendition, edits, side: 800 }));
      const { pixels } = await bench.deliver(source, rendition, { recipe: RECIPE, edits });
      assert.equal(Math.max(shown.width, shown.height), 800);
      const difference = meanDifference(shown, await resizeTo(pixels, shown));
      assert.ok(difference <= 1, `mean ΔE ${difference.toFixed(2)}`);
    });
  }

  test('the small picture of a moving slider is the delivered file too, whatever the angle', async () => {
    for (const angle of [0, 2.5]) {
      const edits = { ...NO_EDITS, exception: { ...NO_OVERRIDES, angle } };
      const shown = await previewPicture(jobWith({ edits, side: 640 }));
      const { pixels } = await bench.deliver(
        source,
        { width: 1600, height: 1200 },
        { recipe: RECIPE, edits },
      );
      const difference = meanDifference(shown, await resizeTo(pixels, shown));
      assert.ok(difference <= 1, `${angle}°: mean ΔE ${difference.toFixed(2)}`);
    }
  });

  test('a crop under a moving slider is as large and in the same place as the picture at rest', async () => {
    const large = await bench.save(
      'large.jpg',
      toSharp(drawScene(2400, 1800)).resize(4000, 3000).jpeg({ quality: 92 }),
    );
    for (const crop of [CROP, { x: 0.413, y: 0.437, width: 0.27, height: 0.27 }]) {
      const edits = { ...NO_EDITS, exception: { ...NO_OVERRIDES, crop } };
      const job = jobWith({ photoKey: `large ${crop.x}`, source: large, edits });
      const moving = await previewPicture({ ...job, side: 640 });
      assert.equal(Math.max(moving.width, moving.height), 640);
      const difference = meanDifference(
        moving,
        await resizeTo(await previewPicture({ ...job, side: 1024 }), moving),
      );
      assert.ok(difference <= 1, `mean ΔE ${difference.toFixed(2)}`);
    }
  });

  test('empty parts of a file are clear in the preview too, and white where the file can’t be clear', async () => {
    const data = Buffer.alloc(600 * 450 * 4, 200);
    for (let i = 3; i < (data.length * 3) / 4; i += 4) data[i] = 0;
    const cut = await bench.save('cut.png', toSharp({ data, width: 600, height: 450, channels: 4 }).png());
    const background = { ...RECIPE.background, kind: 'transparent', shadow: 0 } as const;
    const job = jobWith({ photoKey: 'cut', source: cut, recipe: { ...DEFAULT_RECIPE, background } });
    const clear = await readShownPixels(
      await makePreviewBytes({ ...job, rendition: { ...job.rendition, format: 'webp' } }),
    );
    assert.deepEqual([clear.channels, clear.data[3]], [4, 0]);
    const white = await readShownPixels(
      await makePreviewBytes({ ...job, rendition: { ...job.rendition, format: 'jpeg' } }),
    );
    assert.ok(white.channels === 3 && (white.data[0] ?? 0) > 250);
  });

  test('the object in the middle is previewed as it is delivered', async () => {
    const edits = { ...NO_EDITS, subject: getBoxCorners({ x: 0.2, y: 0.45, width: 0.52, height: 0.36 }) };
    for (const fit of ['contain', 'cover', 'inside'] as const) {
      const rendition = { ...FORM, width: 1000, height: 1000, fit };
      const recipe = { ...RECIPE, fill: 85 };
      const shown = await previewPicture(jobWith({ rendition, recipe, edits, side: 800 }));
      const { pixels } = await bench.deliver(source, rendition, { recipe, edits });
      const difference = meanDifference(shown, await resizeTo(pixels, shown));
      assert.ok(difference <= 1, `${fit}: mean ΔE ${difference.toFixed(2)}`);
    }
  });

  test('the preview has the asked long side, and never more pixels than the file would have', async () => {
    for (const side of [320, 640, 1024]) {
      assert.equal((await readShownPixels(await makePreviewBytes(jobWith({ side })))).width, side);
    }
    const small = { ...FORM, width: 400, height: 400 };
    assert.equal((await readShownPixels(await makePreviewBytes(jobWith({ rendition: small })))).width, 400);
  });

  test('“before” shows the same framing without light, sharpening and watermark', async () => {
    const recipe = { ...RECIPE, crop: '4:5', rotate: 90 } as const;
    const [was, is] = await Promise.all(
      (['before', 'after'] as const).map(async (stage) =>
        readShownPixels(await makePreviewBytes(jobWith({ recipe, stage }))),
      ),
    );
    assert.ok(was && is);
    assert.deepEqual([was.width, was.height], [is.width, is.height]);
    const untouched = { ...RECIPE, crop: '4:5', rotate: 90, sharpen: 'off', watermark: null } as const;
    const light = {
      levels: 0,
      whiteBalance: 'off',
      sameForLot: false,
      localContrast: 0,
      saturation: 0,
      noise: 'off',
    } as const;
    const plain = await readShownPixels(await makePreviewBytes(jobWith({ recipe: { ...untouched, light } })));
    assert.ok(meanDifference(was, plain) < 0.01);
    assert.ok(meanDifference(was, is) > 0.5);
  });

  test('“before” fills the frame of a scene as “after” does, also where the photo ends', async () => {
    const maskPath = await bench.save(
      'scene-mask.png',
      toSharp(createFilled({ width: 1200, height: 900 }, [255, 255, 255])).png(),
    );
    const edits = {
      ...NO_EDITS,
      maskPath,
      subject: getBoxCorners({ x: 0.1, y: 0.3, width: 0.8, height: 0.5 }),
    };
    const background = { ...RECIPE.background, kind: 'scene', scene: 'pedestal-white' } as const;
    const rendition = { ...FORM, width: 900, height: 1200 };
    const [was, is] = await Promise.all(
      (['before', 'after'] as const).map((stage) =>
        previewPicture(jobWith({ rendition, recipe: { ...RECIPE, background }, edits, stage })),
      ),
    );
    assert.ok(was && is);
    assert.deepEqual([was.width, was.height, was.channels], [is.width, is.height, is.channels]);
  });

  test('“before” has the photo where the file has it, and nothing where that is padded or framed', async () => {
    const untouched = {
      ...RECIPE,
      light: { ...RECIPE.light, levels: 0, localContrast: 0, saturation: 0 },
    } as const;
    const light = { ...untouched.light, whiteBalance: 'off', noise: 'off' } as const;
    const recipe = { ...untouched, light, sharpen: 'off', watermark: null } as const;
    for (const [pad, side] of [
      ['blur', 1024],
      ['white', 640],
    ] as const) {
      const rendition = { ...FORM, width: 900, height: 1200, fit: 'contain', pad } as const;
      const frame = { width: 2, colour: '000000' };
      const is = await previewPicture(jobWith({ rendition, recipe, side }));
      const was = await previewPicture(
        jobWith({ rendition, recipe: { ...recipe, frame }, side, stage: 'before' }),
      );
      assert.deepEqual([was.width, was.height, was.channels], [is.width, is.height, 4]);
      const photo = {
        x: 0,
        y: Math.ceil(was.height * 0.23),
        width: was.width,
        height: Math.floor(was.height * 0.54),
      };
      assert.ok(meanDifference(flattenOnto(cropToBox(was, photo), [255, 0, 0]), cropToBox(is, photo)) < 0.01);
      const beside = cropToBox(was, { ...photo, y: 0, height: Math.floor(was.height * 0.2) });
      assert.ok(beside.data.every((value) => value === 0));
    }
  });

  test('where overlays are forbidden the preview shows none', async () => {
    const rendition = EMAG.renditions[0] ?? FORM;
    const without = await makePreviewBytes(jobWith({ rendition, recipe: { ...RECIPE, watermark: null } }));
    assert.deepEqual(await makePreviewBytes(jobWith({ rendition, overlays: false })), without);
    assert.notDeepEqual(await makePreviewBytes(jobWith({ rendition, overlays: true })), without);
  });

  test('after the first preview of a photo the next ones do not read its file again', async () => {
    const copy = await bench.save('copy.jpg', toSharp(drawScene(1200, 900)).jpeg());
    const first = await makePreviewBytes(jobWith({ photoKey: 'copy', source: copy }));
    await rm(copy);
    assert.deepEqual(await makePreviewBytes(jobWith({ photoKey: 'copy', source: copy })), first);
  });

  test('a HEIC is previewed from its stored copy', async () => {
    const { analysis } = await readPhoto(HEIC);
    const job = jobWith({ photoKey: 'heic', source: HEIC, format: 'heic', analysis, side: 480 });
    const shown = await readShownPixels(await makePreviewBytes(job));
    assert.deepEqual([shown.width, shown.height], [360, 480]);
    await readPhoto(source);
  });
});
