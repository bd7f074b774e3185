import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import {
  DEFAULT_CUSTOM,
  DEFAULT_OUTPUTS,
  FITS,
  type OutputChoice,
  PADS,
  type Rendition,
} from '#domain/recipes/outputs.ts';
import { DEFAULT_DECORATIVE_FRAME, DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { AUTOVIT, OLX, SOME_PRESETS } from '#testing/presets.ts';
import {
  addCustom,
  changeCustom,
  choiceLabel,
  isRepeated,
  listForbiddingOutputs,
  offeredPresets,
  overlayNotice,
  presetSize,
  shapeIn,
  sizePrefix,
  togglePreset,
} from '#web/editor/panel/outputs/output-list.ts';
import { deliveredSize } from '#web/editor/panel/outputs/output-size.ts';

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
    assert.deepEqual(listForbiddingOutputs(marked, emag, SOME_PRESETS), ['eMAG principal']);
    assert.deepEqual(listForbiddingOutputs(withFrame, emag, SOME_PRESETS), ['eMAG principal']);
    assert.deepEqual(listForbiddingOutputs(marked, DEFAULT_OUTPUTS, SOME_PRESETS), []);
    assert.deepEqual(listForbiddingOutputs(DEFAULT_RECIPE, emag, SOME_PRESETS), []);
    assert.equal(overlayNotice([]), null);
    assert.equal(
      overlayNotice(['eMAG principal', 'Google Merchant']),
      'eMAG principal și Google Merchant nu permit text, siglă sau ramă: acolo le lăsăm deoparte.',
    );
  });

  it('promises on a card no more pixels than every photo gets', () => {
    const card = (renditions: Preset['renditions']) => presetSize({ ...OLX, renditions }, DEFAULT_RECIPE);
    assert.equal(presetSize(OLX, DEFAULT_RECIPE), 'cel mult 1600×1200');
    const [form, small] = SOME_PRESETS.flatMap(({ key, renditions }) => (key === 'site' ? renditions : []));
    assert.ok(form && small);
    assert.equal(card([form, small]), 'cel mult 1600 + 400 webp');
    const shapes = [undefined, { least: 0.5625, most: 0.5625 }, { least: 0.25, most: 4 }];
    for (const fit of FITS)
      for (const pad of PADS)
        for (const aspects of fit === 'cover' ? shapes : [undefined])
          for (const fill of [null, 85]) {
            const rendition: Rendition = {
              ...form,
              width: 900,
              height: 1600,
              fit,
              pad,
              fill,
              ...(aspects && { aspects }),
            };
            const said = card([rendition]);
            const delivered = [30, 900, 4000].flatMap((side) =>
              [{ x: 0.45, y: 0.45, width: 0.1, height: 0.1 }, null].flatMap((object) =>
                [1, 0.5625, 2].map((shape) =>
                  deliveredSize({
                    photo: { width: side, height: Math.round(side / shape) },
                    recipe: DEFAULT_RECIPE,
                    output: { kind: 'preset', preset: 'olx' },
                    presets: [{ ...OLX, renditions: [rendition] }],
                    known: { object: object && getBoxCorners(object), plates: [] },
                    hasCutout: object !== null,
                  }),
                ),
              ),
            );
            const isEach = delivered.every(({ width, height }) => width === 900 && height === 1600);
            assert.equal(said, isEach ? '900×1600' : 'cel mult 900×1600', `${fit} ${pad} ${fill}`);
          }
    const contained = { ...form, fit: 'contain', width: 900, height: 1600 } as const;
    assert.equal(sizePrefix(contained, { fill: 85 }), 'cel mult ');
    assert.equal(sizePrefix({ ...contained, maxBytes: 100_000 }, DEFAULT_RECIPE), 'cel mult ');
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
