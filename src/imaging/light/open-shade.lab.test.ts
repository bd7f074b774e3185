import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeLuma } from '#domain/photos/quality.ts';
import { DEFAULT_RECIPE, type Light } from '#domain/recipes/recipe.ts';
import { measureTones } from '#imaging/analyse/analyse.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import { type Backlit, type BacklitLook, drawBacklit, SHADED_CAR } from '#imaging/fixtures/backlit.ts';
import { knownObject } from '#imaging/fixtures/objects.ts';
import { carSample, PLATE_KINDS } from '#imaging/fixtures/plate-photos.ts';
import { drawTilted, LEVEL_ROOMS, OTHER_PICTURES } from '#imaging/fixtures/rooms.ts';
import { DAYLIGHT, drawScene } from '#imaging/fixtures/scene.ts';
import { drawnVehicle } from '#imaging/fixtures/vehicle.ts';
import { createFilled, cropToBox, type Raw, type Size } from '#imaging/pixels/raw.ts';
import { applyLight } from './light.ts';

const LIGHT = DEFAULT_RECIPE.light;
const SMALL: Size = { width: 360, height: 240 };
const VAN: BacklitLook = {
  thing: 'van',
  paint: [214, 214, 208],
  glass: 'tinted',
  shade: 0.22,
  sky: [178, 180, 184],
};
const LOOKS: Readonly<Record<string, BacklitLook>> = {
  'a red car': SHADED_CAR,
  'a white van under a grey sky': VAN,
  'a blue car in deep shade': { ...SHADED_CAR, paint: [60, 96, 170], shade: 0.16 },
};

/** Lights a photo; without the figure as before there was one. `read`: the photo that was read, if this is a smaller copy. */
function litPhoto(
  raw: Raw,
  { isOld = false, read = raw, ...change }: Partial<Light> & { isOld?: boolean; read?: Raw } = {},
): Raw {
  const copy = cropToBox(raw, { x: 0, y: 0, width: raw.width, height: raw.height });
  const { backlight, ...analysis } = measureTones(read);
  const known = isOld ? analysis : { ...analysis, backlight };
  applyLight(copy, { ...LIGHT, ...change }, { analysis: known, balance: null });
  return copy;
}

function readLuma({ data, channels }: Raw, i: number): number {
  return computeLuma(data[i * channels] ?? 0, data[i * channels + 1] ?? 0, data[i * channels + 2] ?? 0);
}

/** Returns the mean over what is wholly in the mask. */
function meanWithin(raw: Raw, mask: Mask): number {
  let [sum, count] = [0, 0];
  for (const [i, share] of mask.data.entries()) {
    if (share < 255) continue;
    sum += readLuma(raw, i);
    count++;
  }
  return sum / count;
}

function countBlown(raw: Raw, mask: Mask): number {
  return [...mask.data.keys()].filter((i) => mask.data[i] === 255 && readLuma(raw, i) > 250).length;
}

for (const [name, look] of Object.entries(LOOKS)) {
  test(`${name} before a bright sky is opened, and the sky stays as it was`, () => {
    const { picture, object, sky } = drawBacklit(look, SMALL);
    const old = litPhoto(picture, { isOld: true });
    const opened = litPhoto(picture);
    const [was, after] = [meanWithin(picture, object), meanWithin(opened, object)];
    assert.ok(after > 1.7 * was, `the object: ${was} → ${after}, was ${meanWithin(old, object)}`);
    assert.ok(meanWithin(litPhoto(picture, { levels: 25 }), object) < after - 4, 'less where less is asked');
    const skies = [picture, opened, old].map((raw) => meanWithin(raw, sky)) as [number, number, number];
    assert.ok(skies[1] > skies[0] - 3 && skies[1] < skies[2] + 2, `the sky: ${skies}`);
    assert.ok(countBlown(opened, sky) <= countBlown(old, sky));
  });
}

for (const [name, size] of [
  ['a small photo', SMALL],
  ['a large photo', { width: 1080, height: 720 }],
] as const)
  test(`${name} has no halo: from a door through the roof into the sky it only gets brighter`, () => {
    for (const sky of [178, 236] as const) {
      const drawn = drawBacklit({ ...VAN, sky: [sky, sky, sky] }, size);
      // Local contrast, which follows, has edges of its own.
      for (const light of [{ localContrast: 0 }, { localContrast: 0, levels: 100 }]) {
        let most = 0;
        for (const [n, value] of readRoofProfile(litPhoto(drawn.picture, light), drawn).entries()) {
          assert.ok(value > 0.94 * most, `sky ${sky}, at ${n}: ${most} → ${value}`);
          most = Math.max(most, value);
        }
      }
    }
  });

/** Returns means of rows over a part of the roof, upwards: half of them the door, half the sky. */
function readRoofProfile(raw: Raw, { object }: Backlit): number[] {
  const { width, height } = raw;
  const [left, right] = [Math.round(0.67 * width), Math.round(0.73 * width)];
  let roof = 0;
  while (object.data[roof * width + left] === 0) roof++;
  const reach = Math.round(0.2 * height);
  return Array.from({ length: 2 * reach }, (_, n) => {
    const y = roof + reach - n;
    let sum = 0;
    for (let x = left; x < right; x++) sum += readLuma(raw, y * width + x);
    return sum / (right - left);
  });
}

test('a dark room with a bright window is opened as well', () => {
  const room = darkened(drawScene(SMALL.width, SMALL.height), 0.25);
  const at = (x: number, y: number) => y * SMALL.width + x;
  for (let y = 0; y < 138; y++) room.data.fill(246, 3 * at(36, y), 3 * at(180, y));
  const [before, after] = [litPhoto(room, { isOld: true }), litPhoto(room)];
  const [wall, floor] = [at(300, 60), at(250, 210)];
  for (const place of [wall, floor])
    assert.ok(
      readLuma(after, place) > 1.3 * readLuma(before, place),
      `${readLuma(room, place)}: ${readLuma(before, place)} → ${readLuma(after, place)}`,
    );
});

function darkened(raw: Raw, by: number): Raw {
  return { ...raw, data: raw.data.map((v) => Math.round(v * by)) };
}

test('a small preview shows the same light as the file', () => {
  const large = drawBacklit(SHADED_CAR, { width: 1080, height: 720 }).picture;
  const { width, height } = large;
  const size = { width: width / 3, height: height / 3 };
  const [file, small] = [litPhoto(large), litPhoto(shrunkToThird(large), { read: large })];
  const shown = shrunkToThird(file);
  let [sum, most] = [0, 0];
  for (let i = 0; i < size.width * size.height; i++) {
    const off = Math.abs(readLuma(shown, i) - readLuma(small, i));
    sum += off;
    most = Math.max(most, off);
  }
  assert.ok(
    sum / (size.width * size.height) < 1.5 && most < 40,
    `${sum / (size.width * size.height)}, at most ${most}`,
  );
});

function shrunkToThird({ data, width, height }: Raw): Raw {
  const [w, h] = [width / 3, height / 3];
  const small = new Uint8Array(w * h * 3);
  for (let i = 0; i < small.length; i++) {
    const [c, x, y] = [i % 3, Math.floor(i / 3) % w, Math.floor(i / 3 / w)];
    let sum = 0;
    for (let n = 0; n < 9; n++)
      sum += data[((3 * y + Math.floor(n / 3)) * width + 3 * x + (n % 3)) * 3 + c] ?? 0;
    small[i] = Math.round(sum / 9);
  }
  return { data: small, width: w, height: h, channels: 3 };
}

/** Draws a thing and its ground, in lumas; the lowest fifth is floor. */
function drawThing(thing: number, ground: number, floor = ground): Raw {
  const raw = createFilled(SMALL, [ground, ground, ground]);
  const dice = drawScene(SMALL.width, SMALL.height);
  for (let i = 0; i < raw.data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % SMALL.width, Math.floor(i / 3 / SMALL.width)];
    const value = x > 108 && x < 252 && y > 20 && y < 150 ? thing : y > 190 ? floor : ground;
    raw.data[i] = value + ((dice.data[i] ?? 0) % 5);
  }
  return raw;
}

test('a photo that was not taken against the light comes out byte for byte as before', () => {
  const photos: Record<string, Raw> = {
    'a day': drawScene(SMALL.width, SMALL.height),
    'a dull day': darkened(drawScene(SMALL.width, SMALL.height), 0.5),
    'a dark room': darkened(drawScene(SMALL.width, SMALL.height), 0.25),
    'yellow paint': drawScene(SMALL.width, SMALL.height, { ...DAYLIGHT, paint: [236, 190, 20] }),
    'black on white': drawThing(32, 228),
    'a black jacket before a wall, over a wooden floor': drawThing(32, 214, 96),
    'white shoes on a dark rug': drawThing(206, 44),
    'a shirt': knownObject('shirt', 'sheet', { size: SMALL }).picture,
    'a crate': knownObject('crate', 'street', { size: SMALL }).picture,
    'a black car under trees': drawnVehicle({ thing: 'car', paint: [26, 26, 28], glass: 'tinted' }, SMALL)
      .picture,
    'a night': darkened(drawScene(SMALL.width, SMALL.height), 0.08),
  };
  for (const kind of PLATE_KINDS) photos[`plate, ${kind}`] = carSample(kind, 5, { size: SMALL }).picture;
  for (const [room, drawing] of Object.entries({ ...LEVEL_ROOMS, ...OTHER_PICTURES }))
    photos[room] = drawTilted(drawing, 1, SMALL);
  for (const [name, photo] of Object.entries(photos)) {
    assert.equal(measureTones(photo).backlight, null, name);
    assert.deepEqual(litPhoto(photo).data, litPhoto(photo, { isOld: true }).data, name);
  }
});

test('with the light switched off a backlit photo stays as it came', () => {
  const { picture } = drawBacklit(SHADED_CAR, SMALL);
  assert.deepEqual(litPhoto(picture, { levels: 0, localContrast: 0 }).data, picture.data);
});
