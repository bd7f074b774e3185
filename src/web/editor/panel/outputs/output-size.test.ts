import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_CUSTOM, type OutputChoice } from '#domain/recipes/outputs.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { SOME_PRESETS } from '#testing/presets.ts';
import { deliveredSize } from '#web/editor/panel/outputs/output-size.ts';

const phone = { width: 4000, height: 3000 };
const olx: OutputChoice = { kind: 'preset', preset: 'olx' };
const size = (photo: { width: number; height: number }, output: OutputChoice, change = {}) => {
  const { width, height } = deliveredSize({
    photo,
    recipe: { ...DEFAULT_RECIPE, ...change },
    output,
    presets: SOME_PRESETS,
  });
  return `${width}×${height}`;
};

test('a photo fits inside what the platform takes and keeps its shape', () => {
  assert.equal(size(phone, olx), '1600×1200');
  assert.equal(size({ width: 3000, height: 4000 }, olx), '900×1200');
  assert.equal(size({ width: 3000, height: 2000 }, olx), '1600×1067');
});

test('an upright photo leaves wide margins in a landscape file, one that lies none', () => {
  const recipe = DEFAULT_RECIPE;
  const custom = { ...DEFAULT_CUSTOM, width: 1600, height: 1200, fit: 'contain' } as const;
  const output: OutputChoice = { kind: 'custom', custom };
  const margin = (photo: { width: number; height: number }) =>
    deliveredSize({ photo, recipe, output, presets: SOME_PRESETS }).margin;
  assert.ok(margin({ width: 3000, height: 4000 }) > 0.4);
  assert.ok(margin(phone) < 0.01);
});

test('nothing is enlarged', () => {
  assert.equal(size({ width: 1000, height: 667 }, olx), '1000×667');
  assert.equal(size({ width: 1000, height: 1000 }, { kind: 'preset', preset: 'autovit' }), '1000×750');
});

test('turns and crops come first; margins fill up to the exact size', () => {
  assert.equal(size(phone, olx, { rotate: 90 }), '900×1200');
  assert.equal(size(phone, olx, { crop: '1:1' }), '1200×1200');
  const custom = { ...DEFAULT_CUSTOM, width: 800, height: 600, fit: 'contain' } as const;
  assert.equal(size({ width: 500, height: 500 }, { kind: 'custom', custom }), '800×600');
});
