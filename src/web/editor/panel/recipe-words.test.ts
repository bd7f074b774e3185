import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BADGE, DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import {
  badgeSummary,
  batchBalanceWords,
  cutWords,
  formatSigned,
  framingSummary,
  lightSummary,
  watermarkSummary,
} from '#web/editor/panel/recipe-words.ts';
import { missingMark } from '#web/shared/recipes/mark-words.ts';

describe('a closed row of the recipe', () => {
  it('says its setting', () => {
    assert.equal(lightSummary(DEFAULT_RECIPE.light), '50 · tentă automată');
    assert.equal(framingSummary(DEFAULT_RECIPE, NO_OVERRIDES), 'întreagă · claritate fină');
    assert.equal(watermarkSummary(DEFAULT_RECIPE), 'fără');
    assert.equal(badgeSummary(DEFAULT_RECIPE), 'fără');
  });

  it('says that a new ground reaches the ratio where the crop would cut the object', () => {
    const square = { ...DEFAULT_RECIPE, crop: '1:1' } as const;
    const cut = { left: { width: 1, height: 1 }, object: false, isByGround: true };
    assert.match(cutWords(cut, square, false), /rămâne întreg: fundalul nou continuă .* până la pătrat/);
    assert.match(cutWords({ ...cut, object: true, isByGround: false }, square, false), /nu încape întreg/);
  });

  it('knows a mark that would be invisible', () => {
    const text = (words: string) => missingMark({ ...DEFAULT_WATERMARK, kind: 'text', text: words });
    assert.deepEqual([missingMark(null), text('Auto Ionescu')], [null, null]);
    for (const unseen of ['  ', '\u200b\u200b', '\u3164', '\u2800\u00ad'])
      assert.match(text(unseen) ?? '', /^Scrie ce apare/);
    assert.match(missingMark({ ...DEFAULT_WATERMARK, kind: 'logo', photoId: null }) ?? '', /^Alege o siglă/);
  });

  it('says its changes', () => {
    const light = { ...DEFAULT_RECIPE.light, levels: 70, sameForLot: true, saturation: -10 };
    assert.equal(lightSummary(light), '70 · tentă pe lot · saturație −10');
    assert.equal(
      framingSummary({ ...DEFAULT_RECIPE, crop: '4:3', rotate: 90, sharpen: 'off' }, NO_OVERRIDES),
      '4:3 · rotită 90°',
    );
    const own = { rotate: null, angle: -1.2, crop: { x: 0, y: 0, width: 0.5, height: 0.5 } };
    assert.equal(framingSummary({ ...DEFAULT_RECIPE, sharpen: 'off' }, own), 'tăiată · 1,2° la stânga');
    const watermark = { ...DEFAULT_WATERMARK, text: 'Auto Ionescu' };
    assert.equal(watermarkSummary({ ...DEFAULT_RECIPE, watermark }), '„Auto Ionescu” · jos, dreapta');
    assert.equal(formatSigned(10), '+10');
    const badge = { ...DEFAULT_BADGE, text: 'Garanție' };
    assert.match(batchBalanceWords([0.92, 1, 1.1]), /gălbuie/);
    assert.match(batchBalanceWords([1.1, 1, 0.92]), /albăstruie/);
    assert.match(batchBalanceWords(null), /rămân/);
    assert.equal(badgeSummary({ badge, frame: { width: 2.5, colour: 'ffffff' } }), '„Garanție” · ramă 2,5%');
  });
});
