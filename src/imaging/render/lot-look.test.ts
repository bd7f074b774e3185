import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NO_SIGNS } from '#domain/photos/analysis.ts';
import { type Background, DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { computeFraming } from '#domain/recipes/framing.ts';
import { type Box, getBoxCorners } from '#domain/recipes/geometry.ts';
import { buildLotLook, getFramedObject } from '#domain/recipes/look/lot-look.ts';
import type { Rendition } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { measureTones } from '#imaging/analyse/analyse.ts';
import { computeMaskBounds, type Mask } from '#imaging/cutout/mask.ts';
import { encodedMask } from '#imaging/cutout/mask-file.ts';
import {
  type Bench,
  colourAt,
  isNearColour,
  NO_EDITS,
  NO_FILES,
  openBench,
  PLAIN,
  FORM as PNG,
  toSharp,
} from '#imaging/fixtures/bench.ts';
import { drawnVehicle } from '#imaging/fixtures/vehicle.ts';
import { processPhoto } from '#imaging/jobs/process.ts';
import type { Raw, Rgb } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { decodePicture } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { drawRows } from '#testing/draws.ts';

const RED: Rgb = [208, 24, 24];
const DRAWN = drawnVehicle(
  { thing: 'van', paint: [220, 20, 20], glass: 'tinted' },
  { width: 600, height: 450 },
);

interface Photographed {
  readonly source: string;
  readonly edits: { readonly maskPath: string; readonly subject: ReturnType<typeof getBoxCorners> };
  readonly size: { readonly width: number; readonly height: number };
}

let bench: Bench;
/** One van, photographed from near, from far and in a corner, and two times cut off. */
let whole: Photographed[];
let cutLeft: Photographed;
let cutThrough: Photographed;
describe('the look of one lot', () => {
  before(async () => {
    bench = await openBench();
    whole = [
      await photographed('near', { x: 20, y: 60, width: 560, height: 360 }),
      await photographed('far', { x: 0, y: 0, width: 600, height: 450 }, 1.6),
      await photographed('corner', { x: 0, y: 40, width: 572, height: 350 }),
    ];
    cutLeft = await photographed('left', { x: 220, y: 40, width: 380, height: 380 });
    cutThrough = await photographed('through', { x: 200, y: 100, width: 120, height: 210 });
  });
  after(() => bench.remove());

  /** Writes the part of the drawn place that the camera took; `margin`: as many times as much of a plain place around it. */
  async function photographed(name: string, { x, y, width, height }: Box, margin = 1): Promise<Photographed> {
    const [wide, tall] = [Math.round(width * margin), Math.round(height * margin)];
    const data = new Uint8Array(wide * tall * 3).fill(128);
    const mask: Mask = { data: new Uint8Array(wide * tall), width: wide, height: tall };
    const [left, top] = [wide - width, Math.round((tall - height) / 3)];
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const from = (y + row) * DRAWN.mask.width + x + column;
        const to = (top + row) * wide + left + column;
        data.set(DRAWN.picture.data.subarray(3 * from, 3 * from + 3), 3 * to);
        mask.data[to] = DRAWN.mask.data[from] ?? 0;
      }
    const source = await bench.save(
      `${name}.png`,
      toSharp({ data, width: wide, height: tall, channels: 3 }).png(),
    );
    const maskPath = bench.path(`${name}-mask.png`);
    await writeSynced(maskPath, await encodedMask(mask));
    const bounds = computeMaskBounds(mask);
    assert.ok(bounds);
    const box = {
      x: bounds.x / wide,
      y: bounds.y / tall,
      width: bounds.width / wide,
      height: bounds.height / tall,
    };
    return { source, edits: { maskPath, subject: getBoxCorners(box) }, size: { width: wide, height: tall } };
  }

  const on = (kind: Background['kind'], more: Partial<Background> = {}) => ({
    ...PLAIN,
    background: { ...DEFAULT_BACKGROUND, kind, shadow: 0, ...more },
  });
  const GROUNDS = [
    on('white'),
    on('colour', { colour: '2040c0' }),
    on('gradient', { colour: '3060d0', bottom: '2040a0' }),
    on('scene', { scene: 'showroom-light', shadow: 35 }),
  ];
  const FORM: Partial<Rendition> = { width: 320, height: 240, fit: 'contain' };
  const SMALL: Partial<Rendition> = { ...FORM, width: 80, height: 60 };
  const lookOf = (photos: readonly Photographed[]) =>
    buildLotLook(
      photos.map(({ edits: { subject }, size }) =>
        getFramedObject(
          computeFraming(size, PLAIN, { exception: NO_OVERRIDES, tilt: null, subject }),
          subject,
        ),
      ),
    );
  /** Returns the columns and rows of the file that the van's paint takes. */
  function paintIn({ data, width, height, channels }: Raw): {
    left: number;
    right: number;
    top: number;
    bottom: number;
  } {
    const mask = { data: new Uint8Array(width * height), width, height };
    for (let i = 0; i < mask.data.length; i++) {
      const [red = 0, green = 0, blue = 0] = data.subarray(i * channels, i * channels + 3);
      if (red > 90 && green < red / 2.5 && blue < red / 2.5) mask.data[i] = 255;
    }
    const bounds = computeMaskBounds(mask);
    assert.ok(bounds);
    const { x, y } = bounds;
    return { left: x, top: y, right: x + bounds.width, bottom: y + bounds.height };
  }
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 3;

  test('one van photographed from near and from far is as large in every file of its lot and stands on one line', async () => {
    const lotLook = lookOf(whole);
    for (const recipe of drawRows(GROUNDS, 1)) {
      const seen = [];
      for (const { source, edits } of whole)
        seen.push(paintIn((await bench.deliver(source, FORM, { recipe, edits, lotLook })).pixels));
      const [first, ...others] = seen;
      assert.ok(first);
      // A mirror image in the showroom's floor is redder than grey, but not as red as paint.
      for (const other of others) {
        assert.ok(isNear(other.right - other.left, first.right - first.left), JSON.stringify(seen));
        assert.ok(isNear(other.bottom, first.bottom), `${recipe.background.kind} ${JSON.stringify(seen)}`);
        assert.ok(isNear(other.left + other.right, 320));
      }
    }
  });

  test('a straightened photo’s object stands on the line of the others, and not on that of its slanting box', async () => {
    const lotLook = lookOf(whole);
    const [close] = whole;
    assert.ok(close);
    const { source, edits } = close;
    const at = async (angle: number) => {
      const exception = { ...NO_OVERRIDES, angle };
      const { pixels } = await bench.deliver(source, FORM, {
        recipe: on('white'),
        edits: { ...edits, exception },
        lotLook,
      });
      return paintIn(pixels);
    };
    const [level, turned] = [await at(0), await at(-3)];
    assert.ok(Math.abs(level.bottom - turned.bottom) <= 6, JSON.stringify([level, turned]));
  });

  test('a van that the photo cuts off has its cut at the file’s edge on every ground, and its file says that it is not whole', async () => {
    const lotLook = lookOf(whole);
    for (const recipe of drawRows(GROUNDS, 1)) {
      const { source, edits } = cutLeft;
      const { pixels, file } = await bench.deliver(source, FORM, { recipe, edits, lotLook });
      const { left, right, bottom } = paintIn(pixels);
      assert.ok(left <= 1 && right < 310 && bottom < 235, recipe.background.kind);
      assert.equal(file.facts.object?.cut, true);
      const [close] = whole;
      assert.ok(close);
      const other = await bench.deliver(close.source, FORM, { recipe, edits: close.edits, lotLook });
      assert.equal(other.file.facts.object?.cut, false);
      assert.ok(isNear(paintIn(other.pixels).bottom, bottom));
    }
  });

  test('a part of it that fills the photo keeps its ground where the file has another shape, and says why', async () => {
    const { source, edits } = cutThrough;
    for (const recipe of drawRows(GROUNDS, 1)) {
      const kept = await bench.deliver(source, SMALL, { recipe, edits, lotLook: lookOf(whole) });
      assert.deepEqual(kept.file.warnings, ['background-kept']);
      assert.deepEqual([kept.file.facts.kept, kept.file.facts.replaced], ['cut', false]);
      const plain = await bench.deliver(source, SMALL, { recipe: PLAIN, edits });
      assert.equal(kept.file.sha256, plain.file.sha256);
    }
  });

  test('a gradient is the same in every file of a lot, from edge to edge; a colour chosen for the margins stays around it', async () => {
    const lotLook = lookOf(whole);
    const recipe = on('gradient', { colour: 'ffffff', bottom: '202020' });
    const column = async ({ source, edits }: Photographed, form: Partial<Rendition>) => {
      const { pixels } = await bench.deliver(source, form, { recipe, edits, lotLook });
      return [0, 0.1, 0.5, 0.9, 1].map((y) => colourAt(pixels, 0.01, y));
    };
    for (const photo of whole) {
      const [top, , middle, , bottom] = await column(photo, FORM);
      assert.ok(isNearColour(top ?? RED, [255, 255, 255], 2) && isNearColour(bottom ?? RED, [32, 32, 32], 2));
      assert.ok(isNearColour(middle ?? RED, [143, 143, 143], 3));
    }
    const [close] = whole;
    assert.ok(close);
    const margins = await column(close, { ...FORM, height: 300, pad: 'colour', padColour: 'd01818' });
    assert.deepEqual([margins[0], margins[4]], [RED, RED]);
    assert.ok(isNearColour(margins[2] ?? RED, [143, 143, 143], 6));
  });

  test('of two files of one photo the one whose shape has room for it is on the new ground, the other keeps its own', async () => {
    const { source, edits, size } = cutThrough;
    const header = await readHeader(source);
    const forms = [SMALL, { ...SMALL, ...size, suffix: '-2' }, { ...SMALL, width: 60, suffix: '-3' }];
    const renditions = forms.map((form): Rendition => ({ ...PNG, ...form }));
    const paths = renditions.map(({ suffix }) => bench.path(`mixed${suffix}.png`));
    const files = await processPhoto(
      {
        source,
        format: header.format,
        analysis: { ...measureTones(await decodePicture(header, header)), ...NO_SIGNS },
        lotBalance: null,
        lotLook: lookOf(whole),
        recipe: on('white'),
        edits: { ...NO_EDITS, ...edits },
        files: NO_FILES,
        outputs: [{ spec: { key: 'custom-1', label: 'Test', overlays: true, renditions }, paths }],
      },
      header,
    );
    assert.deepEqual(
      files.map(({ path, facts }) => [path, facts.replaced, facts.kept]),
      [
        [paths[0], false, 'cut'],
        [paths[1], true, undefined],
        [paths[2], false, 'cut'],
      ],
    );
  });
});
