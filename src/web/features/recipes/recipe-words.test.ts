import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BADGE, DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import {
  badgeSummary,
  frameSummary,
  lightSummary,
  signed,
  watermarkSummary,
} from '#web/features/recipes/recipe-words.ts';

describe('a closed row of the recipe', () => {
  it('says what it is set to', () => {
    assert.equal(lightSummary(DEFAULT_RECIPE.light), '50 · tentă corectată');
    assert.equal(frameSummary(DEFAULT_RECIPE), 'întreagă · claritate fină');
    assert.equal(watermarkSummary(DEFAULT_RECIPE), 'fără');
    assert.equal(badgeSummary(DEFAULT_RECIPE), 'fără');
  });

  it('says what was changed', () => {
    const light = { ...DEFAULT_RECIPE.light, levels: 70, sameForLot: true, saturation: -10 };
    assert.equal(lightSummary(light), '70 · tentă pe lot · saturație −10');
    assert.equal(
      frameSummary({ ...DEFAULT_RECIPE, crop: '4:3', rotate: 90, sharpen: 'off' }),
      '4:3 · rotită 90°',
    );
    const watermark = { ...DEFAULT_WATERMARK, text: 'Auto Ionescu' };
    assert.equal(watermarkSummary({ ...DEFAULT_RECIPE, watermark }), '„Auto Ionescu” · jos, dreapta');
    assert.equal(signed(10), '+10');
    const badge = { ...DEFAULT_BADGE, text: 'Garanție' };
    assert.equal(badgeSummary({ badge, frame: { width: 2.5, colour: 'ffffff' } }), '„Garanție” · ramă 2,5%');
  });
});
