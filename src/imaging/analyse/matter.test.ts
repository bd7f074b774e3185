import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Box } from '#domain/recipes/geometry.ts';
import { drawWholeThing } from '#imaging/fixtures/whole-things.ts';
import { createFilled, type Raw } from '#imaging/pixels/raw.ts';
import { drawRows } from '#testing/draws.ts';
import { measureSigns } from './inspect.ts';

async function matterIn(picture: Raw): Promise<Box | null> {
  return (await measureSigns(picture)).matter ?? null;
}

function paint(
  { data, width }: Raw,
  { x, y, width: across, height: down }: Box,
  ink: readonly number[],
): void {
  for (let v = y; v < y + down; v++) for (let u = x; u < x + across; u++) data.set(ink, (v * width + u) * 3);
}

function getBoardTone(x: number, y: number): readonly number[] {
  const tone = 150 + 22 * Math.sin(x / 9 + 3 * Math.sin(y / 90)) + (x % 96 < 3 ? -50 : 0);
  return [tone + 24, tone, tone - 26];
}

function getCarpetTone(x: number, y: number): readonly number[] {
  const tone = 160 + 26 * Math.sin(x / 7) * Math.sin(y / 11) + 20 * Math.sin((x + y) / 23);
  return [tone + 12, tone, tone - 22];
}

const WALL = { width: 640, height: 480 };

describe('the part of a photo that stands out from its edges', () => {
  test('holds the whole thing, on a street, a table, a sheet and a yard', async () => {
    for (const seed of drawRows([1, 2, 4, 6, 7, 8, 12], 2)) {
      const { picture, box } = drawWholeThing(seed);
      const matter = await matterIn(picture);
      assert.ok(matter, `${seed}`);
      const air = 0.02;
      assert.ok(
        matter.x < box.x + air && matter.y < box.y + air,
        `${seed}: ${JSON.stringify({ matter, box })}`,
      );
      assert.ok(matter.x + matter.width > box.x + box.width - air, `${seed}: right`);
      assert.ok(matter.y + matter.height > box.y + box.height - air, `${seed}: bottom`);
    }
  });

  test('a thing that the photo cuts below still stands out from the left and the right', async () => {
    const picture = createFilled(WALL, [206, 200, 192]);
    paint(picture, { x: 240, y: 120, width: 120, height: 360 }, [60, 80, 130]);
    const matter = await matterIn(picture);
    assert.ok(matter);
    const expected = { x: 0.375, y: 0.25, width: 0.1875, height: 0.68 };
    for (const side of ['x', 'y', 'width', 'height'] as const)
      assert.ok(Math.abs(matter[side] - expected[side]) < 0.02, JSON.stringify(matter));
  });

  test('a ground with a texture of its own, boards or a carpet, is no part of the thing on it', async () => {
    for (const tone of [getBoardTone, getCarpetTone]) {
      const picture = createFilled({ width: 480, height: 640 }, [0, 0, 0]);
      for (let y = 0, at = 0; y < 640; y++)
        for (let x = 0; x < 480; x++, at += 3) picture.data.set(tone(x, y), at);
      for (const x of [130, 250]) paint(picture, { x, y: 240, width: 100, height: 220 }, [52, 60, 86]);
      const matter = await matterIn(picture);
      assert.ok(matter);
      const { x, y, width, height } = matter;
      const found = JSON.stringify(matter);
      assert.ok(x > 0.1 && x < 0.27 && x + width > 0.73 && x + width < 0.88, found);
      assert.ok(y > 0.2 && y < 0.375 && y + height > 0.72 && y + height < 0.88, found);
    }
  });

  test('a pale shirt on boards or a carpet is kept whole, however dark its print is', async () => {
    for (const tone of [getBoardTone, getCarpetTone]) {
      const picture = createFilled(WALL, [0, 0, 0]);
      for (let y = 0, at = 0; y < 480; y++)
        for (let x = 0; x < 640; x++, at += 3) picture.data.set(tone(x, y), at);
      const pale = [188, 180, 160];
      paint(picture, { x: 180, y: 60, width: 280, height: 380 }, pale);
      paint(picture, { x: 60, y: 60, width: 520, height: 110 }, pale);
      paint(picture, { x: 230, y: 110, width: 190, height: 200 }, [30, 28, 32]);
      const matter = await matterIn(picture);
      assert.ok(matter);
      const { x, y, width, height } = matter;
      const found = JSON.stringify(matter);
      assert.ok(x <= 60 / 640 && x + width >= 580 / 640, found);
      assert.ok(y <= 60 / 480 && y + height >= 440 / 480, found);
    }
  });

  test('light that falls off over a wall is not taken for a thing, a faint thing is', async () => {
    const picture = createFilled(WALL, [0, 0, 0]);
    for (let y = 0; y < 480; y++)
      for (let x = 0; x < 640; x++)
        picture.data.fill(228 - 0.06 * x, (y * 640 + x) * 3, (y * 640 + x) * 3 + 3);
    assert.equal(await matterIn(picture), null);
    for (let y = 200; y < 300; y++)
      for (let x = 250; x < 400; x++) {
        const at = (y * 640 + x) * 3;
        picture.data.fill((picture.data[at] ?? 0) - 22, at, at + 3);
      }
    const matter = await matterIn(picture);
    assert.ok(matter && Math.abs(matter.x - 250 / 640) < 0.02 && Math.abs(matter.width - 150 / 640) < 0.03);
  });
});
