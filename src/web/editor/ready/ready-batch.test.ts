import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import type { Result } from '#contract/results.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { AUTOVIT, EMAG, OLX, SOME_PRESETS } from '#testing/presets.ts';
import {
  byChoice,
  findingsAfter,
  findingsBefore,
  listTroubles,
  platesAfter,
  type Trouble,
} from '#web/editor/ready/ready-batch.ts';
import { fixWords, goodText, troubleText } from '#web/editor/ready/ready-words.ts';
import { buildLotVerdict, buildVerdicts } from '#web/editor/ready/verdicts.ts';

const plate = [
  { x: 0.4, y: 0.6 },
  { x: 0.6, y: 0.6 },
  { x: 0.6, y: 0.65 },
  { x: 0.4, y: 0.65 },
] as const;
const photo = (id: string, change: Partial<Photo> = {}) =>
  ({
    id,
    name: `${id}.jpg`,
    state: 'ready',
    width: 4000,
    height: 3000,
    plates: null,
    plateSuggestions: [],
    signs: null,
    cutout: null,
    ...change,
  }) as Photo;

function batch(change: Partial<Batch> = {}): Batch {
  const file = (photoId: string, width = 1600): Result => ({
    id: `res_${photoId}`,
    photoId,
    outputKey: 'olx',
    suffix: '',
    width,
    height: 1200,
    bytes: 400_000,
    mediaType: 'image/jpeg',
    fileName: 'x.jpg',
    warnings: [],
    facts: { whiteEdge: 0, fill: null, marked: false, replaced: false, metadata: false },
  });
  return {
    photoIds: ['a', 'b'],
    photos: { a: photo('a'), b: photo('b', { plateSuggestions: [[...plate]] as Photo['plateSuggestions'] }) },
    recipe: DEFAULT_RECIPE,
    exceptions: {},
    outputs: [
      { kind: 'preset', preset: OLX.key },
      { kind: 'preset', preset: EMAG.key },
    ],
    results: { res_a: file('a'), res_b: file('b') },
    run: null,
    ...change,
  } as Batch;
}

describe('„Gata de publicat” on the screen', () => {
  it('judges the outputs that have files, and says in words what passes, what fails and what helps', () => {
    const [olx, ...others] = findingsAfter(batch(), SOME_PRESETS);
    assert.deepEqual([olx?.label, others], ['OLX', []]);
    const failing = olx?.findings.filter(({ passes }) => !passes) ?? [];
    assert.deepEqual(
      failing.map((finding) => troubleText(finding, ['a', 'b'])),
      ['Numere de înmatriculare neverificate: 02'],
    );
    assert.deepEqual(
      failing.map((finding) => finding.fix && fixWords(finding, finding.fix, SOME_PRESETS)),
      ['Verifică numerele'],
    );
    assert.match(
      goodText(olx?.findings ?? []),
      /^1 din 2 fotografii intră direct în anunț\u00a0· cel puțin 800\s?px\u00a0· sub 5\sMB\u00a0· fundal adevărat\u00a0· fără GPS/,
    );
  });

  it('leads from a ground of one photo that a place does not want to the choice of grounds, and from a bad cut-out to its tools', () => {
    const { results } = batch();
    const facts = { whiteEdge: 1, fill: null, marked: false, replaced: true, metadata: false };
    const res_a = { ...(results.res_a as Result), facts };
    const [trouble] = listTroubles(
      findingsAfter(batch({ results: { ...results, res_a } }), SOME_PRESETS),
    ).filter(({ rule }) => rule === 'real-background');
    assert.ok(trouble?.fix);
    assert.deepEqual(
      [trouble.photoIds, fixWords(trouble, trouble.fix, SOME_PRESETS)],
      [['a'], 'Schimbă fundalul'],
    );
    assert.equal(fixWords({ ...trouble, rule: 'object' }, trouble.fix, SOME_PRESETS), 'Ajută decuparea');
  });

  it('has one line for a whole lot: what eMAG wants of cover and ground, the reason where nothing came out, good where nothing is wrong', () => {
    const { results } = batch();
    const run = { photos: {} } as Batch['run'];
    const ended = { state: 'done', run, photos: { a: photo('a'), b: photo('b') } } as const;
    const say = (change: Partial<Batch>) => buildLotVerdict(batch({ ...ended, ...change }), SOME_PRESETS);
    assert.deepEqual(say({}), { isGood: true, text: 'Gata de publicat' });
    const onEmag = { ...(results.res_a as Result), outputKey: EMAG.key };
    assert.deepEqual(say({ outputs: [{ kind: 'preset', preset: EMAG.key }], results: { res_a: onEmag } }), {
      isGood: false,
      text: '2 observații: Aici încape o singură fotografie, coperta; celelalte merg la „eMAG secundar”: 02; Fundalul nu e alb: 01',
    });
    const error = { code: 'photos/unreadable', message: 'Fișierul nu s-a putut citi.' };
    const broken = { photos: { a: { state: 'failed', error } } } as unknown as Batch['run'];
    assert.deepEqual(say({ state: 'failed', run: broken, results: {} }), {
      isGood: false,
      text: 'Nu a ieșit niciun fișier. Fișierul nu s-a putut citi.',
    });
    assert.deepEqual([say({ run: null }), say({ state: 'running' })], [null, null]);
  });

  it('says before the start what is known, the same trouble of several marketplaces once', () => {
    const before = findingsBefore(batch(), SOME_PRESETS, () => ({ width: 1600, height: 1200 }));
    const lines = listTroubles(before).map(
      (each) => `${each.labels.join(', ')}: ${troubleText(each, ['a', 'b'])}`,
    );
    assert.deepEqual(lines, [
      'OLX: Numere de înmatriculare neverificate: 02',
      'eMAG principal: Aici încape o singură fotografie, coperta; celelalte merg la „eMAG secundar”: 02',
      'eMAG principal: Fundalul nu e alb: 01',
    ]);
  });

  it('names every place where a ground is added around the photo, and how much of the file it takes at most', () => {
    const words = (width: number, height: number) => {
      const renditions = AUTOVIT.renditions.map((each) => ({ ...each, width, height }));
      const outputs = [{ kind: 'preset', preset: 'autovit' } as const];
      const margins = { a: 0.44, b: 0 };
      const [trouble] = listTroubles(
        findingsBefore({ ...batch(), outputs }, [{ ...AUTOVIT, renditions }], ({ id }) => ({
          width,
          height,
          margin: margins[id as 'a' | 'b'],
        })),
      ).filter(({ rule }) => rule === 'shape');
      assert.ok(trouble?.fix);
      return [troubleText(trouble, ['a', 'b']), fixWords(trouble, trouble.fix, SOME_PRESETS)];
    };
    assert.deepEqual(words(1920, 1440), [
      'Fotografie pe verticală: în jur se adaugă fundal, cel mult 44% din fișier: 01',
      'Decupează-o pe orizontală',
    ]);
    assert.deepEqual(words(1080, 1920), [
      'Nu încape întreagă în forma cerută: în jur se adaugă fundal, cel mult 44% din fișier: 01',
      'Decupează-o pe verticală',
    ]);
  });

  it('counts only cut-outs that will be used, and says nothing of those that are still being looked for', () => {
    const recipe = { ...DEFAULT_RECIPE, background: { ...DEFAULT_BACKGROUND, kind: 'white' as const } };
    const of = (a: Photo['cutout'], b: Photo['cutout']) => {
      const photos = { a: photo('a', { cutout: a }), b: photo('b', { cutout: b }) };
      const found = findingsBefore(batch({ recipe, photos }), SOME_PRESETS, () => ({
        width: 1600,
        height: 1200,
      }));
      return listTroubles(found)
        .filter(({ rule }) => rule.includes('background'))
        .map((each) => `${each.labels.join()}: ${troubleText(each, ['a', 'b'])}`);
    };
    const cutout = (sure: boolean, approved = false) => ({ sure, approved }) as Photo['cutout'];
    const replaced = 'OLX: Fundalul e înlocuit; aici cumpărătorii îl vor pe cel adevărat';
    assert.deepEqual(of(cutout(false), cutout(true)), [
      `${replaced}: 02`,
      'eMAG principal: Fundalul nu e alb: 01',
    ]);
    assert.deepEqual(of(cutout(false, true), null), [`${replaced}: 01`]);
    assert.deepEqual(of(null, null), []);
  });

  it('tells of a ground that a person decided to keep, but does not count it among what waits for a look', () => {
    const recipe = { ...DEFAULT_RECIPE, background: { ...DEFAULT_BACKGROUND, kind: 'white' as const } };
    const cutout = { sure: false, approved: false } as Photo['cutout'];
    const photos = { a: photo('a', { cutout }), b: photo('b', { cutout }) };
    const kept = { ...NO_OVERRIDES, background: DEFAULT_BACKGROUND };
    const found = findingsBefore(batch({ recipe, photos }), [EMAG], () => ({ width: 1600, height: 1200 }));
    const grounds = listTroubles(found)
      .filter(({ rule }) => rule === 'background')
      .map((each) => ({ ...each, photoIds: ['a', 'b'] }));
    const words = (each: Trouble) => [
      troubleText(each, ['a', 'b']),
      each.fix && fixWords(each, each.fix, SOME_PRESETS),
    ];
    const { asked, chosen } = byChoice(grounds, { b: kept });
    assert.deepEqual(asked.map(words), [['Fundalul nu e alb: 01', 'Ajută decuparea']]);
    assert.deepEqual(chosen.map(words), [['Fundalul nu e alb: 02', 'Vezi fotografia']]);
    assert.deepEqual(byChoice(grounds, {}), { asked: grounds, chosen: [] });
  });

  it('says of an object that it is in pieces, cut off by its photo, or both on different photos', () => {
    const object = (share: number, cut: boolean) => ({
      pieces: [{ share, length: 1.5 }],
      box: share,
      cut,
      whole: !cut,
    });
    const said = (a: ReturnType<typeof object>, b: ReturnType<typeof object>) => {
      const { results } = batch();
      const files = Object.values(results).map((file) => ({
        ...file,
        facts: file.facts && { ...file.facts, replaced: true, object: file.photoId === 'a' ? a : b },
      }));
      const [olx] = findingsAfter(
        batch({ results: Object.fromEntries(files.map((file) => [file.id, file])) }),
        SOME_PRESETS,
      );
      const finding = olx?.findings.find(({ rule }) => rule === 'object');
      return finding && (finding.passes ? goodText([finding]) : troubleText(finding, ['a', 'b']));
    };
    const [whole, cut, remnant] = [object(0.3, false), object(0.3, true), object(0.01, false)];
    assert.equal(said(whole, whole), 'obiect întreg');
    assert.equal(
      goodText([{ rule: 'overlays', passes: true, photoIds: [], figure: null, fix: null }]),
      'fără text și siglă adăugate de noi',
      'what stands on the photo itself is not read',
    );
    assert.match(said(whole, cut) ?? '', /^Obiectul e tăiat de marginea fotografiei.*: 02$/);
    assert.match(said(remnant, whole) ?? '', /^Din obiect au rămas bucăți.*: 01$/);
    assert.match(said(remnant, cut) ?? '', /^Obiectul nu e întreg: e tăiat.*: 01, 02$/);
  });

  it('names the warnings of the photos’ own checks, once they are measured', () => {
    const signs = {
      tilt: null,
      sharpness: 900,
      black: 0,
      white: 0,
      dhash: '0123456789abcdef',
      balance: null,
    };
    const photos = {
      a: photo('a', { signs } as Partial<Photo>),
      b: photo('b', { signs: { ...signs, sharpness: 30 } } as Partial<Photo>),
    };
    const [olx] = findingsAfter(batch({ photos }), SOME_PRESETS);
    const failing = olx?.findings.filter(({ passes }) => !passes) ?? [];
    assert.deepEqual(
      failing.map((finding) => troubleText(finding, ['a', 'b'])),
      ['Aproape la fel cu alta din lot: 02', 'Pare neclară: 02'],
    );
    assert.match(goodText(olx?.findings ?? []), /luminoase\u00a0· fără zone arse$/);
  });

  it('does not call photos failed that came later', () => {
    const { res_a } = batch().results;
    const words = (run: Batch['run']) => {
      const later = batch({ results: { res_a } as Batch['results'], run });
      const [missing] = findingsAfter(later, SOME_PRESETS)[0]?.findings ?? [];
      return missing?.fix && [troubleText(missing, ['a', 'b']), fixWords(missing, missing.fix, SOME_PRESETS)];
    };
    assert.deepEqual(words(null), ['O fotografie încă neprocesată: 02', 'Procesează-o']);
    const failed = { photos: { b: { state: 'failed' } } } as unknown as Batch['run'];
    assert.deepEqual(words(failed), ['O fotografie n-a ieșit: 02', 'Procesează din nou']);
  });

  describe('„Gata de publicat” about licence plates', () => {
    const PLATES = [[...plate]] as NonNullable<Photo['plates']>;
    const covered = (a: Photo['plates'], b: Photo['plates'], gone?: NonNullable<Photo['plates']>) => {
      const { res_a, res_b } = batch().results;
      const facts = (covers: Photo['plates']) => ({ ...res_a?.facts, covers, gone });
      return {
        res_a: { ...res_a, facts: facts(a) },
        res_b: { ...res_b, facts: facts(b) },
      } as Batch['results'];
    };
    const plated = { a: photo('a', { plates: PLATES }), b: photo('b', { plates: PLATES }) };
    const said = (made: Batch) => {
      const [olx] = findingsAfter(made, SOME_PRESETS);
      const found = olx?.findings.find(({ rule }) => rule === 'plates');
      if (found === undefined) return null;
      return found.passes ? goodText([found]) : troubleText(found, ['a', 'b']);
    };

    it('ticks only files that all have their cover', () => {
      const results = covered(PLATES, PLATES);
      assert.equal(said(batch({ photos: plated, results })), 'numere acoperite');
      const after = batch({ photos: plated, results: covered(PLATES, []) });
      assert.equal(said(after), 'Numere de înmatriculare la vedere: 02');
      const [without] = [batch({ photos: { ...plated, b: photo('b') }, results: covered(PLATES, []) })];
      assert.equal(said(without), null);
      assert.deepEqual(
        [platesAfter(without)?.covered, platesAfter(without)?.none.map(({ id }) => id)],
        [1, ['b']],
      );
    });

    it('has no tick and no count where no file shows the place of a plate', () => {
      const after = batch({ photos: plated, results: covered(PLATES, PLATES, PLATES) });
      assert.deepEqual([said(after), platesAfter(after)?.covered], [null, 0]);
    });

    it('takes plates that the recipe covers by itself for confirmed', () => {
      const plates = { ...DEFAULT_RECIPE.plates, coverSure: true };
      const sure = photo('b', { plateSuggestions: PLATES, surePlates: PLATES });
      const photos = { ...plated, b: sure };
      const results = covered(PLATES, PLATES);
      const recipe = { ...DEFAULT_RECIPE, plates };
      assert.equal(said(batch({ photos, results, recipe })), 'numere acoperite');
      const bare = batch({ photos, results: covered(PLATES, []) });
      assert.equal(said(bare), 'Numere de înmatriculare neverificate: 02');
    });

    it('says nothing where no photo is about cars, or the files are of an older version', () => {
      const photos = { a: photo('a'), b: photo('b') };
      assert.equal(said(batch({ photos, results: covered([], []) })), null);
      assert.equal(platesAfter(batch({ photos, results: covered([], []) })), null);
      assert.equal(said(batch({ photos: plated })), null);
      assert.equal(platesAfter(batch({ photos: plated })), null);
    });
  });

  it('judges files of outputs that the lot no longer has: a plate in them is in sight, and adding the output makes them anew', () => {
    const photos = { a: photo('a'), b: photo('b', { plates: [[...plate]] as Photo['plates'] }) };
    const { results } = batch();
    const facts = { whiteEdge: 0, fill: null, marked: false, replaced: false, metadata: false, covers: [] };
    const bare = Object.fromEntries(Object.entries(results).map(([id, file]) => [id, { ...file, facts }]));
    const recipe = { ...DEFAULT_RECIPE, plates: { kind: 'solid' as const } } as Batch['recipe'];
    const outputs: Batch['outputs'] = [{ kind: 'preset', preset: EMAG.key }];
    const later = batch({ photos, recipe, outputs, results: bare, outputLabels: { olx: 'OLX' } });
    const [olx, ...others] = findingsAfter(later, SOME_PRESETS);
    assert.deepEqual([olx?.label, others], ['OLX', []]);
    const failing = olx?.findings.filter(({ passes }) => !passes) ?? [];
    assert.deepEqual(
      failing.map(({ rule, photoIds, fix }) => [rule, photoIds, fix]),
      [['plates', ['b'], { kind: 'add-output', preset: 'olx' }]],
    );
    const [full] = findingsAfter({ ...later, outputsPerRun: 1 }, SOME_PRESETS);
    assert.deepEqual(
      full?.findings.filter(({ passes }) => !passes).map(({ fix }) => fix),
      [{ kind: 'beyond-plan', most: 1, preset: 'olx' }],
      'no press adds an output that the plan has no room for',
    );
    assert.equal(buildVerdicts(later, SOME_PRESETS, { outputKey: 'olx' }).has('b'), true);
    const gone = SOME_PRESETS.filter(({ key }) => key !== 'olx');
    const [unknown] = findingsAfter(later, gone);
    assert.deepEqual(
      unknown?.findings.filter(({ passes }) => !passes).map(({ rule, fix }) => [rule, fix]),
      [['plates', null]],
    );
  });

  it('judges files by the rules of the place that they are put into, but for its number and their form', () => {
    const facts = { whiteEdge: 0, fill: null, marked: false, replaced: false, metadata: false, margin: 0.4 };
    const { results } = batch();
    const made = Object.fromEntries(
      Object.entries(results).map(([id, file]) => [
        id,
        { ...file, outputKey: AUTOVIT.key, width: 900, height: 700, facts },
      ]),
    );
    const outputs: Batch['outputs'] = [{ kind: 'preset', preset: AUTOVIT.key }];
    const photos = { a: photo('a'), b: photo('b') };
    const lot = batch({ photos, outputs, results: made });
    assert.deepEqual([...buildVerdicts(lot, SOME_PRESETS, { outputKey: AUTOVIT.key }).keys()], ['a', 'b']);
    const { mostPhotos: _, ...rules } = OLX.rules;
    const one = { ...OLX, rules: { ...rules, mostPhotos: 1 } };
    assert.deepEqual([...buildVerdicts(lot, SOME_PRESETS, { outputKey: AUTOVIT.key, place: one })], []);
  });

  it('bars photos by rules and not by advice, such as that of a replaced background', () => {
    const facts = { whiteEdge: 0, fill: null, marked: false, replaced: true, metadata: false };
    const photos = { a: photo('a'), b: photo('b') };
    const made = (change: Partial<Result>) =>
      batch({
        photos,
        results: Object.fromEntries(
          Object.entries(batch().results).map(([id, file]) => [id, { ...file, facts, ...change }]),
        ),
      });
    const judged = { outputKey: OLX.key };
    const barred = (lot: Batch) =>
      [...buildVerdicts(lot, SOME_PRESETS, judged)].flatMap(([id, { isAdvice }]) => (isAdvice ? [] : id));
    const replaced = made({});
    assert.deepEqual([...buildVerdicts(replaced, SOME_PRESETS, judged).keys()], ['a', 'b']);
    assert.deepEqual(barred(replaced), []);
    const small = made({ width: 300, height: 200 });
    assert.deepEqual(barred(small), ['a', 'b']);
  });

  it('judges nothing as long as the places are not known', () => {
    assert.deepEqual(findingsAfter(batch(), []), []);
  });
});
