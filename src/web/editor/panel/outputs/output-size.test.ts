import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '#domain/recipes/geometry.ts';
import { DEFAULT_CUSTOM, type OutputChoice } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { AUTOVIT, SOME_PRESETS } from '#testing/presets.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import {
  deliveredSize,
  findCrop,
  formatOutputBadge,
  isGroundKeptIn,
  measureShownLook,
  sizeIn,
} from '#web/editor/panel/outputs/output-size.ts';

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

const any = { least: 0.25, most: 4 };
const square = { least: 1, most: 1 };
const placed = (key: string, aspects: { least: number; most: number }): Preset => ({
  ...AUTOVIT,
  key,
  label: key,
  renditions: AUTOVIT.renditions.map((each) => ({
    ...each,
    ...(aspects === square && { height: each.width }),
    pad: 'blur',
    aspects,
  })),
});
const presets = [placed('any', any), placed('square', square)];
const around = { recipe: DEFAULT_RECIPE, overrides: NO_OVERRIDES, presets };
const seen = (matter: Box | null, change: Partial<EditablePhoto> = {}) => ({
  width: 3000,
  height: 2000,
  plates: [],
  plateSuggestions: null,
  cutout: null,
  signs: { tilt: null, balance: null, matter },
  ...change,
});
const buildCutout = (subject: Box) => ({
  id: 'cut_1',
  engine: 'auto',
  confidence: 1,
  sure: true,
  approved: false,
  subject,
});
const output = (preset: string): OutputChoice => ({ kind: 'preset', preset });
const middle = { x: 0.25, y: 0.2, width: 0.5, height: 0.6 };
const wide = { x: 0.01, y: 0.2, width: 0.98, height: 0.6 };

test('a place that takes any shape gets no margin, and what it cuts off is known before the start', () => {
  assert.equal(sizeIn(seen(wide), output('any'), around)?.margin, 0);
  assert.equal(findCrop(seen(wide), output('any'), around), null);
  const cut = findCrop(seen(middle), output('any'), around);
  assert.ok(cut && Math.abs(cut.left.width - 8 / 9) < 1e-6 && cut.left.height === 1);
  assert.ok(Math.abs(cut.aspect - 4 / 3) < 1e-6);
});

test('a ground around a photo in a fixed shape is counted, unless it was asked for or lies behind a cut-out object', () => {
  const margin = (photo: ReturnType<typeof seen>, change: Partial<Recipe> = {}) =>
    sizeIn(photo, output('square'), { ...around, recipe: { ...DEFAULT_RECIPE, ...change } })?.margin ?? -1;
  assert.ok(Math.abs(margin(seen(wide)) - 1 / 3) < 0.01);
  assert.ok(margin(seen(wide), { around: 'white' }) > 0.3);
  assert.equal(margin(seen(middle)), 0);
  const background = { ...DEFAULT_RECIPE.background, kind: 'white' } as const;
  assert.equal(margin(seen(wide, { cutout: buildCutout(wide) } as never), { background }), 0);
  assert.equal(margin(seen(wide), { crop: '1:1', cropBy: 'margins' }), 0);
});

test('a file whose ratio is reached by a new ground is said as large as it is delivered', () => {
  const photo = seen(null, { id: 'pho_1', cutout: buildCutout(wide) } as never) as EditablePhoto;
  const background = { ...DEFAULT_RECIPE.background, kind: 'white' } as const;
  const badge = (change: Partial<Recipe>) =>
    formatOutputBadge(photo, olx, {
      ...around,
      presets: SOME_PRESETS,
      recipe: { ...DEFAULT_RECIPE, ...change },
    });
  assert.equal(badge({ crop: '1:1', background }), badge({ crop: '1:1', cropBy: 'margins', background }));
  assert.equal(badge({ crop: '1:1', background }), 'OLX 1200×1200');
});

test('a file that grows around its object in a scene is said as large as it is delivered', () => {
  const cutout = buildCutout({ x: 0.05, y: 0.05, width: 0.9, height: 0.9 });
  const photo = seen(null, { id: 'pho_1', width: 1000, height: 750, cutout } as never) as EditablePhoto;
  const recipe: Recipe = {
    ...DEFAULT_RECIPE,
    background: { ...DEFAULT_RECIPE.background, kind: 'scene', scene: 'showroom-dark' },
  };
  const batch = { photoIds: ['pho_1'], photos: { pho_1: photo }, exceptions: {} };
  const lotLook = measureShownLook(batch, recipe);
  const grown = { ...around, presets: SOME_PRESETS, recipe, lotLook };
  assert.equal(formatOutputBadge(photo, olx, grown), 'OLX 1098×823');
  assert.equal(measureShownLook(batch, DEFAULT_RECIPE), null);
});

test('a place whose form has no edge for one that cuts the object off keeps the ground, and is known before the start', () => {
  const through = { x: 0, y: 0.3, width: 1, height: 0.3 };
  const photo = seen(null, { id: 'pho_1', cutout: buildCutout(through) } as never) as EditablePhoto;
  const background = { ...DEFAULT_RECIPE.background, kind: 'white' } as const;
  const recipe: Recipe = { ...DEFAULT_RECIPE, background };
  const lotLook = measureShownLook({ photoIds: ['pho_1'], photos: { pho_1: photo }, exceptions: {} }, recipe);
  const shown = { ...around, presets: SOME_PRESETS, recipe, lotLook };
  const both = { x: 0, y: 0, width: 1, height: 1 };
  const whole = { x: 0.2, y: 0.3, width: 0.6, height: 0.3 };
  const isKept = (subject: Box) =>
    isGroundKeptIn({ ...photo, cutout: buildCutout(subject) } as never, output('autovit'), shown);
  assert.deepEqual([isKept(both), isKept(whole)], [true, false]);
  assert.equal(isGroundKeptIn({ ...photo, cutout: null }, output('autovit'), shown), false);
});

test('a ground is not said to stay because of the corners of a box that straightening turns out of the photo', () => {
  const background = { ...DEFAULT_RECIPE.background, kind: 'white' } as const;
  const recipe: Recipe = { ...DEFAULT_RECIPE, background, straighten: 'auto' };
  const keeps = (tilt: number | null, subject: Box) => {
    const cutout = buildCutout(subject);
    const photo = seen(null, {
      id: 'pho_1',
      cutout,
      signs: { tilt, balance: null, matter: null },
    } as never) as EditablePhoto;
    const lotLook = measureShownLook(
      { photoIds: ['pho_1'], photos: { pho_1: photo }, exceptions: {} },
      recipe,
    );
    return isGroundKeptIn(photo, output('autovit'), { ...around, presets: SOME_PRESETS, recipe, lotLook });
  };
  const wide = { x: 0, y: 0.01, width: 1, height: 0.98 };
  const all = { x: 0, y: 0, width: 1, height: 1 };
  for (const tilt of [null, 1, 3, -3]) assert.deepEqual([keeps(tilt, wide), keeps(tilt, all)], [false, true]);
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

test('white round a small photo is no pixels of it: they are known before the start as they are on the file', () => {
  const white = { ...DEFAULT_CUSTOM, width: 1500, height: 1500, fit: 'contain', pad: 'white' } as const;
  const output: OutputChoice = { kind: 'custom', custom: white };
  const given = (photo: { width: number; height: number }) => {
    const { width, photoSide } = deliveredSize({
      photo,
      output,
      recipe: DEFAULT_RECIPE,
      presets: SOME_PRESETS,
    });
    return [width, photoSide];
  };
  assert.deepEqual(given({ width: 480, height: 640 }), [1500, 640]);
  assert.deepEqual(given(phone), [1500, 1500]);
});
