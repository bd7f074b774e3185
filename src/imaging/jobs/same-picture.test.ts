import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import { OUTPUT_FORMATS } from '#domain/recipes/outputs.ts';
import { DEFAULT_BADGE, DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { encodedMask } from '#imaging/cutout/mask-file.ts';
import { type Bench, FORM, NO_EDITS, NO_FILES, openBench, toSharp } from '#imaging/fixtures/bench.ts';
import { meanDifference } from '#imaging/fixtures/colour-difference.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import type { PhotoEdits, PreviewJob } from '#imaging/messages.ts';
import type { Raw, Size } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { resizeTo } from '#imaging/read/decode.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { readHeader } from '#imaging/read/header.ts';
import { buildPreparedPhoto } from './prepare.ts';
import { previewPicture } from './preview.ts';

const HEIC = fileURLToPath(import.meta.resolve('#imaging/fixtures/scene.heic'));
/** All that a recipe can do at once. */
const FULL: Recipe = {
  ...DEFAULT_RECIPE,
  light: { ...DEFAULT_RECIPE.light, saturation: 8, noise: 'light' },
  crop: '4:5',
  background: { ...DEFAULT_BACKGROUND, kind: 'gradient' },
  frame: { width: 2, colour: '1c1a17' },
  watermark: { ...DEFAULT_WATERMARK, text: 'Știucă & Țiriac' },
  badge: { ...DEFAULT_BADGE, text: 'Garanție 12 luni' },
};

describe('the same photo and the same recipe', () => {
  let bench: Bench;
  let edits: PhotoEdits;
  let drawn: string;
  before(async () => {
    bench = await openBench();
    drawn = await bench.save('drawn.jpg', toSharp(drawScene(1000, 750)).jpeg({ quality: 92 }));
    edits = {
      ...NO_EDITS,
      maskPath: bench.path('mask.png'),
      subject: getBoxCorners({ x: 0.2, y: 0.45, width: 0.52, height: 0.36 }),
      plates: [getBoxCorners({ x: 0.42, y: 0.62, width: 0.12, height: 0.04 })],
    };
    const [width, height] = [400, 300];
    const data = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
      return x > 0.2 && x < 0.72 && y > 0.45 && y < 0.81 ? 255 : 0;
    });
    await writeSynced(bench.path('mask.png'), await encodedMask({ data, width, height }));
  });
  after(() => bench.remove());

  async function previewOf(source: string, change: Partial<PreviewJob>) {
    const proxyPath = bench.path('proxy.jpg');
    const header = await readHeader(source);
    const { analysis, format } = await buildPreparedPhoto(
      { source, proxyPath, thumbnailPath: bench.path('thumbnail.webp') },
      header,
    );
    const shown = await previewPicture({
      photoKey: `${source} ${JSON.stringify(change.recipe)}`,
      source,
      proxyPath,
      format,
      analysis,
      lotBalance: null,
      recipe: DEFAULT_RECIPE,
      edits: NO_EDITS,
      files: NO_FILES,
      overlays: true,
      rendition: FORM,
      side: 800,
      stage: 'after',
      ...change,
    });
    return { shown, signs: { tilt: analysis.tilt } };
  }

  test('give the same bytes every time, in every format', async () => {
    const small = await bench.save('small.jpg', toSharp(drawScene(480, 360)).jpeg());
    for (const format of OUTPUT_FORMATS) {
      const form = { width: 320, height: 400, fit: 'contain', pad: 'blur', fill: 80, format } as const;
      const [first, second] = [
        await bench.deliver(small, form, { recipe: FULL, edits }),
        await bench.deliver(small, form, { recipe: FULL, edits }),
      ];
      assert.deepEqual(await readFile(first.file.path), await readFile(second.file.path), format);
      assert.equal(first.file.sha256, second.file.sha256);
    }
  });

  test('look alike in the preview and in the file, background, plate, frame and letters too (mean ΔE ≤ 1)', async () => {
    const rendition = { ...FORM, width: 900, height: 900, fit: 'contain', fill: 80 } as const;
    const { shown, signs } = await previewOf(drawn, { recipe: FULL, edits, rendition });
    const { pixels } = await bench.deliver(drawn, rendition, { recipe: FULL, edits, signs });
    const difference = meanDifference(shown, await resizeTo(pixels, shown));
    assert.ok(difference <= 1, `mean ΔE ${difference.toFixed(2)}`);
  });

  test('look alike in the preview and in the file where a photo is so small that it is sharpened less (mean ΔE ≤ 0.3)', async () => {
    const small = await bench.save('knit.png', toSharp(drawKnit({ width: 400, height: 500 })).png());
    const { shown, signs } = await previewOf(small, { recipe: DEFAULT_RECIPE, rendition: FORM });
    const { pixels } = await bench.deliver(small, FORM, { recipe: DEFAULT_RECIPE, signs });
    const difference = meanDifference(shown, await resizeTo(pixels, shown));
    assert.ok(difference <= 0.3, `mean ΔE ${difference.toFixed(2)}`);
  });

  test('look alike in the preview from the stored copy and in the file (mean ΔE ≤ 2)', async () => {
    const photo = toSharp(drawScene(1700, 1275));
    const sources = [HEIC, await bench.save('own.avif', photo.avif({ quality: 70, effort: 0 }))];
    for (const source of sources) {
      assert.ok((await readHeader(source)).slow, `${source} is previewed from its copy`);
      const rendition = { ...FORM, width: 1600, height: 1600 };
      const { shown, signs } = await previewOf(source, { rendition });
      const { pixels } = await bench.deliver(source, rendition, { recipe: DEFAULT_RECIPE, signs });
      const difference = meanDifference(shown, await resizeTo(pixels, shown));
      assert.ok(difference <= 2, `${source}: mean ΔE ${difference.toFixed(2)}`);
    }
  });

  test('tell nothing of where the photo came from, whatever it was written as', async () => {
    const tagged = () =>
      toSharp(drawScene(160, 120))
        .withExif({
          IFD0: { Make: 'Aparat', Artist: 'Ion' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 26/1 0/1' },
        })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');
    const sources = [
      HEIC,
      await bench.save('told.png', tagged().png()),
      await bench.save('told.webp', tagged().webp()),
      await bench.save('told.avif', tagged().avif({ effort: 0 })),
    ];
    for (const source of sources) {
      assert.ok((await readFile(source)).includes('Exif') || (await sharp(source).metadata()).exif, source);
      const { file } = await bench.deliver(source, { format: 'jpeg' }, { recipe: DEFAULT_RECIPE });
      const { exif, xmp, iptc, comments } = await sharp(file.path).metadata();
      assert.deepEqual([exif, xmp, iptc, comments], [undefined, undefined, undefined, undefined], source);
      assert.ok(!/GPS|Aparat|Exif|xmpmeta/.test((await readFile(file.path)).toString('latin1')), source);
    }
  });
});

/** Stitches of a few pixels. */
function drawKnit({ width, height }: Size): Raw {
  const knit = drawScene(width, height);
  for (let i = 0; i < knit.data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    knit.data[i] = (knit.data[i] ?? 0) * (0.7 + 0.3 * Math.sin(1.7 * x) * Math.sin(1.4 * y));
  }
  return knit;
}
