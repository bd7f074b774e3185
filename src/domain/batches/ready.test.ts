import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileFacts } from '#domain/batches/file-facts.ts';
import {
  type Finding,
  findingsFor,
  type PhotoChecks,
  type ReadyBatch,
  type ReadyFile,
  type ReadyOutput,
  type ReadyPhoto,
  RULES,
  type RuleId,
} from '#domain/batches/ready.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import { DEFAULT_PLATE_COVER } from '#domain/recipes/plates.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { AUTOVIT, EMAG, OLX, SITE } from '#testing/presets.ts';

const FACTS: FileFacts = { whiteEdge: 1, fill: 85, marked: false, replaced: false, metadata: false };
const WHOLE = { pieces: [{ share: 0.4, length: 1.6 }], box: 0.5, whole: true };
const OF_AN_ARM = {
  pieces: [
    { share: 0.06, length: 2.1 },
    { share: 0.04, length: 3.2 },
    { share: 0.02, length: 1.4 },
  ],
  box: 0.3,
};
const FINE: PhotoChecks = { blurry: false, dark: false, bright: false, twinOf: null };
const PHOTO: ReadyPhoto = {
  id: 'a',
  failed: false,
  plates: 'none',
  background: null,
  cutout: 'usable',
  checks: FINE,
};
const photos = (ids: string, change: Partial<ReadyPhoto> = {}, last = ids.length - 1): ReadyPhoto[] =>
  [...ids].map((id, i) => ({ ...PHOTO, id, ...(i === last && change) }));
const PLATE: Quad = [
  { x: 0.4, y: 0.6 },
  { x: 0.6, y: 0.6 },
  { x: 0.6, y: 0.65 },
  { x: 0.4, y: 0.65 },
];
const COVERED: ReadyPhoto[] = [...'ab'].map((id) => ({ ...PHOTO, id, plates: 'confirmed', covers: [PLATE] }));
const white: Recipe = { ...DEFAULT_RECIPE, background: { ...DEFAULT_BACKGROUND, kind: 'white' } };

interface Case {
  readonly preset?: Preset;
  readonly lot?: Partial<ReadyBatch>;
  readonly file?: Partial<ReadyFile>;
  readonly facts?: Partial<FileFacts> | null;
  readonly undelivered?: string;
}

/** Returns the findings of a batch of two photos that passes everywhere, but for what the case says. */
function findings({
  preset = OLX,
  lot: batch = {},
  file = {},
  facts = {},
  undelivered = '',
}: Case): Finding[] {
  const all: ReadyBatch = {
    photos: photos('ab'),
    recipe: DEFAULT_RECIPE,
    outputKeys: [preset.key],
    ...batch,
  };
  const [form] = preset.renditions;
  const files = all.photos
    .filter(({ id }) => !undelivered.includes(id))
    .map(
      ({ id }): ReadyFile => ({
        photoId: id,
        suffix: '',
        width: form?.width ?? 0,
        height: form?.height ?? 0,
        bytes: 300_000,
        facts: facts && { ...FACTS, ...facts },
        ...file,
      }),
    )
    // Files stand as they came out.
    .reverse();
  const { rules, source: _, sourceUrl: __, verified: ___, withdrawn: ____, ...spec } = preset;
  const output: ReadyOutput = { spec, rules, files };
  return findingsFor(all, output);
}

function of(rule: RuleId, it: Case): Finding | null {
  return findings(it).find((each) => each.rule === rule) ?? null;
}

const shop = { preset: EMAG, lot: { photos: photos('a'), recipe: white } };
const tool = (name: 'plates' | 'background' | 'photo') => ({ kind: 'tool', tool: name });
const again = { kind: 'run-again' };

/** For each rule: a batch that fails it, the fix it names, and the same batch once that was done. */
const CASES: Readonly<Record<RuleId, { broken: Case; ids?: string; fix: object; mended: Case }>> = {
  delivered: {
    broken: { lot: { photos: photos('abc', { failed: true }) }, undelivered: 'bc' },
    ids: 'c',
    fix: again,
    mended: {},
  },
  count: {
    broken: { lot: { photos: photos('abcdefghij') } },
    ids: 'ij',
    fix: tool('photo'),
    mended: { lot: { photos: photos('abcdefgh') } },
  },
  size: {
    broken: { file: { width: 790, height: 600 } },
    ids: 'ab',
    fix: tool('photo'),
    mended: { file: { width: 800, height: 600 } },
  },
  shape: {
    broken: { preset: AUTOVIT, file: { margin: 0.44 }, facts: null },
    ids: 'ab',
    fix: { kind: 'crop', aspect: 4 / 3 },
    mended: { preset: AUTOVIT, file: { margin: 0 }, facts: null },
  },
  weight: {
    broken: { file: { bytes: 5_000_001 } },
    ids: 'ab',
    fix: again,
    mended: { file: { bytes: 5_000_000 } },
  },
  background: {
    broken: { preset: EMAG, lot: { photos: photos('a') }, facts: { whiteEdge: 0.4 } },
    ids: 'a',
    fix: { kind: 'recipe', change: { background: white.background } },
    mended: { ...shop, facts: { whiteEdge: 0.97 } },
  },
  object: {
    broken: { preset: SITE, facts: { replaced: true, object: OF_AN_ARM } },
    ids: 'ab',
    fix: tool('background'),
    mended: { preset: SITE, facts: { replaced: true, object: WHOLE } },
  },
  fill: { broken: { ...shop, facts: { fill: 61 } }, ids: 'a', fix: tool('background'), mended: { ...shop } },
  overlays: { broken: { ...shop, facts: { marked: true } }, ids: 'a', fix: again, mended: { ...shop } },
  'real-background': {
    broken: { lot: { recipe: white }, facts: { replaced: true } },
    ids: 'ab',
    fix: { kind: 'recipe', change: { background: { ...white.background, kind: 'keep' } } },
    mended: { facts: { replaced: false } },
  },
  plates: {
    broken: { lot: { photos: photos('ab', { plates: 'found' }) } },
    ids: 'b',
    fix: tool('plates'),
    mended: { lot: { photos: COVERED }, facts: { covers: [PLATE] } },
  },
  metadata: { broken: { facts: { metadata: true } }, ids: 'ab', fix: again, mended: {} },
  twins: {
    broken: { lot: { photos: photos('ab', { checks: { ...FINE, twinOf: 'a' } }) } },
    ids: 'b',
    fix: { kind: 'leave-out' },
    mended: { lot: { photos: photos('ab') } },
  },
  blurry: {
    broken: { lot: { photos: photos('ab', { checks: { ...FINE, blurry: true } }) } },
    ids: 'b',
    fix: tool('photo'),
    mended: {},
  },
  dark: {
    broken: { lot: { photos: photos('ab', { checks: { ...FINE, dark: true } }) } },
    ids: 'b',
    fix: { kind: 'lighten' },
    mended: {},
  },
  bright: {
    broken: { lot: { photos: photos('ab', { checks: { ...FINE, bright: true } }) } },
    ids: 'b',
    fix: tool('photo'),
    mended: {},
  },
};

describe('„Gata de publicat”', () => {
  for (const rule of RULES) {
    const { broken, ids = '', fix, mended } = CASES[rule];
    test(`${rule}: says what fails, on which photos and what helps; once that is done it passes`, () => {
      const failing = of(rule, broken);
      equal(failing?.passes, false);
      deepEqual(failing?.photoIds.join(''), ids);
      deepEqual(failing?.fix, fix);
      const passing = of(rule, mended);
      deepEqual([passing?.passes, passing?.photoIds, passing?.fix], [true, [], null]);
    });
  }

  test('a batch in order passes every rule that a marketplace has', () => {
    for (const it of [{}, shop, { preset: SITE }])
      deepEqual(
        findings(it).filter(({ passes }) => !passes),
        [],
      );
    deepEqual(
      findings({ preset: SITE }).map(({ rule }) => rule),
      ['delivered', 'metadata', 'twins', 'blurry', 'dark', 'bright'],
    );
  });

  test('a photo that was never tried has not failed: only what is left is processed', () => {
    const added = of('delivered', { undelivered: 'b' });
    deepEqual([added?.photoIds, added?.fix], [['b'], { kind: 'run-rest' }]);
  });

  test('eMAG takes one main photo: the others want the secondary output, which one press adds', () => {
    const many = { preset: EMAG, lot: { photos: photos('abc'), recipe: white } };
    deepEqual(of('count', many)?.fix, { kind: 'add-output', preset: 'emag-secundar' });
    const both = { ...many, lot: { ...many.lot, outputKeys: ['emag-principal', 'emag-secundar'] } };
    equal(of('count', both)?.passes, true);
    equal(of('delivered', both)?.figure, 1, 'only the cover is published there, so only it is spoken of');
  });

  test('photos beyond the marketplace’s limit are not judged: they are not published there', () => {
    const blurred = photos('ab', { checks: { ...FINE, blurry: true } });
    equal(of('blurry', { preset: EMAG, lot: { photos: blurred, recipe: white } })?.passes, true);
  });

  test('a cover that is published alone is not praised for having no double', () => {
    equal(of('twins', { preset: EMAG, lot: { photos: photos('ab'), recipe: white } }), null);
  });

  test('an object that the photo cuts off is named, and never praised for being whole', () => {
    const replaced = (cut: boolean) => ({
      preset: SITE,
      facts: { replaced: true, object: { ...WHOLE, cut, whole: !cut } },
    });
    const cut = of('object', replaced(true));
    deepEqual([cut?.passes, cut?.photoIds, cut?.figure], [false, ['a', 'b'], 0]);
    equal(of('object', replaced(false))?.passes, true);
    const broken = of('object', {
      preset: SITE,
      facts: { replaced: true, object: { ...OF_AN_ARM, cut: true } },
    });
    equal(broken?.figure, 2);
    const kept = of('object', { preset: SITE, facts: { replaced: false, kept: 'cut' } });
    equal(kept, null);
  });

  test('white around a small photo does not count as its pixels', () => {
    const emag = { ...shop, file: { width: 825, height: 825 } };
    equal(of('size', { ...emag, facts: { photoSide: 480 } })?.passes, false);
    equal(of('size', { ...emag, facts: { photoSide: 825 } })?.passes, true);
    equal(of('size', emag)?.passes, true);
  });

  test('a photo that a crop made too small is helped by the whole photo', () => {
    const recipe = { ...DEFAULT_RECIPE, crop: '1:1' } as const;
    const cropped = { lot: { recipe }, file: { width: 700, height: 700 } };
    deepEqual(of('size', cropped)?.fix, { kind: 'recipe', change: { crop: 'original' } });
  });

  test('a ground around the photo is reported for delivered files too', () => {
    const told = of('shape', { preset: AUTOVIT, facts: { margin: 0.4 } });
    deepEqual([told?.passes, told?.figure, told?.photoIds], [false, 40, ['a', 'b']]);
    equal(of('shape', { preset: AUTOVIT, facts: {} }), null, 'nothing is said of files without one');
  });

  test('„numere acoperite” is ticked only where every file it stands over has its cover', () => {
    const covers = [PLATE];
    equal(of('plates', { lot: { photos: COVERED }, facts: { covers } })?.passes, true);
    // Plates confirmed or moved after the run: a new run covers them.
    deepEqual(of('plates', { lot: { photos: COVERED }, facts: { covers: [] } })?.fix, { kind: 'run-again' });
    // Files of older versions do not say.
    equal(of('plates', { lot: { photos: COVERED } }), null);
  });

  test('confirmed plates that the recipe leaves bare are covered by one press', () => {
    const bare = { ...DEFAULT_RECIPE, plates: { ...DEFAULT_PLATE_COVER, kind: 'off' } } as const;
    const batch = { photos: photos('ab', { plates: 'confirmed' }), recipe: bare };
    deepEqual(of('plates', { lot: batch })?.fix, { kind: 'recipe', change: { plates: DEFAULT_PLATE_COVER } });
  });

  test('before the start the recipe speaks for files that are not there yet; what must be measured waits', () => {
    const rules = findings({ preset: EMAG, facts: null }).map(({ rule }) => rule);
    equal(rules.includes('fill') || rules.includes('metadata'), false);
    equal(of('background', { preset: EMAG, facts: null })?.passes, false);
    equal(of('background', { ...shop, facts: null })?.passes, true);
    equal(of('real-background', { lot: { recipe: white }, facts: null })?.passes, false);
    const own = of('real-background', {
      lot: { photos: photos('ab', { background: 'white' }) },
      facts: null,
    });
    deepEqual([own?.photoIds, own?.fix], [['b'], { kind: 'tool', tool: 'background' }]);
    equal(of('blurry', { lot: { photos: photos('a', { checks: null }).slice(0, 1) } }), null);
  });
});
