import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { replaceHarmfulFix } from '#domain/batches/fixes.ts';
import {
  type Finding,
  findingsFor,
  type ReadyBatch,
  type ReadyPhoto,
  type RuleId,
} from '#domain/batches/ready.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { EMAG, EMAG_OTHERS, OLX, SITE } from '#testing/presets.ts';

const white: Recipe = { ...DEFAULT_RECIPE, background: { ...DEFAULT_BACKGROUND, kind: 'white' } };

/** Returns the fix that `rule` offers for the first output. */
function fixOf(
  rule: RuleId,
  recipe: Recipe,
  {
    presets,
    mostOutputs = 8,
    cutouts = ['usable', 'usable'],
  }: { presets: readonly Preset[]; mostOutputs?: number; cutouts?: readonly ReadyPhoto['cutout'][] },
): Finding['fix'] {
  const photos = [...'ab'].map((id, i) => ({
    id,
    failed: false,
    plates: 'none' as const,
    background: null,
    cutout: cutouts[i] ?? 'awaited',
    checks: null,
  }));
  const batch: ReadyBatch = { photos, recipe, outputKeys: presets.map(({ key }) => key) };
  const outputs = presets.map(({ rules, ...spec }) => ({ spec, rules }));
  const files = photos.map(({ id }) => ({
    photoId: id,
    suffix: '',
    width: 1500,
    height: 1500,
    bytes: 1,
    facts: null,
  }));
  const [first] = outputs;
  const finding = first && findingsFor(batch, { ...first, files }).find((each) => each.rule === rule);
  return finding ? replaceHarmfulFix(finding, { batch, outputs, mostOutputs }).fix : null;
}

test('a fix stays one press when no other output objects', () => {
  equal(fixOf('background', DEFAULT_RECIPE, { presets: [EMAG, EMAG_OTHERS, SITE] })?.kind, 'recipe');
  equal(fixOf('real-background', white, { presets: [OLX, SITE] })?.kind, 'recipe');
  equal(fixOf('count', DEFAULT_RECIPE, { presets: [EMAG, SITE] })?.kind, 'add-output');
});

test('marketplaces that want the opposite part: a batch of their own for all that the change helps', () => {
  deepEqual(fixOf('background', DEFAULT_RECIPE, { presets: [EMAG, OLX, EMAG_OTHERS] }), {
    kind: 'split',
    change: { background: white.background },
    outputs: ['emag-principal', 'emag-secundar'],
    labels: ['eMAG principal', 'eMAG secundar'],
    against: ['OLX'],
  });
  deepEqual(fixOf('real-background', white, { presets: [OLX, EMAG] }), {
    kind: 'split',
    change: { background: { ...white.background, kind: 'keep' } },
    outputs: ['olx'],
    labels: ['OLX'],
    against: ['eMAG principal'],
  });
});

test('photos without a usable cut-out cause no split; a cut-out still awaited counts as usable', () => {
  const keep = { background: { ...white.background, kind: 'keep' as const } };
  deepEqual(
    fixOf('real-background', white, { presets: [OLX, EMAG], mostOutputs: 8, cutouts: ['unsure', 'usable'] }),
    {
      kind: 'recipe',
      change: keep,
    },
  );
  equal(
    fixOf('real-background', white, { presets: [OLX, EMAG], mostOutputs: 8, cutouts: ['usable', 'unsure'] })
      ?.kind,
    'split',
  );
  equal(
    fixOf('background', DEFAULT_RECIPE, {
      presets: [EMAG, OLX],
      mostOutputs: 8,
      cutouts: ['awaited', 'awaited'],
    })?.kind,
    'split',
  );
});

test('an output that the plan has no room for is not offered as if it had', () => {
  deepEqual(fixOf('count', DEFAULT_RECIPE, { presets: [EMAG, SITE], mostOutputs: 2 }), {
    kind: 'beyond-plan',
    most: 2,
    preset: 'emag-secundar',
  });
});
