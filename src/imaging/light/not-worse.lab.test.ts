import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { computeLuma } from '#domain/photos/quality.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { type Bench, FORM, openBench, readShownPixels, toSharp } from '#imaging/fixtures/bench.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { cropToBox, type Raw, type Rgb, type Size } from '#imaging/pixels/raw.ts';

/** Levels that are not seen. */
const MOST_DARKER = 3;
const ROOM = { width: 960, height: 720 };
const PORTRAIT = { width: 720, height: 960 };
const SHEET: Rgb = [222, 219, 212];
const WOOD: Rgb = [172, 138, 104];
const DIM: Rgb = [96, 94, 90];

describe('a delivered file is no worse than its original', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  async function deliver(photo: Raw, levels = DEFAULT_RECIPE.light.levels): Promise<Raw> {
    return deliverFile(await bench.save('photo.png', toSharp(photo).png()), levels);
  }

  async function deliverFile(source: string, levels = DEFAULT_RECIPE.light.levels): Promise<Raw> {
    const recipe = { ...DEFAULT_RECIPE, light: { ...DEFAULT_RECIPE.light, levels } };
    return (await bench.deliver(source, { ...FORM, width: 2000, height: 2000 }, { recipe })).pixels;
  }

  for (const [name, interior] of Object.entries({
    'a pale room with windows': { darkest: 54, wall: [176, 174, 170], windows: 2 },
    'a grey room with windows': { darkest: 48, wall: [148, 150, 152], windows: 1 },
    'a warm room without one': { darkest: 66, wall: [170, 150, 126], windows: 0 },
    'a white bathroom': { darkest: 60, wall: [200, 202, 200], windows: 1 },
  } as const))
    test(`${name} gets no darker, however much light is asked for`, async () => {
      const room = drawInterior(interior, ROOM);
      const was = readTones(room);
      for (const levels of [50, 65, 100]) {
        const is = readTones(await deliver(room, levels));
        const said = `levels ${levels}: mean ${was.mean} → ${is.mean}, median ${was.median} → ${is.median}`;
        assert.ok(is.mean >= was.mean - MOST_DARKER && is.median >= was.median - MOST_DARKER, said);
        assert.ok(
          is.blown <= was.blown + 0.002,
          `levels ${levels}: ${was.blown} → ${is.blown} are blown out`,
        );
      }
    });

  for (const [name, ground] of Object.entries({ 'a light sheet': SHEET, 'a wooden floor': WOOD }))
    test(`a black thing on ${name} stays as black beside it`, async () => {
      const photo = drawThing(40, ground, PORTRAIT);
      const was = readThing(photo);
      for (const levels of [50, 65, 100]) {
        const is = readThing(await deliver(photo, levels));
        const growth = is.thing / was.thing / (is.ground / was.ground);
        assert.ok(
          growth > 0.9 && growth < 1.1,
          `levels ${levels}: ${was.thing} on ${was.ground} → ${is.thing} on ${is.ground}`,
        );
      }
    });

  test('a photo that is too dark is lifted as a whole, the dark things in it too', async () => {
    const photo = drawThing(34, DIM, PORTRAIT);
    const [was, is] = [readTones(photo).mean, readTones(await deliver(photo)).mean];
    assert.ok(is > 1.25 * was, `${was} → ${is}`);
  });

  test('the stitches of a small picture do not get harsh, those of a large one get the contrast they always got', async () => {
    const growthAt = async (side: number) => {
      const knit = drawKnit({ width: side, height: Math.round(1.3 * side) });
      return measureRoughness(await deliver(knit)) / measureRoughness(knit);
    };
    const [small, large] = [await growthAt(400), await growthAt(900)];
    assert.ok(small < 1.42, `400 px: ×${small.toFixed(2)}`);
    assert.ok(large > 1.5, `900 px: ×${large.toFixed(2)}`);
  });

  test('noise of the night gets hardly coarser', async () => {
    for (const grain of [9, 14]) {
      const photo = drawPainting(LARGE, paintAtNight, grain);
      const growth = getGrowth(photo, await deliver(photo));
      assert.ok(growth < MOST_COARSER, `grain ${grain}: ×${growth.toFixed(2)}`);
    }
  });

  test('the squares of a strong compression get hardly coarser, those of a weak one take nothing from a photo', async () => {
    const growthAt = async (photo: Raw, quality: number) => {
      const source = await bench.save('photo.jpg', toSharp(photo).jpeg({ quality }));
      return getGrowth(await readShownPixels(source), await deliverFile(source));
    };
    const strong = await growthAt(drawPainting(LARGE, paintByDay), 30);
    const weak = await growthAt(await drawSoftKnit(), 92);
    assert.ok(strong < 1.13, `strong: ×${strong.toFixed(2)}`);
    assert.ok(weak > 1.3, `weak: ×${weak.toFixed(2)}`);
  });

  test('a check whose threads are a pixel or two wide gets hardly harder, whatever the size of the photo', async () => {
    for (const width of [400, 900])
      for (const threads of [1, 2]) {
        const photo = drawShirt({ width, height: Math.round(1.3 * width) }, threads);
        const growth = getGrowth(photo, await deliver(photo));
        assert.ok(growth < MOST_COARSER, `${width} px, ${threads}: ×${growth.toFixed(2)}`);
      }
  });

  test('black lacquer on dark ground stays black beside shining things', async () => {
    const photo = drawPainting(LARGE, paintBlackCar);
    const was = readTones(photo);
    for (const levels of [50, 65, 100]) {
      const is = readTones(await deliver(photo, levels));
      assert.ok(is.median - was.median < 15, `levels ${levels}: ${was.median} → ${is.median}`);
    }
  });

  test('a clean photo that is a little soft still gets sharper', async () => {
    const soft = await drawSoftKnit();
    const growth = getGrowth(soft, await deliver(soft));
    assert.ok(growth > 1.3, `×${growth.toFixed(2)}`);
  });
});

async function drawSoftKnit(): Promise<Raw> {
  return readShownPixels(await toSharp(drawKnit(LARGE)).blur(1.2).png().toBuffer());
}

/** Growth of the difference from pixel to pixel where only what should not be seen is there. */
const MOST_COARSER = 1.18;
const LARGE = { width: 1000, height: 760 };

function getGrowth(was: Raw, is: Raw): number {
  return measureRoughness(is) / measureRoughness(was);
}

/** Returns mean lumas of the thing below its label and of the ground beside it. */
function readThing(photo: Raw): { thing: number; ground: number } {
  const meanOfColumn = (from: number, to: number) => {
    const [x, y] = [Math.ceil(from * photo.width), Math.ceil((THING.top + 0.1) * photo.height)];
    const height = Math.floor((THING.bottom - 0.02) * photo.height) - y;
    return readTones(cropToBox(photo, { x, y, width: Math.floor(to * photo.width) - x, height })).mean;
  };
  return { thing: meanOfColumn(THING.left + 0.02, THING.right - 0.02), ground: meanOfColumn(0.02, 0.16) };
}

function readTones(photo: Raw): { mean: number; median: number; blown: number } {
  const lumas = listLumas(photo).sort();
  return {
    mean: Math.round(lumas.reduce((sum, v) => sum + v, 0) / lumas.length),
    median: lumas[lumas.length >> 1] ?? 0,
    blown: lumas.reduce((sum, v) => sum + (v > 252 ? 1 : 0), 0) / lumas.length,
  };
}

function listLumas({ data, width, height, channels }: Raw): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) =>
    computeLuma(data[i * channels] ?? 0, data[i * channels + 1] ?? 0, data[i * channels + 2] ?? 0),
  );
}

/** Returns the mean step from pixel to pixel. */
function measureRoughness(photo: Raw): number {
  const lumas = listLumas(photo);
  return lumas.reduce((sum, v, i) => sum + Math.abs(v - (lumas[i - 1] ?? v)), 0) / lumas.length;
}

/** Returns the colour at a place in shares of the sides. */
type Painting = (x: number, y: number) => Rgb;

/** `grain`: levels up or down. */
function drawPainting({ width, height }: Size, painting: Painting, grain = 4): Raw {
  const noise = noiseFrom(23);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const colour = painting((x + 0.5) / width, (y + 0.5) / height);
      const off = (noise() - 0.5) * 2 * grain;
      for (let c = 0; c < 3; c++)
        data[at + c] = Math.max(0, Math.min(255, Math.round((colour[c] ?? 0) + off)));
    }
  return { data, width, height, channels: 3 };
}

interface Interior {
  /** Tone of its darkest things: a bright room that is a little veiled has no black. */
  readonly darkest: number;
  readonly wall: Rgb;
  readonly windows: number;
}

/** Draws a room with blown-out windows, whose walls get darker towards the corners. */
function drawInterior({ darkest, wall, windows }: Interior, size: Size): Raw {
  return drawPainting(size, (x, y) => {
    if (y > 0.2 && y < 0.42 && windows > 0 && (x * 3) % 1 < 0.1 * windows) return [254, 254, 254];
    const glow = 1.06 - 0.5 * ((x - 0.5) ** 2 + (y - 0.45) ** 2);
    const shade = ([r, g, b]: Rgb): Rgb => [r * glow, g * glow, b * glow];
    if (x > 0.3 && x < 0.7 && y > 0.5 && y < 0.8) return shade([darkest + 40, darkest + 34, darkest + 26]);
    if (y > 0.78) return shade([wall[0] * 0.72, wall[1] * 0.68, wall[2] * 0.6]);
    return x > 0.76 && x < 0.9 && y > 0.4 && y < 0.75 ? [darkest, darkest, darkest] : shade(wall);
  });
}

/** Place of the thing of `drawThing`. */
const THING = { left: 0.2, right: 0.8, top: 0.06, bottom: 0.94 } as const;

/** Draws a dark, creased thing with a label that fills more than half of the photo. */
function drawThing(grey: number, ground: Rgb, size: Size): Raw {
  const { left, right, top, bottom } = THING;
  return drawPainting(size, (x, y) => {
    const isThing = x > left && x < right && y > top && y < bottom;
    const label = isThing && x > 0.47 && x < 0.53 && y > 0.1 && y < 0.13;
    const [r, g, b] = label ? ground : isThing ? [grey, grey, grey] : ground;
    const crease = isThing ? 12 * Math.sin(31 * x + 9 * y) + 8 * Math.sin(23 * y) : 0;
    return [r + crease, g + crease, b + crease];
  });
}

/** Draws a knitted jumper on a sheet; the number of its stitches is the same at every size. */
function drawKnit(size: Size): Raw {
  const stitches = 110;
  return drawPainting(size, (x, y) => {
    if (x < 0.14 || x > 0.86 || y < 0.14 || y > 0.84) return [206 + 8 * y, 204 + 8 * y, 198 + 8 * y];
    const [u, v] = [x * stitches, (y * stitches * size.height) / size.width];
    const stitch = Math.sin(Math.PI * (u + 0.5 * Math.floor(v))) ** 2 * Math.sin(Math.PI * v) ** 2;
    const grey = 70 + 90 * stitch;
    return [grey, grey - 3, grey - 6];
  });
}

/** Paints blue lacquer under one lamp. */
function paintAtNight(x: number, y: number): Rgb {
  const lamp = 190 * Math.exp(-18 * ((x - 0.6) ** 2 + (y - 0.2) ** 2));
  if (y > 0.8) return [64 + lamp / 3, 60 + lamp / 3, 48 + lamp / 3];
  return [34 + lamp, 44 + lamp, 92 + lamp];
}

/** Paints grey lacquer with the street in it. */
function paintByDay(x: number, y: number): Rgb {
  const street = 26 * Math.sin(5 * y + 2 * x) + 9 * Math.sin(17 * x - 6 * y) + 6 * Math.sin(23 * y);
  if (y > 0.94) return [12, 12, 14];
  if (y < 0.08) return [236, 240, 244];
  if (y > 0.86) return [70 + street / 2, 68 + street / 2, 62 + street / 2];
  return [138 + street, 142 + street, 136 + street - 14 * y];
}

/** Paints a door with scratches, a wheel's rim, wet asphalt. */
function paintBlackCar(x: number, y: number): Rgb {
  if (Math.hypot(x - 0.8, y - 0.7) < 0.2) return [176, 178, 182];
  if (y < 0.5 && x < 0.6 && Math.sin(140 * y) > 0.93) return [206, 206, 208];
  if (y > 0.84) return [74, 74, 78];
  const shine = 14 * Math.sin(4 * x + 3 * y);
  return [42 + shine, 42 + shine, 46 + shine];
}

/** Draws a blue-grey check on wood; `thread`: pixels. */
function drawShirt(size: Size, thread: number): Raw {
  return drawPainting(size, (x, y) => {
    if (x < 0.16 || x > 0.84 || y < 0.14 || y > 0.86) return [132, 96, 66];
    const isDark = (part: number, side: number) => Math.floor((part * side) / thread) % 2 === 0;
    const dark = Number(isDark(x, size.width)) + Number(isDark(y, size.height));
    const crease = 8 * Math.sin(14 * x + 5 * y);
    return dark === 2
      ? [52 + crease, 56 + crease, 78 + crease]
      : [176 - 50 * dark + crease, 180 - 50 * dark + crease, 190 - 40 * dark + crease];
  });
}
