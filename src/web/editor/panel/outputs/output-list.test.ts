import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_CUSTOM, DEFAULT_OUTPUTS, type OutputChoice } from '#domain/recipes/outputs.ts';
import { DEFAULT_DECORATIVE_FRAME, DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { AUTOVIT, OLX, SOME_PRESETS } from '#testing/presets.ts';
import {
  addCustom,
  changeCustom,
  choiceLabel,
  forbidding,
  isRepeated,
  offeredPresets,
  overlayNotice,
  presetSize,
  shapeIn,
  togglePreset,
} from '#web/editor/panel/outputs/output-list.ts';

describe('where the batch is published', () => {
  it('switches a marketplace on and off and keeps the others', () => {
    const both = togglePreset(DEFAULT_OUTPUTS, 'autovit');
    const labels = (outputs: readonly OutputChoice[]) =>
      outputs.map((each) => choiceLabel(each, SOME_PRESETS));
    assert.deepEqual(labels(both), ['OLX', 'Autovit']);
    assert.deepEqual(labels(togglePreset(both, 'olx')), ['Autovit']);
  });

  it('takes formats of one’s own, each with its own figures', () => {
    const two = changeCustom(addCustom(addCustom([])), 1, { width: 800, height: 600 });
    assert.deepEqual(
      two.map((each) => choiceLabel(each, SOME_PRESETS)),
      ['Alt format', 'Alt format'],
    );
    assert.equal(isRepeated(addCustom(addCustom([])), 1), true);
    assert.equal(isRepeated(two, 1), false);
    assert.deepEqual(two[0], { kind: 'custom', custom: DEFAULT_CUSTOM });
  });

  it('says who gets no text, logo or frame, only when a recipe has some', () => {
    const marked = { ...DEFAULT_RECIPE, watermark: { ...DEFAULT_WATERMARK, text: 'Auto Ionescu' } };
    const withFrame = { ...DEFAULT_RECIPE, frame: DEFAULT_DECORATIVE_FRAME };
    const emag = togglePreset(DEFAULT_OUTPUTS, 'emag-principal');
    assert.deepEqual(forbidding(marked, emag, SOME_PRESETS), ['eMAG principal']);
    assert.deepEqual(forbidding(withFrame, emag, SOME_PRESETS), ['eMAG principal']);
    assert.deepEqual(forbidding(marked, DEFAULT_OUTPUTS, SOME_PRESETS), []);
    assert.deepEqual(forbidding(DEFAULT_RECIPE, emag, SOME_PRESETS), []);
    assert.equal(overlayNotice([]), null);
    assert.equal(
      overlayNotice(['eMAG principal', 'Google Merchant']),
      'eMAG principal și Google Merchant nu permit text, siglă sau ramă: acolo le lăsăm deoparte.',
    );
  });

  it('promises on a card no more pixels than every photo gets', () => {
    const contained = {
      ...OLX,
      renditions: OLX.renditions.map((each) => ({ ...each, fit: 'contain' as const })),
    };
    assert.equal(presetSize(OLX), 'cel mult 1600×1200');
    assert.equal(presetSize(contained), '1600×1200');
  });

  it('offers a withdrawn preset only where the batch still names it, to be taken off', () => {
    const presets = [OLX, { ...AUTOVIT, withdrawn: true }];
    const keys = (outputs: readonly OutputChoice[]) => offeredPresets(presets, outputs).map(({ key }) => key);
    assert.deepEqual(keys(DEFAULT_OUTPUTS), ['olx']);
    assert.deepEqual(keys(togglePreset([], 'autovit')), ['olx', 'autovit']);
  });

  it('draws each output in its true aspect ratio', () => {
    assert.deepEqual(shapeIn(28, 1600, 1200), { width: 28, height: 21 });
    assert.deepEqual(shapeIn(28, 1080, 1920), { width: 16, height: 28 });
  });
});
