import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_RECIPE, type Light } from '#domain/recipes/recipe.ts';
import { measureTones } from '#imaging/analyse/analyse.ts';
import { colourAt } from '#imaging/fixtures/bench.ts';
import { DAYLIGHT, drawScene, noiseFrom } from '#imaging/fixtures/scene.ts';
import { createFilled, cropToBox, type Raw, type Rgb } from '#imaging/pixels/raw.ts';
import { applyLight } from './light.ts';
import { SHARPEN_AMOUNT, sharpen } from './sharpen.ts';

const LIGHT = DEFAULT_RECIPE.light;

function lit(raw: Raw, change: Partial<Light> = {}): Raw {
  const copy = cropToBox(raw, { x: 0, y: 0, width: raw.width, height: raw.height });
  applyLight(copy, { ...LIGHT, ...change }, { analysis: measureTones(raw), balance: null });
  return copy;
}

function darker(raw: Raw, by: number): Raw {
  return { ...raw, data: raw.data.map((v) => Math.round(v * by)) };
}

const lumaAt = (raw: Raw, x: number, y: number) => {
  const [r, g, b] = colourAt(raw, x, y);
  return 0.3 * r + 0.59 * g + 0.11 * b;
};
const meanOf = ({ data }: Raw) => data.reduce((sum, v) => sum + v, 0) / data.length;
/** Degrees around the colour wheel, and strength as share of the largest channel. */
function hueOf([r, g, b]: Rgb): number {
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
}
const strengthOf = (rgb: Rgb) => (Math.max(...rgb) - Math.min(...rgb)) / Math.max(...rgb);

test('a photo with a bright window but a dark room is brightened where it is dark', () => {
  const room = darker(drawScene(480, 360), 0.42);
  for (let y = 20; y < 90; y++) room.data.fill(250, (y * 480 + 20) * 3, (y * 480 + 90) * 3);
  const after = lit(room);
  assert.ok(lumaAt(after, 0.6, 0.3) > 1.15 * lumaAt(room, 0.6, 0.3));
  assert.ok(lumaAt(after, 0.12, 0.15) >= 249 && meanOf(after) - meanOf(room) < 60);
});

test('paint of any colour keeps its hue and its strength when it is brightened', () => {
  for (const paint of [
    [196, 40, 44],
    [30, 70, 180],
    [236, 190, 20],
    [20, 110, 60],
  ] as const) {
    const car = darker(drawScene(480, 360, { ...DAYLIGHT, paint }), 0.5);
    const [was, is] = [colourAt(car, 0.25, 0.65), colourAt(lit(car), 0.25, 0.65)];
    const off = Math.abs(((hueOf(is) - hueOf(was) + 540) % 360) - 180);
    assert.ok(off < 5, `${paint}: hue moves by ${off.toFixed(1)}°`);
    assert.ok(strengthOf(is) > 0.8 * strengthOf(was), `${paint}: ${strengthOf(was)} → ${strengthOf(is)}`);
  }
});

test('night, high key and a well lit photo stay as bright as they were', () => {
  const noise = noiseFrom(9);
  const night = createFilled({ width: 320, height: 240 }, [0, 0, 0]);
  for (let i = 0; i < night.data.length; i++) night.data[i] = 4 + Math.floor(noise() * 14);
  const studio = createFilled({ width: 320, height: 240 }, [0, 0, 0]);
  for (let i = 0; i < studio.data.length; i += 3) studio.data.fill(226 + Math.floor(noise() * 16), i, i + 3);
  assert.ok(Math.abs(meanOf(lit(night)) - meanOf(night)) < 4);
  assert.ok(meanOf(lit(studio)) >= meanOf(studio) - 2);
  const day = drawScene(480, 360);
  assert.ok(Math.abs(meanOf(lit(day)) - meanOf(day)) < 14);
});

test('what is brighter stays brighter: no tone overtakes another', () => {
  const ramp = createFilled({ width: 256, height: 64 }, [0, 0, 0]);
  for (let i = 0; i < ramp.data.length; i++) ramp.data[i] = Math.floor((Math.floor(i / 3) % 256) * 0.6);
  const after = lit(ramp, { localContrast: 0 });
  for (let x = 1; x < 256; x++) assert.ok((after.data[x * 3] as number) >= (after.data[x * 3 - 3] as number));
});

test('noise is taken out only when asked, and edges stay', () => {
  const noise = noiseFrom(4);
  const grainy = drawScene(320, 240);
  for (let i = 0; i < grainy.data.length; i++) {
    grainy.data[i] = Math.max(0, Math.min(255, (grainy.data[i] as number) + (noise() - 0.5) * 14));
  }
  const plain: Partial<Light> = { levels: 0, localContrast: 0, whiteBalance: 'off' };
  assert.deepEqual(lit(grainy, plain).data, grainy.data);
  const calm = lit(grainy, { ...plain, noise: 'light' });
  const roughness = ({ data }: Raw) => {
    let sum = 0;
    for (let x = 20; x < 200; x++)
      sum += Math.abs((data[(60 * 320 + x) * 3] as number) - (data[(60 * 320 + x + 1) * 3] as number));
    return sum;
  };
  assert.ok(roughness(calm) < 0.5 * roughness(grainy), `${roughness(grainy)} → ${roughness(calm)}`);
  const edge = (raw: Raw) => lumaAt(raw, 0.25, 0.43) - lumaAt(raw, 0.25, 0.48);
  assert.ok(edge(calm) > 0.85 * edge(grainy));
});

/** Every channel squeezed between two tones, as haze, a matte film or a grey day do. */
function faded(raw: Raw, from: number, to: number): Raw {
  return { ...raw, data: raw.data.map((v) => Math.round(from + (v * (to - from)) / 255)) };
}

test('a faded photo gets contrast, not other colours: paint is not deepened, and no channel drowns in black', () => {
  for (const paint of [
    [196, 40, 44],
    [60, 110, 150],
    [120, 92, 70],
    [236, 150, 6],
  ] as const) {
    for (const dim of [0.55, 1]) {
      const car = faded(darker(drawScene(480, 360, { ...DAYLIGHT, paint }), dim), 30, 225);
      const after = lit(car);
      const [was, is] = [colourAt(car, 0.25, 0.65), colourAt(after, 0.25, 0.65)];
      const chroma = (rgb: Rgb) => Math.max(...rgb) - Math.min(...rgb);
      const off = Math.abs(((hueOf(is) - hueOf(was) + 540) % 360) - 180);
      assert.ok(off < 2.5, `${paint} × ${dim}: hue moves by ${off.toFixed(1)}°`);
      assert.ok(chroma(is) < 1.3 * chroma(was), `${paint} × ${dim}: ${was} → ${is}`);
      assert.ok(chroma(is) > 0.85 * chroma(was), `${paint} × ${dim}: ${was} → ${is}`);
      assert.ok(lumaAt(after, 0.25, 0.65) > 0.9 * lumaAt(car, 0.25, 0.65), `${paint} × ${dim}: darker`);
    }
  }
  const orange = drawScene(480, 360, { ...DAYLIGHT, paint: [226, 130, 9] });
  const drowned = ({ data }: Raw) => data.reduce((sum, v) => sum + (v <= 1 ? 1 : 0), 0) / data.length;
  assert.ok(drowned(lit(orange)) <= drowned(orange) + 0.005);
});

test('of two shots of one thing, one a little darker, neither comes out much brighter', () => {
  let last: number | null = null;
  for (let by = 1; by > 0.12; by -= 0.02) {
    const is = lumaAt(lit(darker(drawScene(240, 180), by)), 0.6, 0.3);
    // The drawn floor, a third of the picture, turns black between two shots; no real one does at once.
    if (last !== null) assert.ok(is < last + 1.5 && is > last - 22, `at ${by.toFixed(2)}: ${last} → ${is}`);
    last = is;
  }
});

test('grain grows with the brightness, hardly more: neither contrast nor sharpening coarsens it', () => {
  for (const [by, grain, most] of [
    [1, 4, 1.25],
    [0.6, 4, 1.2],
    [0.35, 10, 1.1],
    [0.15, 4, 1.1],
    [1, 10, 1.45],
  ] as const) {
    const grainy = darker(drawScene(480, 360), by);
    const noise = noiseFrom(5);
    for (let i = 0; i < grainy.data.length; i += 3) {
      const off = grain * (noise() + noise() + noise() - 1.5);
      for (let c = 0; c < 3; c++) {
        grainy.data[i + c] = Math.max(0, Math.min(255, (grainy.data[i + c] as number) + off));
      }
    }
    const after = lit(grainy);
    sharpen(after, SHARPEN_AMOUNT.soft);
    const [was, is] = [flat(grainy), flat(after)];
    const growth = is.grain / was.grain / Math.max(1, is.mean / was.mean);
    assert.ok(growth < most, `${by}, grain ${grain}: ${growth.toFixed(2)}`);
  }
});

/** A patch of the wall: its mean, and how far its pixels are from it. */
function flat({ data, width }: Raw): { mean: number; grain: number } {
  const values: number[] = [];
  for (let y = 60; y < 84; y++)
    for (let x = 240; x < 264; x++) values.push(data[(y * width + x) * 3 + 1] as number);
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  return { mean, grain: Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length) };
}
