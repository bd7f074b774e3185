import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SIGNS } from '#domain/photos/analysis.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { PlateCover } from '#domain/recipes/plates.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { measureTones } from '#imaging/analyse/analyse.ts';
import {
  FORM,
  isNearColour,
  NO_EDITS,
  NO_FILES,
  openBench,
  PLAIN,
  toSharp,
} from '#imaging/fixtures/bench.ts';
import { meanDifference } from '#imaging/fixtures/colour-difference.ts';
import { drawPlate, layInto, type PlateLook, ROMANIAN } from '#imaging/fixtures/plate.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { previewPicture } from '#imaging/jobs/preview.ts';
import type { PreviewJob } from '#imaging/messages.ts';
import { invertMatrix } from '#imaging/pixels/matrix.ts';
import { createFilled, cropToBox, type Raw, type Rgb } from '#imaging/pixels/raw.ts';
import { ontoQuad, projectPoint } from '#imaging/plates/homography.ts';
import { decodePicture, resizeTo } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { coverPlates } from './cover.ts';

const SIZE = { width: 640, height: 480 };
const QUAD: Quad = [
  { x: 0.3, y: 0.5 },
  { x: 0.62, y: 0.55 },
  { x: 0.62, y: 0.64 },
  { x: 0.3, y: 0.58 },
];
const SOLID: PlateCover = { kind: 'solid', colour: '2060a0', photoId: null };

function carWith(text: string, quad: Quad = QUAD): Raw {
  const picture = drawScene(SIZE.width, SIZE.height);
  const plate = drawPlate({ ...ROMANIAN, lines: [text] }, 110);
  const inPixels = quad.map(({ x, y }) => ({ x: x * SIZE.width, y: y * SIZE.height }));
  layInto(picture, plate, { quad: inPixels as unknown as Quad });
  return picture;
}

async function covered(text: string, cover: PlateCover, logoPath: string | null = null): Promise<Raw> {
  const picture = carWith(text);
  await coverPlates(picture, [QUAD], { cover, logoPath });
  return picture;
}

/** Inside the quad drawn in by `by` of its sides. */
function* insideOf(quad: Quad, by = 0): Generator<number> {
  const front = invertMatrix(ontoQuad(quad));
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const at = projectPoint(front, { x: (x + 0.5) / SIZE.width, y: (y + 0.5) / SIZE.height });
      if (at.x > by && at.x < 1 - by && at.y > by && at.y < 1 - by) yield (y * SIZE.width + x) * 3;
    }
  }
}

const rgbAt = ({ data }: Raw, at: number): Rgb => [...data.subarray(at, at + 3)] as unknown as Rgb;

test('under a solid cover not one pixel of the plate is left, corners and edges included', async () => {
  const picture = await covered('B 123 ABC', SOLID);
  const spots = [...insideOf(QUAD)];
  assert.ok(spots.length > 4000);
  for (const at of spots) assert.deepEqual(rgbAt(picture, at), [0x20, 0x60, 0xa0]);
  assert.deepEqual(picture, await covered('TM 88 XYW', SOLID), 'two numbers make the same picture');
});

test('a mosaic is the same for two different numbers, but for the light that falls on the plate', async () => {
  const mosaic: PlateCover = { ...SOLID, kind: 'pixelated' };
  const one = await covered('B 111 III', mosaic);
  const other = await covered('WM 88 MWB', mosaic);
  let most = 0;
  for (const at of insideOf(QUAD)) {
    for (let c = 0; c < 3; c++)
      most = Math.max(most, Math.abs((one.data[at + c] as number) - (other.data[at + c] as number)));
  }
  assert.ok(most <= 2, `most differ by ${most}`);
  const counts = new Map<string, number>();
  for (const at of insideOf(QUAD, 0.05)) {
    const colour = rgbAt(one, at).join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  // Where two cells meet their colours mix.
  const cells = [...counts.values()].filter((count) => count >= 12).length;
  assert.ok(cells > 20 && cells <= 60, `${cells} cells`);
});

test('a dark plate gets a mosaic too, and its number is as lost', async () => {
  const cover: PlateCover = { ...SOLID, kind: 'pixelated' };
  const dark = async (text: string) => {
    const picture = createFilled(SIZE, [60, 60, 60]);
    const look: PlateLook = { ...ROMANIAN, lines: [text], ground: [16, 16, 16], ink: [240, 240, 240] };
    const inPixels = QUAD.map(({ x, y }) => ({ x: x * SIZE.width, y: y * SIZE.height }));
    layInto(picture, drawPlate(look, 110), { quad: inPixels as unknown as Quad });
    await coverPlates(picture, [QUAD], { cover, logoPath: null });
    return picture;
  };
  assert.ok(meanDifference(await dark('CJ 07 LOT'), await dark('B 999 WWW')) < 0.02);
});

test('an own picture lies on the plate in its perspective, whole, on the chosen colour', async () => {
  const bench = await openBench();
  const logo = createFilled({ width: 520, height: 110 }, [200, 20, 20]);
  for (let y = 0; y < 110; y++)
    for (let x = 260; x < 520; x++) logo.data.set([20, 160, 30], (y * 520 + x) * 3);
  const path = await bench.save('logo.png', toSharp(logo).png());
  const cover: PlateCover = { ...SOLID, kind: 'logo' };
  const picture = await covered('B 123 ABC', cover, path);
  const seen = (x: number, y: number) => {
    const { x: px, y: py } = projectPoint(ontoQuad(QUAD), { x, y });
    return rgbAt(picture, (Math.floor(py * SIZE.height) * SIZE.width + Math.floor(px * SIZE.width)) * 3);
  };
  assert.deepEqual(seen(0.1, 0.5), [200, 20, 20]);
  assert.deepEqual(seen(0.9, 0.5), [20, 160, 30]);
  assert.deepEqual(seen(0.46, 0.15), [200, 20, 20], 'the halves meet in the middle of the plate, at the top');
  assert.deepEqual(seen(0.54, 0.85), [20, 160, 30], 'and at the bottom');
  assert.deepEqual(seen(0.5, 0.02), [0x20, 0x60, 0xa0]);
  assert.deepEqual(picture, await covered('SV 45 PLM', cover, path), 'nothing of the number shows through');
  assert.deepEqual(
    await covered('B 123 ABC', cover),
    await covered('B 123 ABC', SOLID),
    'no picture chosen yet',
  );
  await bench.remove();
});

test('the ground of an own picture fills the whole plate', async () => {
  const bench = await openBench();
  const logo = createFilled({ width: 300, height: 300 }, [12, 60, 140]);
  for (let y = 110; y < 190; y++)
    for (let x = 40; x < 260; x++) logo.data.set([250, 250, 250], (y * 300 + x) * 3);
  const path = await bench.save('logo.png', toSharp(logo).png());
  const picture = await covered('B 123 ABC', { ...SOLID, kind: 'logo' }, path);
  const seen = new Set([...insideOf(QUAD)].map((at) => rgbAt(picture, at).join()));
  assert.ok(seen.has('12,60,140') && seen.has('250,250,250'));
  assert.ok(!seen.has('32,96,160'), 'nothing of the chosen colour is left');
  await bench.remove();
});

test('a cover’s edge has no stairs, however slanted the plate', async () => {
  const slanted: Quad = [
    { x: 0.4, y: 0.4 },
    { x: 0.5, y: 0.47 },
    { x: 0.5, y: 0.6 },
    { x: 0.4, y: 0.55 },
  ];
  const picture = createFilled(SIZE, [0, 0, 0]);
  await coverPlates(picture, [slanted], { cover: { ...SOLID, colour: 'ffffff' }, logoPath: null });
  const brightest = picture.data.reduce((most, value) => Math.max(most, value), 0);
  // How much of each column is covered is how far the upper edge has come: it moves evenly.
  const heights = Array.from({ length: 44 }, (_, n) => {
    const x = 266 + n;
    let sum = 0;
    for (let y = 150; y < 255; y++) sum += picture.data[(y * SIZE.width + x) * 3] ?? 0;
    return sum / brightest;
  });
  const steps = heights.slice(1).map((height, n) => (heights[n] ?? 0) - height);
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  assert.ok(mean > 0.3, `${mean}`);
  const worst = Math.max(...steps.map((step) => Math.abs(step - mean)));
  assert.ok(worst < 0.35, `a column’s edge is ${worst.toFixed(2)} pixels off`);
});

test('a cover is as bright as its plate: dim in the dark, and falling off with its light', async () => {
  const coveredIn = async (shade: (x: number) => number) => {
    const picture = createFilled(SIZE, [40, 40, 40]);
    const inPixels = QUAD.map(({ x, y }) => ({ x: x * SIZE.width, y: y * SIZE.height }));
    const plate = drawPlate({ ...ROMANIAN, lines: ['B 123 ABC'] }, 110);
    layInto(picture, plate, { quad: inPixels as unknown as Quad, shade });
    await coverPlates(picture, [QUAD], { cover: { ...SOLID, colour: 'd9d9d9' }, logoPath: null });
    const at = (u: number) => {
      const { x, y } = projectPoint(ontoQuad(QUAD), { x: u, y: 0.5 });
      return rgbAt(picture, (Math.floor(y * SIZE.height) * SIZE.width + Math.floor(x * SIZE.width)) * 3)[0];
    };
    return [at(0.1), at(0.9)] as const;
  };
  const [dim] = await coveredIn(() => 0.3);
  assert.ok(dim > 50 && dim < 90, `${dim}`);
  const [left, right] = await coveredIn((x) => 1.1 - 0.6 * ((x / SIZE.width - 0.3) / 0.32));
  assert.ok(left - right > 60, `${left} to ${right}`);
});

test('the rest of the photo is left alone, and so is a plate that is not to be covered', async () => {
  const before = carWith('B 123 ABC');
  const after = await covered('B 123 ABC', SOLID);
  const top = { x: 0, y: 0, width: 640, height: 220 };
  assert.deepEqual(cropToBox(after, top), cropToBox(before, top));
  assert.deepEqual(await covered('B 123 ABC', { ...SOLID, kind: 'off' }), before);
});

test('a plate that the framing cut, lies outside or is hardly a pixel large is covered as far as it shows', async () => {
  const shifted = (by: number) => QUAD.map(({ x, y }) => ({ x: x + by, y })) as unknown as Quad;
  const picture = carWith('B 123 ABC', shifted(-0.4));
  const far: Quad = [
    { x: 0.5, y: 0.5 },
    { x: 0.5001, y: 0.5 },
    { x: 0.5001, y: 0.5001 },
    { x: 0.5, y: 0.5001 },
  ];
  await coverPlates(picture, [shifted(-0.4), shifted(3), far], { cover: SOLID, logoPath: null });
  assert.deepEqual(rgbAt(picture, (Math.floor(0.58 * 480) * 640 + 60) * 3), [0x20, 0x60, 0xa0]);
});

test('on a cut-out the cover is opaque: a hole in the shape of a character would reveal it', async () => {
  const picture: Raw = { data: new Uint8Array(640 * 480 * 4), ...SIZE, channels: 4 };
  await coverPlates(picture, [QUAD], { cover: SOLID, logoPath: null });
  for (const at of insideOf(QUAD)) assert.equal(picture.data[(at / 3) * 4 + 3], 255);
});

for (const rotate of [0, 90] as const) {
  test(`the plate is covered in every file and in the preview alike, turned ${rotate}°, cropped and small`, async () => {
    const bench = await openBench();
    const source = await bench.save(
      'car.png',
      toSharp(await carWith('B 123 ABC'))
        .resize(1600, 1200)
        .png(),
    );
    const recipe: Recipe = { ...PLAIN, rotate, crop: '1:1', plates: { ...SOLID, colour: 'ff00ff' } };
    const edits = { plates: [QUAD] };
    const rendition = { ...FORM, width: 900, height: 900 };
    const { pixels } = await bench.deliver(source, rendition, { recipe, edits });
    const magenta = ({ data }: Raw) =>
      data.reduce(
        (n, _, i) => n + (i % 3 === 0 && isNearColour(rgbAt({ data } as Raw, i), [255, 0, 255], 2) ? 1 : 0),
        0,
      );
    const whole = pixels.width * pixels.height;
    const share = magenta(pixels) / whole;
    // 0.32 × 0.085 of the photo, of which the square shows three quarters, and the margin.
    assert.ok(share > 0.036 && share < 0.043, `${share}`);
    const { pixels: small } = await bench.deliver(source, { width: 120, height: 120 }, { recipe, edits });
    assert.ok(Math.abs(magenta(small) / (small.width * small.height) - share) < 0.01);
    const header = await readHeader(source);
    const job: PreviewJob = {
      photoKey: `plate-${rotate}`,
      source,
      proxyPath: source,
      format: 'png',
      analysis: { ...NO_SIGNS, ...measureTones(await decodePicture(header, header)) },
      lotBalance: null,
      recipe,
      edits: { ...NO_EDITS, ...edits },
      files: NO_FILES,
      overlays: true,
      rendition,
      side: 600,
      stage: 'after',
    };
    const shown = await previewPicture(job);
    assert.ok(meanDifference(shown, await resizeTo(pixels, shown)) <= 1);
    await bench.remove();
  });
}
