import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Background, DEFAULT_BACKGROUND, type Scene } from '#domain/recipes/background.ts';
import { getBoxCorners, type Quad } from '#domain/recipes/geometry.ts';
import { withMatte } from '#imaging/background/matte.ts';
import { computeMaskBounds, type Mask } from '#imaging/cutout/mask.ts';
import { encodedMask, scaledMask } from '#imaging/cutout/mask-file.ts';
import { type Bench, FORM, NO_EDITS, NO_FILES, openBench, PLAIN, toSharp } from '#imaging/fixtures/bench.ts';
import { computeDeltaEs, meanDifference } from '#imaging/fixtures/colour-difference.ts';
import { type DrawnVehicle, drawnVehicle, type VehicleLook } from '#imaging/fixtures/vehicle.ts';
import { buildPreparedPhoto } from '#imaging/jobs/prepare.ts';
import { previewPicture } from '#imaging/jobs/preview.ts';
import type { Raw, Rgb } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { resizeTo } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { clearWindows } from './glass.ts';

const SIZE = { width: 640, height: 480 };
const MASK = { width: 560, height: 420 };
const RED: Rgb = [170, 30, 36];
const PAINTS: Readonly<Record<string, Rgb>> = {
  red: RED,
  silver: [186, 188, 192],
  white: [232, 233, 234],
  blue: [40, 70, 140],
  black: [32, 33, 36],
  'green as the hedge': [88, 140, 70],
};
/** Difference (ΔE) that is seen, and the share of the body's pixels that may show one: the soft edge of its panes. */
const SEEN = 3;
const MOST_BODY = 0.002;

async function drawMask({ mask }: DrawnVehicle): Promise<Mask> {
  const small = await scaledMask(mask, MASK);
  return { ...small, data: small.data.map((share) => (share > 127 ? 255 : 0)) };
}

type Cleared = Readonly<{ drawn: DrawnVehicle; before: Raw; after: Raw }>;
const known = new Map<string, Promise<Cleared>>();

/** The object before and after. Many tests look at the same one, and nothing writes into it. */
function getClearedVehicle(look: Partial<VehicleLook>, size = SIZE): Promise<Cleared> {
  const key = JSON.stringify([look, size]);
  const made = known.get(key) ?? buildClearedVehicle(look, size);
  known.set(key, made);
  return made;
}

async function buildClearedVehicle(look: Partial<VehicleLook>, size: typeof SIZE): Promise<Cleared> {
  const drawn = drawnVehicle({ thing: 'car', paint: RED, glass: 'clear', ...look }, size);
  const { picture } = drawn;
  const mask = await drawMask(drawn);
  const box = { x: 0, y: 0, ...size };
  const before = await withMatte(picture, mask, box);
  const after = { ...before, data: before.data.slice() };
  await clearWindows(after, { picture, mask, box });
  return { drawn, before, after };
}

const isSame = (one: Raw, other: Raw) => Buffer.from(one.data).equals(Buffer.from(other.data));

function over({ data, width, height }: Raw, ground: number): Raw {
  const laid = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const alpha = (data[i * 4 + 3] as number) / 255;
    for (let c = 0; c < 3; c++)
      laid[i * 3 + c] = Math.round((data[i * 4 + c] as number) * alpha + ground * (1 - alpha));
  }
  return { data: laid, width, height, channels: 3 };
}

/** Means over the panes' pixels, headrests left out. */
function measureWindows({ data }: Raw, { panes }: DrawnVehicle): { light: number; green: number } {
  let [light, green, count] = [0, 0, 0];
  panes.forEach((pane, i) => {
    if (pane !== 1) return;
    const [r, g, b] = [data[i * 3], data[i * 3 + 1], data[i * 3 + 2]] as [number, number, number];
    light += (r + g + b) / 3;
    green += g - (r + b) / 2;
    count++;
  });
  return { light: light / count, green: green / count };
}

/** Distance in lightness between the darkest and the lightest fifth of the panes, headrests left out. */
function measureContrast({ data }: Raw, { panes }: DrawnVehicle): number {
  const lights = [...panes.keys()]
    .filter((i) => panes[i] === 1)
    .map((i) => [0, 1, 2].reduce((sum, c) => sum + (data[i * 3 + c] as number) / 3, 0))
    .sort((one, other) => one - other);
  return (
    (lights[Math.floor(0.8 * lights.length)] as number) - (lights[Math.floor(0.2 * lights.length)] as number)
  );
}

describe('the windows of a car in a scene', () => {
  test('lose the old place’s colour and get lighter or darker with the new one; headrests stay dark', async () => {
    for (const paint of [RED, PAINTS.silver, PAINTS.blue] as Rgb[]) {
      const { drawn, before, after } = await getClearedVehicle({ paint });
      const old = measureWindows(over(before, 0), drawn);
      const [dark, bright] = [
        measureWindows(over(after, 60), drawn),
        measureWindows(over(after, 235), drawn),
      ];
      assert.ok(dark.green < 0.35 * old.green, `${paint}: ${dark.green} of ${old.green}`);
      assert.ok(bright.light > old.light + 15, `${paint}: ${bright.light} of ${old.light}`);
      assert.ok(dark.light < old.light - 15, `${paint}: ${dark.light} of ${old.light}`);
      let changed = 0;
      drawn.panes.forEach((pane, i) => {
        if (pane === 2 && after.data[i * 4 + 3] !== before.data[i * 4 + 3]) changed++;
      });
      const headrests = drawn.panes.filter((pane) => pane === 2).length;
      assert.ok(changed < 0.1 * headrests, `${paint}: ${changed} of ${headrests}`);
    }
  });

  test('are never one flat grey: what shows in them stays apart, before a wall as light as the glass too', async () => {
    for (const paint of [RED, PAINTS.silver, PAINTS.blue] as Rgb[]) {
      const { drawn, before, after } = await getClearedVehicle({ paint });
      const old = measureContrast(over(before, 0), drawn);
      for (const ground of [40, 160, 235]) {
        const left = measureContrast(over(after, ground), drawn);
        assert.ok(left > 0.45 * old, `${paint} before ${ground}: ${left} of ${old}`);
      }
    }
  });

  test('change nothing of its body that is seen, whatever its paint and the scene', async () => {
    for (const [name, paint] of Object.entries(PAINTS)) {
      const { drawn, before, after } = await getClearedVehicle({ paint });
      for (const ground of [40, 235]) {
        const differences = computeDeltaEs(over(before, ground), over(after, ground));
        let [body, changed] = [0, 0];
        drawn.mask.data.forEach((inside, i) => {
          if (inside === 0 || drawn.panes[i] !== 0) return;
          body++;
          if ((differences[i] as number) > SEEN) changed++;
        });
        assert.ok(changed <= MOST_BODY * body, `${name}: ${changed} of ${body}`);
      }
    }
  });

  test('have no stairs at their edges, though a picture has several pixels for each that was looked at', async () => {
    const size = { width: 4 * MASK.width, height: 4 * MASK.height };
    const { drawn, before, after } = await getClearedVehicle({ paint: PAINTS.silver as Rgb }, size);
    const gone = (i: number) => (before.data[i * 4 + 3] as number) - (after.data[i * 4 + 3] as number);
    const steps = [...drawn.panes.keys()]
      .filter((i) => drawn.panes[i] === 1 && drawn.panes[i - 1] === 1 && gone(i - 1) + gone(i) > 0)
      .map((i) => Math.abs(gone(i) - gone(i - 1)))
      .sort((one, other) => one - other);
    const steepest = steps[Math.floor(0.999 * steps.length)] as number;
    assert.ok(steepest < 20, `alpha ${steepest} from one pixel of a row to the next`);
  });

  test('never get so clear that they count as a hole in the object', async () => {
    const { drawn, after } = await getClearedVehicle({ paint: RED });
    const least = drawn.panes.reduce(
      (least, pane, i) => (pane > 0 ? Math.min(least, after.data[i * 4 + 3] as number) : least),
      255,
    );
    assert.ok(least > 127 && least < 160, `${least}`);
  });

  test('stay bit for bit where they are tinted, and so do a van without any, a bottle of glass and a shoe', async () => {
    const [silver, white] = [PAINTS.silver, PAINTS.white] as [Rgb, Rgb];
    for (const look of [
      { glass: 'tinted' },
      { glass: 'tinted', paint: silver },
      { thing: 'van' },
      { thing: 'van', paint: white },
      { thing: 'bottle', paint: [120, 160, 120] },
      { thing: 'shoe', paint: white },
    ] as const) {
      const { before, after } = await getClearedVehicle(look);
      assert.ok(isSame(before, after), JSON.stringify(look));
    }
  });
});

/** Alpha of a lid in a van's side that rubber frames along this share of its rim. */
async function lidOf(framed: number): Promise<number> {
  const drawn = drawnVehicle({ thing: 'van', paint: PAINTS.silver as Rgb, glass: 'clear' }, SIZE);
  const { picture } = drawn;
  const lay = ([left, top, right, bottom]: readonly [number, number, number, number], colour: Rgb) => {
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) picture.data.set(colour, 3 * (y * SIZE.width + x));
  };
  const [left, top, right, bottom] = [130, 190, 370, 264] as const;
  const around = 2 * (right - left + bottom - top);
  lay([left - 3, top - 3, right + 3, bottom + 3], [250, 250, 250]);
  lay([left, top, right, bottom], [160, 162, 166]);
  lay([left, top - 5, right, top], [20, 20, 22]);
  lay([left - 5, top, left, bottom], [20, 20, 22]);
  lay(
    [left, bottom, left + Math.round(framed * around) - (right - left) - (bottom - top), bottom + 5],
    [20, 20, 22],
  );
  const mask = await drawMask(drawn);
  const object = await withMatte(picture, mask, { x: 0, y: 0, ...SIZE });
  await clearWindows(object, { picture, mask, box: { x: 0, y: 0, ...SIZE } });
  return object.data[4 * (250 * SIZE.width + 240) + 3] as number;
}
describe('a panel of a body', () => {
  test('is no pane for shut lines as dark as rubber around little more than half of it', async () => {
    for (const framed of [0.5, 0.53, 0.56]) assert.equal(await lidOf(framed), 255, `${framed}`);
    assert.ok((await lidOf(0.7)) < 240, 'but a lid that rubber frames is taken for one');
  });
});

describe('a file with a car in a scene', () => {
  let bench: Bench;
  let source: string;
  let drawn: DrawnVehicle;
  let edits: { maskPath: string; subject: Quad };
  const background = (scene: Scene, windows?: boolean): Background => ({
    ...DEFAULT_BACKGROUND,
    kind: 'scene',
    scene,
    ...(windows === undefined ? {} : { windows }),
  });
  const form = { width: 800, height: 600, format: 'png' } as const;
  before(async () => {
    bench = await openBench();
    drawn = drawnVehicle({ thing: 'car', paint: RED, glass: 'clear' }, { width: 1000, height: 750 });
    source = await bench.save('car.jpg', toSharp(drawn.picture).jpeg({ quality: 95 }));
    const mask = await drawMask(drawn);
    await writeSynced(bench.path('mask.png'), await encodedMask(mask));
    const { x, y, width, height } = computeMaskBounds(mask) ?? { x: 0, y: 0, ...MASK };
    const subject = getBoxCorners({
      x: x / MASK.width,
      y: y / MASK.height,
      width: width / MASK.width,
      height: height / MASK.height,
    });
    edits = { maskPath: bench.path('mask.png'), subject };
  });
  after(() => bench.remove());

  const fileWith = (change: Background) =>
    bench.deliver(source, form, { recipe: { ...PLAIN, background: change }, edits });

  test('shows the scene in its windows unless the recipe says no, which changes nothing else', async () => {
    const [on, off, unsaid] = await Promise.all(
      [
        background('showroom-dark', true),
        background('showroom-dark', false),
        background('showroom-dark'),
      ].map(async (change) => (await fileWith(change)).pixels),
    );
    assert.ok(on !== undefined && off !== undefined && unsaid !== undefined);
    assert.ok(isSame(on, unsaid));
    const differences = computeDeltaEs(on, off);
    const changed = differences.filter((difference) => difference > SEEN).length;
    const panes = drawn.panes.filter((pane) => pane === 1).length / drawn.panes.length;
    assert.ok(changed > 0.5 * panes * differences.length, `${changed}: the panes and their mirror image`);
    assert.ok(changed < 2.5 * panes * differences.length, `${changed}: and no more`);
  });

  test('is lit from the same side with and without its windows, so that nothing else of it differs', async () => {
    // Sun on the right half of the paint, more of it the higher; the panes show the same hedge on both sides.
    const { width, height } = drawn.picture;
    const sunny = { ...drawn.picture, data: drawn.picture.data.slice() };
    drawn.mask.data.forEach((inside, i) => {
      if (inside === 0 || drawn.panes[i] !== 0 || i % width < width / 2) return;
      const sun = 1 + 3 * Math.max(0, 0.75 - i / width / height);
      for (let at = 3 * i; at < 3 * i + 3; at++)
        sunny.data[at] = Math.min(255, sun * (sunny.data[at] as number));
    });
    const sunnyCar = await bench.save('sunny.jpg', toSharp(sunny).jpeg({ quality: 95 }));
    for (const scene of ['showroom-light', 'pedestal-white'] as const) {
      const [on, off] = await Promise.all(
        [true, false].map((windows) =>
          bench.deliver(sunnyCar, form, {
            recipe: { ...PLAIN, background: background(scene, windows) },
            edits,
          }),
        ),
      );
      assert.ok(on !== undefined && off !== undefined);
      const wall = ({ pixels }: { pixels: Raw }): Raw => ({
        ...pixels,
        data: pixels.data.subarray(0, 3 * pixels.width * Math.round(0.2 * pixels.height)),
      });
      assert.ok(!isSame(on.pixels, off.pixels), `${scene}: has windows`);
      assert.ok(isSame(wall(on), wall(off)), `${scene}: and the same wall`);
    }
  });

  test('has the windows that its preview showed, at rest and while a slider moves', async () => {
    const { format } = await readHeader(source);
    const proxyPath = bench.path('proxy');
    const { analysis } = await buildPreparedPhoto(
      { source, proxyPath, thumbnailPath: bench.path('thumbnail') },
      await readHeader(source),
    );
    const scene = (windows: boolean) => background('showroom-light', windows);
    const files = [await fileWith(scene(false)), await fileWith(scene(true))];
    for (const side of [800, 480]) {
      const [plain, shown] = await Promise.all(
        [false, true].map((windows) =>
          previewPicture({
            photoKey: 'car',
            source,
            proxyPath,
            format,
            analysis,
            lotBalance: null,
            recipe: { ...PLAIN, background: scene(windows) },
            edits: { ...NO_EDITS, ...edits },
            files: NO_FILES,
            overlays: true,
            rendition: { ...FORM, ...form },
            side,
            stage: 'after',
          }),
        ),
      );
      assert.ok(plain !== undefined && shown !== undefined);
      const [without, made] = await Promise.all(files.map(({ pixels }) => resizeTo(pixels, shown)));
      assert.ok(without !== undefined && made !== undefined);
      // Edges are a little softer in a small preview, with and without windows.
      const elsewhere = meanDifference(plain, without);
      const here = meanDifference(shown, made);
      assert.ok(here < elsewhere + 0.1, `${side}: ${here}, without windows ${elsewhere}`);
      const [inPreview, inFile] = [meanDifference(plain, shown), meanDifference(without, made)];
      assert.ok(inFile > 0.2, `${side}: windows change the file by ${inFile}`);
      assert.ok(Math.abs(inPreview / inFile - 1) < 0.05, `${side}: ${inPreview} ${inFile}`);
    }
  });
});
