import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tones } from '#domain/photos/analysis.ts';
import { DEFAULT_RECIPE, type Light } from '#domain/recipes/recipe.ts';
import { measureTones } from '#imaging/analyse/analyse.ts';
import { colourAt, isNearColour } from '#imaging/fixtures/bench.ts';
import { DAYLIGHT, drawScene, noiseFrom } from '#imaging/fixtures/scene.ts';
import { createFilled, cropToBox, type Raw, type Rgb } from '#imaging/pixels/raw.ts';
import { toneFor } from './levels.ts';
import { applyLight, balanceFor } from './light.ts';
import { sharpen } from './sharpen.ts';

const LIGHT = DEFAULT_RECIPE.light;

function lit(raw: Raw, light: Light = LIGHT): Raw {
  const copy = cropToBox(raw, { x: 0, y: 0, width: raw.width, height: raw.height });
  const analysis = measureTones(raw);
  applyLight(copy, light, { analysis, balance: balanceFor(light, analysis, null) });
  return copy;
}

function tinted(raw: Raw, gains: Rgb): Raw {
  const data = raw.data.map((v, i) => Math.min(255, Math.round(v * (gains[i % 3] as number))));
  return { ...raw, data };
}

const mean = ({ data }: Raw) => data.reduce((sum, v) => sum + v, 0) / data.length;

test('a dull photo gains contrast, and its black and white stay inside the range', () => {
  const dull = tinted(drawScene(320, 240), [0.6, 0.6, 0.6]);
  const bright = lit(dull);
  const [before, after] = [measureTones(dull), measureTones(bright)];
  assert.ok(
    after.hi - after.lo > before.hi - before.lo + 15,
    `${after.hi - after.lo} from ${before.hi - before.lo}`,
  );
  assert.ok(after.hiMax <= 254);
});

test('a nearly black photo is not exploded into noise', () => {
  const noise = noiseFrom(3);
  const night = createFilled({ width: 320, height: 240 }, [0, 0, 0]);
  for (let i = 0; i < night.data.length; i++) night.data[i] = Math.floor(noise() * 7);
  for (let y = 100; y < 130; y++) night.data.fill(150, (y * 320 + 150) * 3, (y * 320 + 180) * 3);
  const after = lit(night);
  assert.ok(mean(after) - mean(night) < 1.5, `mean ${mean(night)} → ${mean(after)}`);
});

test('white goods on a light ground are not darkened', () => {
  const noise = noiseFrom(5);
  const dress = createFilled({ width: 320, height: 240 }, [0, 0, 0]);
  for (let i = 0; i < dress.data.length; i += 3) {
    const inside = Math.floor(i / 3) % 320 > 100 && Math.floor(i / 3) % 320 < 220;
    dress.data.fill((inside ? 232 : 206) + Math.floor(noise() * 12), i, i + 3);
  }
  const after = lit(dress);
  const [before, white] = [colourMean(dress, 110, 210), colourMean(after, 110, 210)];
  assert.ok(white >= before - 1, `the dress goes from ${before} to ${white}`);
});

function colourMean({ data, width, height }: Raw, from: number, to: number): number {
  let sum = 0;
  for (let y = 0; y < height; y++) for (let x = from; x < to; x++) sum += data[(y * width + x) * 3] as number;
  return sum / (height * (to - from));
}

test('by its ground a dark thing is told from a dark photo; one read before there was that figure is lifted by its middle', () => {
  const noise = noiseFrom(6);
  const coat = createFilled({ width: 320, height: 240 }, [0, 0, 0]);
  for (let i = 0; i < coat.data.length; i += 3) {
    const [x, y] = [Math.floor(i / 3) % 320, Math.floor(i / 960)];
    const isCoat = x > 50 && x < 270 && y > 10 && y < 210;
    coat.data.fill((isCoat ? 40 : 214) + Math.floor(noise() * 12), i, i + 3);
  }
  const { ground, ...old } = measureTones(coat);
  assert.ok(ground !== null && ground !== undefined && ground > 200, String(ground));
  const growth = (analysis: Tones) => (toneFor(analysis, LIGHT.levels)?.tone[44] ?? 1) - 1;
  assert.ok(Math.abs(growth({ ...old, ground })) < 0.1, `${growth({ ...old, ground })}`);
  const dim = { ...old, p90: 90 };
  assert.ok(growth(dim) > 0.3 && growth({ ...dim, ground: 60 }) > 0.3, `${growth(dim)}`);
  assert.ok(growth(old) > 0.05 && growth(old) < 0.5 * growth(dim), `beside what is lit ${growth(old)}`);
});

test('white balance takes a lamp’s cast away and is not bothered by daylight', () => {
  assert.equal(measureTones(drawScene(320, 240)).balance, null);
  const lamp = tinted(drawScene(320, 240), [1.13, 1, 0.84]);
  const balance = measureTones(lamp).balance;
  assert.ok(balance !== null && balance[0] < 0.97 && balance[2] > 1.08, String(balance));
  const [r, , b] = colourAt(lit(lamp), 0.5, 0.2);
  const [wasR, , wasB] = colourAt(lamp, 0.5, 0.2);
  assert.ok(r - b < (wasR - wasB) * 0.6, `the wall's cast goes from ${wasR - wasB} to ${r - b}`);
});

test('white balance leaves saturated paint alone', () => {
  const yellow: Rgb = [236, 190, 20];
  const close = createFilled({ width: 320, height: 240 }, yellow);
  assert.equal(measureTones(close).balance, null);
  const car = drawScene(320, 240, { ...DAYLIGHT, paint: yellow, wall: [182, 150, 60] });
  assert.equal(measureTones(car).balance, null);
  const light: Light = { ...LIGHT, levels: 0, localContrast: 0 };
  assert.ok(isNearColour(colourAt(lit(car, light), 0.25, 0.65), colourAt(car, 0.25, 0.65), 0));
});

test('beige goods in a beige room with something white in it keep their colour, and so does cloth that fills the frame', () => {
  const beige = drawScene(320, 240, {
    wall: [214, 190, 156],
    floor: [150, 128, 100],
    paint: [226, 206, 176],
  });
  assert.equal(measureTones(beige).balance, null);
  const noise = noiseFrom(11);
  const knit = createFilled({ width: 320, height: 240 }, [0, 0, 0]);
  for (let i = 0; i < knit.data.length; i += 3) {
    const shade = 0.7 + 0.25 * Math.sin(i / 90) ** 2 + 0.05 * noise();
    knit.data.set([224 * shade, 196 * shade, 158 * shade], i);
  }
  assert.equal(measureTones(knit).balance, null);
});

test('a mauve shirt on green cloth is no lamp’s work: both keep their colours', () => {
  const photo = (shirt: Rgb) => {
    const noise = noiseFrom(8);
    const raw = createFilled({ width: 320, height: 240 }, [0, 0, 0]);
    for (let i = 0; i < raw.data.length; i += 3) {
      const [x, y] = [Math.floor(i / 3) % 320, Math.floor(i / 960)];
      const shade = 0.8 + 0.2 * noise() - 0.1 * Math.sin(x / 40);
      const colour: Rgb = x > 80 && x < 230 && y > 20 && y < 220 ? shirt : [196, 204, 156];
      raw.data.set([colour[0] * shade, colour[1] * shade, colour[2] * shade], i);
    }
    return raw;
  };
  assert.equal(measureTones(photo([110, 90, 86])).balance, null);
  assert.notEqual(
    measureTones(photo([116, 106, 84])).balance,
    null,
    'a sand-coloured shirt below a greenish lamp',
  );
});

test('a room of beige and wood without anything white keeps most of its warmth', () => {
  const { warmth, after } = balanced(
    drawScene(480, 360, { wall: [206, 182, 150], floor: [128, 92, 58], paint: [186, 140, 92] }),
  );
  assert.ok(after > 0.55 * warmth, `${warmth.toFixed(2)} → ${after.toFixed(2)}`);
});

test('dusk keeps its colours: the gold that the shade does not have, and most of the blue over all', () => {
  const golden = drawScene(480, 360, { wall: [222, 190, 150], floor: [70, 72, 84], paint: [60, 62, 70] });
  assert.equal(measureTones(withoutGoods(golden)).balance, null);
  const wooden = drawScene(480, 360, { wall: [214, 190, 158], floor: [70, 70, 66], paint: [120, 84, 56] });
  assert.equal(
    measureTones(withoutGoods(wooden)).balance,
    null,
    'nor do things of wood in the shade speak for it',
  );
  const { warmth, after } = balanced(tinted(drawScene(480, 360), [0.62, 0.74, 0.92]));
  assert.ok(after < 0.45 * warmth, `${warmth.toFixed(2)} → ${after.toFixed(2)}`);
});

test('an even dusk stays about as dark as it was; what only lacks light, or has something bright in it, is lifted', () => {
  const growth = (raw: Raw) => mean(lit(raw)) / mean(raw);
  const even = withoutGoods(drawScene(480, 360));
  const dusk = tinted(even, [0.32, 0.38, 0.48]);
  assert.ok(growth(dusk) < 1.06, `dusk ×${growth(dusk).toFixed(2)}`);
  const dull = tinted(even, [0.38, 0.38, 0.38]);
  assert.ok(growth(dull) > 1.3, `dull ×${growth(dull).toFixed(2)}`);
  const lamps = tinted(even, [0.32, 0.38, 0.48]);
  for (let y = 0; y < 150; y++) lamps.data.fill(170, (y * lamps.width + 40) * 3, (y * lamps.width + 180) * 3);
  assert.ok(growth(lamps) > 1.1, `with something bright ×${growth(lamps).toFixed(2)}`);
});

/** The scene's part without its white goods. */
const withoutGoods = (raw: Raw) =>
  cropToBox(raw, { x: 0, y: 0, width: raw.width * 0.75, height: raw.height });

/** Red against blue on the wall, as it was and with the photo's own balance. */
function balanced(raw: Raw): { warmth: number; after: number } {
  const photo = withoutGoods(raw);
  const warmth = ([r, , b]: Rgb) => Math.log(r / b);
  const light: Light = { ...LIGHT, levels: 0, localContrast: 0 };
  return { warmth: warmth(colourAt(photo, 0.5, 0.2)), after: warmth(colourAt(lit(photo, light), 0.5, 0.2)) };
}

test('one balance for the batch replaces the photo’s own; switched off means off', () => {
  const own = { ...measureTones(drawScene(64, 48)), balance: [0.9, 1, 1.1] as const };
  const batchBalance: Rgb = [0.95, 1, 1.05];
  assert.deepEqual(balanceFor(LIGHT, own, batchBalance), [0.9, 1, 1.1]);
  assert.deepEqual(balanceFor({ ...LIGHT, sameForLot: true }, own, batchBalance), batchBalance);
  assert.equal(balanceFor({ ...LIGHT, sameForLot: true }, own, null), null);
  assert.equal(balanceFor({ ...LIGHT, whiteBalance: 'off', sameForLot: true }, own, batchBalance), null);
});

test('saturation 0 keeps every colour, −30 and 30 move it the right way, grey stays grey', () => {
  const only = (saturation: number): Light => ({
    levels: 0,
    whiteBalance: 'off',
    sameForLot: false,
    localContrast: 0,
    noise: 'off',
    saturation,
  });
  const photo = drawScene(160, 120);
  assert.deepEqual(lit(photo, only(0)).data, photo.data);
  const spread = (raw: Raw) =>
    Math.max(...colourAt(raw, 0.25, 0.65)) - Math.min(...colourAt(raw, 0.25, 0.65));
  assert.ok(spread(lit(photo, only(30))) > spread(photo) && spread(lit(photo, only(-30))) < spread(photo));
  assert.deepEqual(lit(createFilled({ width: 4, height: 4 }, [90, 90, 90]), only(30)).data[0], 90);
});

test('the transparent part of a cut-out says nothing about its light', () => {
  const goods = drawScene(160, 120);
  const data = new Uint8Array(320 * 120 * 4);
  for (let y = 0; y < 120; y++) {
    for (let x = 0; x < 160; x++) {
      data.set(goods.data.subarray((y * 160 + x) * 3, (y * 160 + x) * 3 + 3), (y * 320 + x) * 4);
      data[(y * 320 + x) * 4 + 3] = 255;
    }
  }
  const cutOut = measureTones({ data, width: 320, height: 120, channels: 4 });
  assert.ok(Math.abs(cutOut.p50 - measureTones(goods).p50) <= 2);
  assert.ok(measureTones({ data: new Uint8Array(16), width: 2, height: 2, channels: 4 }).balance === null);
});

test('sharpening steepens an edge, leaves faint noise alone and moves no colour towards another', () => {
  const edge = createFilled({ width: 9, height: 9 }, [80, 60, 40]);
  for (let y = 0; y < 9; y++) for (let x = 5; x < 9; x++) edge.data.set([160, 140, 120], (y * 9 + x) * 3);
  const sharp = cropToBox(edge, { x: 0, y: 0, width: 9, height: 9 });
  sharpen(sharp, 1);
  const at = (raw: Raw, x: number) => [...raw.data.subarray((4 * 9 + x) * 3, (4 * 9 + x) * 3 + 3)];
  assert.ok((at(sharp, 4)[0] as number) < 80 && (at(sharp, 5)[0] as number) > 160);
  const [r, g, b] = at(sharp, 5) as [number, number, number];
  assert.deepEqual([r - g, g - b], [20, 20]);
  const faint = createFilled({ width: 9, height: 9 }, [100, 100, 100]);
  faint.data.fill(102, (4 * 9 + 4) * 3, (4 * 9 + 5) * 3);
  const before = [...faint.data];
  sharpen(faint, 1);
  assert.deepEqual([...faint.data], before);
});
