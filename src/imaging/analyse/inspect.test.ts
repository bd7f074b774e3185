import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitsApart } from '#domain/recipes/checks.ts';
import { readShownPixels, toSharp } from '#imaging/fixtures/bench.ts';
import { drawTilted, LEVEL_ROOMS, OTHER_PICTURES } from '#imaging/fixtures/rooms.ts';
import { DAYLIGHT, drawScene } from '#imaging/fixtures/scene.ts';
import { cropToBox, type Raw } from '#imaging/pixels/raw.ts';
import { countDraws } from '#testing/draws.ts';
import { measureSigns } from './inspect.ts';

/** Locally every third of the angles is tried. */
const EVERY = countDraws({ local: 3, ci: 1 });
const listTried = (angles: readonly number[]) => angles.filter((_, i) => i % EVERY === 0);

test('a room shot askew is proposed to be turned level, to a quarter of a degree', async () => {
  for (const [name, room] of Object.entries(LEVEL_ROOMS)) {
    for (const angle of listTried([-4.5, -2, 0.8, 3.3])) {
      const { tilt } = await measureSigns(drawTilted(room, angle));
      assert.ok(tilt !== null && Math.abs(tilt - angle) <= 0.25, `${name} by ${angle}°: ${tilt}`);
    }
  }
});

test('a level picture, or one tilted more than a shaky hand does, is left as it is', async () => {
  for (const [name, room] of Object.entries(LEVEL_ROOMS)) {
    for (const angle of listTried([0, 0.2, -5.6, 9])) {
      assert.equal((await measureSigns(drawTilted(room, angle))).tilt, null, `${name} by ${angle}°`);
    }
  }
});

test('faces, round things, perspective, the pattern of a cloth and a single slanting edge propose nothing', async () => {
  for (const [name, picture] of Object.entries(OTHER_PICTURES)) {
    for (const angle of listTried([-3, 0, 2])) {
      assert.equal((await measureSigns(drawTilted(picture, angle))).tilt, null, `${name} by ${angle}°`);
    }
  }
});

const blurred = async (raw: Raw, sigma: number) =>
  readShownPixels(await toSharp(raw).blur(sigma).png().toBuffer());

test('a blurred photo measures far below a sharp one, and one that is sharp in a corner counts as sharp', async () => {
  const sharpOne = drawScene(1200, 900);
  const { sharpness } = await measureSigns(sharpOne);
  const blur = await blurred(sharpOne, 4);
  const soft = (await measureSigns(blur)).sharpness;
  assert.ok(sharpness !== null && soft !== null && sharpness > 120 && soft < 30, `${sharpness} and ${soft}`);
  for (let y = 0; y < 900; y++) {
    blur.data.set(sharpOne.data.subarray(y * 3600 + 1800, (y + 1) * 3600), y * 3600 + 1800);
  }
  assert.ok(((await measureSigns(blur)).sharpness ?? 0) > 120);
});

test('a picture of one tone has nothing to be compared by', async () => {
  assert.equal((await measureSigns(drawTilted(() => 90, 0, { width: 320, height: 240 }))).dhash, null);
});

test('the fingerprint of the same picture smaller, brighter or trimmed is near; that of another one is not', async () => {
  const photo = drawScene(1200, 900);
  const hashOf = async (raw: Raw) => (await measureSigns(raw)).dhash ?? '';
  const hash = await hashOf(photo);
  assert.match(hash, /^[0-9a-f]{16}$/);
  const small = await readShownPixels(await toSharp(photo).resize(500).jpeg({ quality: 60 }).toBuffer());
  const brighter = { ...photo, data: photo.data.map((v) => Math.min(255, v * 1.12)) };
  const trimmed = cropToBox(photo, { x: 18, y: 14, width: 1164, height: 872 });
  const other = drawTilted(LEVEL_ROOMS.shelves, 0);
  assert.ok(bitsApart(hash, await hashOf(small)) <= 8);
  assert.ok(bitsApart(hash, await hashOf(brighter)) <= 8);
  assert.ok(bitsApart(hash, await hashOf(trimmed)) <= 12);
  assert.ok(bitsApart(hash, await hashOf(other)) > 12);
  const repainted = drawScene(1200, 900, { ...DAYLIGHT, paint: [30, 60, 150] });
  assert.ok(bitsApart(hash, await hashOf(repainted)) > 0);
});
