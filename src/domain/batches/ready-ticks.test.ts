import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { FileFacts } from '#domain/batches/file-facts.ts';
import { findingsFor, type ReadyPhoto, type RuleId } from '#domain/batches/ready.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { EMAG, OLX, SITE } from '#testing/presets.ts';

const FACTS: FileFacts = { whiteEdge: 1, fill: 85, marked: false, replaced: true, metadata: false };
const PIECE = { share: 0.4, length: 1.6 };
const OLDER = { pieces: [PIECE], box: 0.5, cut: false };
const WHOLE = { ...OLDER, whole: true };

/** Tells whether the rule is ticked over a file of each facts; null where nothing is said. */
function isTicked(rule: RuleId, each: readonly (FileFacts | null)[], preset = SITE): boolean | null {
  const ids = each.map((_, i) => `img_${i}`);
  const photos = ids.map(
    (id): ReadyPhoto => ({
      id,
      failed: false,
      plates: 'none',
      background: null,
      cutout: 'usable',
      checks: null,
    }),
  );
  const files = ids.map((photoId, i) => ({
    photoId,
    suffix: '',
    width: 1500,
    height: 1500,
    bytes: 1,
    facts: each[i] ?? null,
  }));
  const batch = { photos, recipe: DEFAULT_RECIPE, outputKeys: [preset.key] };
  const found = findingsFor(batch, { spec: preset, rules: preset.rules, files });
  return found.find((finding) => finding.rule === rule)?.passes ?? null;
}

test('„obiect întreg” is ticked only where every file was looked at and shows one whole object', () => {
  const whole = { ...FACTS, object: WHOLE };
  equal(isTicked('object', [whole, whole]), true);
  const pair = { ...FACTS, object: { ...WHOLE, pieces: [PIECE, PIECE], whole: false } };
  const beside = { ...FACTS, object: { ...WHOLE, pieces: [PIECE, { ...PIECE, share: 0.05 }], whole: false } };
  const kept = { ...FACTS, replaced: false };
  for (const other of [pair, beside, kept, { ...FACTS, object: OLDER }, { ...kept, kept: 'cut' as const }])
    equal(isTicked('object', [whole, other]), null, JSON.stringify(other));
  equal(isTicked('object', [whole, { ...FACTS, object: { ...WHOLE, cut: true, whole: false } }]), false);
});

test('„fără text și siglă adăugate de noi” and „fără GPS și date despre telefon” are ticked only where every file was measured, which files of older versions were not', () => {
  for (const rule of ['overlays', 'metadata'] as const) {
    equal(isTicked(rule, [FACTS], EMAG), true);
    equal(isTicked(rule, [null], EMAG), null);
  }
});

test('„fundal adevărat” is not ticked over a photo that came without a ground, though we replaced none', () => {
  const own = { ...FACTS, replaced: false };
  const clear = { ...own, isClear: true as const };
  equal(isTicked('real-background', [own, own], OLX), true);
  equal(isTicked('real-background', [own, clear], OLX), null);
  equal(isTicked('real-background', [FACTS, clear], OLX), false);
});
