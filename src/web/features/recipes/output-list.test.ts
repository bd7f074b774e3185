import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_CUSTOM, DEFAULT_OUTPUTS } from '#domain/recipes/outputs.ts';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import {
  addCustom,
  changeCustom,
  isRepeated,
  outputBadge,
  overlaysLeftOut,
  shapeIn,
  togglePreset,
} from '#web/features/recipes/output-list.ts';

describe('where the lot is published', () => {
  it('switches a marketplace on and off and keeps the others', () => {
    const both = togglePreset(DEFAULT_OUTPUTS, 'autovit');
    assert.deepEqual(both.map(outputBadge), ['OLX 1600×1200', 'Autovit 1920×1440']);
    assert.deepEqual(togglePreset(both, 'olx').map(outputBadge), ['Autovit 1920×1440']);
  });

  it('takes formats of one’s own, each with its own figures', () => {
    const two = changeCustom(addCustom(addCustom([])), 1, { width: 800, height: 600 });
    assert.deepEqual(two.map(outputBadge), ['Alt format 1200×1200', 'Alt format 800×600']);
    assert.equal(isRepeated(addCustom(addCustom([])), 1), true);
    assert.equal(isRepeated(two, 1), false);
    assert.deepEqual(two[0], { kind: 'custom', custom: DEFAULT_CUSTOM });
  });

  it('says that eMAG gets no text or logo only when both meet', () => {
    const marked = { ...DEFAULT_RECIPE, watermark: { ...DEFAULT_WATERMARK, text: 'Auto Ionescu' } };
    const emag = togglePreset(DEFAULT_OUTPUTS, 'emag-principal');
    assert.equal(overlaysLeftOut(marked, emag), true);
    assert.equal(overlaysLeftOut(marked, DEFAULT_OUTPUTS), false);
    assert.equal(overlaysLeftOut(DEFAULT_RECIPE, emag), false);
  });

  it('draws each output in its true aspect ratio', () => {
    assert.deepEqual(shapeIn(28, 1600, 1200), { width: 28, height: 21 });
    assert.deepEqual(shapeIn(28, 1080, 1920), { width: 16, height: 28 });
  });
});
