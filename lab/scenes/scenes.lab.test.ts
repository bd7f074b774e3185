import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { SCENES } from '#domain/recipes/background.ts';
import { renderScene, SCENE_KINDS, type SceneOptions } from './render-scene.ts';

const small: SceneOptions = { kind: 'car', seed: 3, width: 640, height: 480, dull: true };

async function exifText(photo: Buffer): Promise<string> {
  const { exif } = await sharp(photo).metadata();
  return exif?.toString('latin1') ?? '';
}

test('the same seed gives the same bytes, another seed another picture', async () => {
  const first = await renderScene(small);
  assert.ok(first.equals(await renderScene(small)));
  assert.ok(!first.equals(await renderScene({ ...small, seed: 4 })));
});

test('a photo says when it was taken, and neither what took it nor where', async () => {
  const photo = await renderScene({ ...small, takenAt: '2026:11:18 12:04:00' });
  const text = await exifText(photo);
  assert.ok(text.includes('2026:11:18 12:04:00'));
  const { orientation } = await sharp(photo).metadata();
  assert.equal(orientation, 1);
  assert.ok(!text.includes('N\0'), 'no latitude reference');
});

test('asked for, a photo tells its place', async () => {
  const plain = await exifText(await renderScene(small));
  const withGps = await exifText(await renderScene({ ...small, gps: true }));
  assert.ok(withGps.length > plain.length + 60);
  assert.ok(withGps.includes('N\0') && withGps.includes('E\0'));
});

test('held upright, the pixels lie on their side and the orientation puts them back', async () => {
  const upright: SceneOptions = { ...small, kind: 'chair', width: 480, height: 640, format: 'jpeg' };
  const turned = await renderScene({ ...upright, orientation: 6 });
  const { width, height, orientation } = await sharp(turned).metadata();
  assert.deepEqual([width, height, orientation], [640, 480, 6]);
  const shown = await sharp(turned).autoOrient().raw().toBuffer();
  const straight = await sharp(await renderScene(upright))
    .raw()
    .toBuffer();
  let difference = 0;
  for (let i = 0; i < shown.length; i += 1) difference += Math.abs((shown[i] ?? 0) - (straight[i] ?? 0));
  assert.ok(difference / shown.length < 4, 'the same picture but for its encoding');
});

for (const kind of SCENE_KINDS) {
  test(`a ${kind} weighs per megapixel what a phone's photo does, dull or bright`, async () => {
    for (const dull of [true, false]) {
      const photo = await renderScene({ kind, seed: 11, width: 1200, height: 900, dull });
      const perMegapixel = photo.length / 1.08 / 1e6;
      assert.ok(perMegapixel >= 0.17 && perMegapixel <= 0.24, `${perMegapixel.toFixed(3)} MB per megapixel`);
    }
  });
}

test('an empty scene of the editor holds nothing: its light alone', async () => {
  const folder = fileURLToPath(new URL('../../src/web/assets/scenes/', import.meta.url));
  const unevenness = async (path: string) => {
    const { channels } = await sharp(join(folder, path)).stats();
    return Math.max(...channels.map(({ stdev }) => stdev));
  };
  for (const scene of SCENES) {
    assert.ok((await unevenness(`empty/${scene}.webp`)) < 10, scene);
    assert.ok((await unevenness(`${scene}.webp`)) > 10, scene);
  }
});
