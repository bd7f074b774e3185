import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fix } from '#domain/batches/fix-kinds.ts';
import type { RuleId } from '#domain/batches/ready.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { DEFAULT_PLATE_COVER } from '#domain/recipes/plates.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { AUTOVIT, EMAG, EMAG_OTHERS, OLX } from '#testing/presets.ts';
import { fixNote, fixWords, troubleText } from '#web/editor/ready/ready-words.ts';

const plan = { places: 2, own: { background: 0, crop: 0 }, source: 'planul Pro' };

describe('a crop that one place asks for', () => {
  it('is said to change all of them, before it is pressed', () => {
    const fix = { kind: 'crop', aspect: 1 } as const;
    const finding = { rule: 'shape', passes: false, photoIds: ['a'], figure: 44, fix } as const;
    assert.equal(
      fixNote(finding, { photos: 2, ...plan }),
      'Tăierea e a fotografiei: se schimbă la toate locurile alese.',
    );
    assert.equal(fixNote(finding, { photos: 2, ...plan, places: 1 }), null);
  });

  it('is worded for one photo, and for several', () => {
    const fix = { kind: 'crop', aspect: 0.5 } as const;
    const finding = { rule: 'shape', passes: false, figure: 44, fix } as const;
    assert.match(troubleText({ ...finding, photoIds: ['a'] }, ['a', 'b']), /^Nu încape întreagă .*: 01$/);
    assert.match(
      troubleText({ ...finding, photoIds: ['a', 'b'] }, ['a', 'b']),
      /^Nu încap întregi .*: 01, 02$/,
    );
  });
});

describe('the price of a new lot for places that do not fit in this one', () => {
  it('is that of all its photos', () => {
    const fix = { kind: 'split', change: {}, outputs: [], labels: ['Storia'], against: ['eMAG'] } as const;
    const finding = { rule: 'background', passes: false, photoIds: ['a'], figure: null, fix } as const;
    assert.match(fixNote(finding, { photos: 20, ...plan }) ?? '', /\(1 credit\)\.$/);
    assert.match(fixNote(finding, { photos: 22, ...plan }) ?? '', /\(2 credite\)\.$/);
  });
});

describe('a press that changes the recipe', () => {
  const background = { ...DEFAULT_BACKGROUND, kind: 'white' } as const;
  const about = { rule: 'background', passes: false, photoIds: ['a'], figure: null } as const;
  const said = (change: Partial<Recipe>, around: object = {}) =>
    fixNote({ ...about, fix: { kind: 'recipe', change } }, { photos: 12, ...plan, ...around });

  it('says before it is made that all photos and places change, not only the one that it is about', () => {
    assert.equal(
      said({ background }),
      'Fundalul e al lotului: se schimbă la toate fotografiile, la toate locurile alese.',
    );
    assert.equal(
      said({ background }, { places: 1 }),
      'Fundalul e al lotului: se schimbă la toate fotografiile.',
    );
    assert.equal(
      said({ crop: 'original' }, { photos: 1 }),
      'Tăierea e a lotului: se schimbă la toate locurile alese.',
    );
    assert.equal(said({ background }, { photos: 1, places: 1 }), null);
  });

  it('leaves out photos that have a background or crop of their own', () => {
    assert.match(said({ background }, { own: { background: 1, crop: 0 } }) ?? '', /ales separat\)\.$/);
    assert.doesNotMatch(said({ background }, { own: { background: 0, crop: 3 } }) ?? '', /separat/);
  });
});

describe('too few pixels', () => {
  const about = { passes: false, figure: 800, fix: null } as const;
  const words = (rule: 'size' | 'fill', photoIds: readonly string[], change: object = {}) =>
    troubleText({ rule, ...about, photoIds, ...change }, ['a', 'b']);

  it('are blamed on the photos where their files are large enough, and else on the files', () => {
    const cause = 'pixels';
    assert.equal(words('size', ['a']), 'Sub 800 px pe latura lungă: 01');
    assert.equal(
      words('size', ['a'], { cause }),
      'Fotografia dă prea puțini pixeli (sub 800 pe latura lungă): 01',
    );
    assert.match(words('size', ['a', 'b'], { cause }), /^Fotografiile dau prea puțini pixeli .*: 01, 02$/);
  });

  it('are named where an object is too small for its frame because of them', () => {
    assert.equal(
      words('fill', ['a'], { figure: 80, cause: 'pixels' }),
      'Obiectul are prea puțini pixeli în fotografie, așa că umple mai puțin de 80% din cadru: 01',
    );
    assert.equal(words('fill', ['a'], { figure: 80 }), 'Obiectul umple mai puțin de 80% din cadru: 01');
  });
});

describe('the button of a fix', () => {
  const presets = [OLX, AUTOVIT, EMAG, EMAG_OTHERS];
  const said = (rule: RuleId, fix: Fix, photoIds: readonly string[] = ['a']) =>
    fixWords({ rule, passes: false, photoIds, figure: null, fix }, fix, presets);
  const background = (kind: 'keep' | 'white' | 'colour') => ({ ...DEFAULT_BACKGROUND, kind });
  /** What each fix does, with its button's words for one photo and for several. */
  const FIXES: readonly (readonly [Fix, one: string, several?: string])[] = [
    ...presets.map(({ key, label }) => [{ kind: 'add-output', preset: key }, `Adaugă ${label}`] as const),
    [{ kind: 'add-output', preset: 'gone' }, 'Adaugă gone'],
    [{ kind: 'beyond-plan', most: 4, preset: 'autovit' }, 'Vezi planurile'],
    [{ kind: 'recipe', change: { background: background('white') } }, 'Pune fundal alb'],
    [{ kind: 'recipe', change: { background: background('keep') } }, 'Păstrează fundalul'],
    [{ kind: 'recipe', change: { background: background('colour') } }, 'Schimbă fundalul'],
    [{ kind: 'recipe', change: { crop: 'original' } }, 'Nu mai tăia'],
    [{ kind: 'recipe', change: { plates: DEFAULT_PLATE_COVER } }, 'Acoperă-le'],
    [{ kind: 'recipe', change: { crop: '1:1' } }, 'Schimbă rețeta'],
    [
      { kind: 'split', change: {}, outputs: ['autovit', 'olx'], labels: ['Autovit', 'OLX'], against: [] },
      'Lot separat pentru Autovit și OLX',
    ],
    [{ kind: 'lighten' }, 'Luminează mai mult'],
    [{ kind: 'crop', aspect: 1 }, 'Decupează-o pătrat', 'Decupează-le pătrat'],
    [{ kind: 'crop', aspect: 1.5 }, 'Decupează-o pe orizontală', 'Decupează-le pe orizontală'],
    [{ kind: 'crop', aspect: 0.5 }, 'Decupează-o pe verticală', 'Decupează-le pe verticală'],
    [{ kind: 'leave-out' }, 'Scoate-o din lot', 'Scoate-le din lot'],
    [{ kind: 'run-again' }, 'Procesează din nou'],
    [{ kind: 'run-rest' }, 'Procesează-o', 'Procesează-le'],
    [{ kind: 'tool', tool: 'plates' }, 'Verifică numerele'],
    [{ kind: 'tool', tool: 'background' }, 'Ajută decuparea'],
    [{ kind: 'tool', tool: 'photo' }, 'Vezi fotografia', 'Vezi fotografiile'],
  ];

  it('says what its press does, whatever rule offers it', () => {
    for (const [fix, one, several = one] of FIXES)
      for (const rule of ['count', 'size', 'background', 'plates', 'blurry'] as const)
        assert.deepEqual([said(rule, fix), said(rule, fix, ['a', 'b'])], [one, several]);
  });

  it('asks for another ground, not for help with a good cut-out, where a place wants the true one', () => {
    assert.equal(said('real-background', { kind: 'tool', tool: 'background' }), 'Schimbă fundalul');
    assert.equal(said('real-background', { kind: 'tool', tool: 'photo' }), 'Vezi fotografia');
  });
});
