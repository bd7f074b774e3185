import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import {
  coveredAnywayWords,
  coverUnasked,
  coverWords,
  foundPlates,
} from '#web/features/batches/start/found-plates.ts';

const PLATE = [
  { x: 0.4, y: 0.6 },
  { x: 0.6, y: 0.6 },
  { x: 0.6, y: 0.65 },
  { x: 0.4, y: 0.65 },
];
const photo = (change: object) =>
  ({ id: '', state: 'ready', plates: null, plateSuggestions: [PLATE], ...change }) as unknown as Photo;
const photos = {
  asked: photo({ id: 'asked' }),
  sure: photo({ id: 'sure', surePlates: [PLATE] }),
  answered: photo({ plates: [] }),
  preparing: photo({ state: 'preparing' }),
};
const withCover = (change: object) => ({
  photos,
  recipe: { ...DEFAULT_RECIPE, plates: { ...DEFAULT_RECIPE.plates, ...change } },
});
const ALL = Object.keys(photos);
const found = (
  change: object,
  { photoIds = ALL, wrong = [] }: { photoIds?: string[]; wrong?: string[] } = {},
) => foundPlates(withCover(change), photoIds, (id) => wrong.includes(id));

describe('the question about plates before a start', () => {
  it('counts the plates of the photos that start, where they wait for an answer', () => {
    assert.equal(found({}).asked, 2);
    assert.equal(found({}, { photoIds: ['answered', 'gone'] }).asked, 0);
    assert.equal(found({ coverSure: true }).asked, 1);
    assert.equal(found({ kind: 'off' }).asked, 0);
  });

  it('leaves out plates that a person has marked as wrong, and names their photos', () => {
    assert.deepEqual(found({}, { wrong: ['asked', 'answered'] }), { asked: 1, alone: 0, wrongOn: ['asked'] });
    assert.deepEqual(found({}, { wrong: ['asked', 'sure'] }), {
      asked: 0,
      alone: 0,
      wrongOn: ['asked', 'sure'],
    });
  });

  it('names the plates that the recipe covers by itself, also where the answer is „Pornește fără”', () => {
    const { asked, alone } = found({ coverSure: true });
    assert.deepEqual([asked, alone], [1, 1]);
    assert.deepEqual([0, 1, 4, 20].map(coveredAnywayWords), [
      null,
      'Încă 1 număr, sigur, se acoperă oricum.',
      'Încă 4 numere, sigure, se acoperă oricum.',
      'Încă 20 de numere, sigure, se acoperă oricum.',
    ]);
  });

  it('covers the sure plates of photos that had not come, unless all stay in sight by choice', () => {
    assert.deepEqual(
      [coverUnasked(withCover({})), coverUnasked(withCover({ kind: 'off' }))],
      ['sure', 'none'],
    );
  });

  it('is put in Romanian', () => {
    assert.deepEqual([1, 5, 20].map(coverWords), [
      'Am găsit 1 număr. Acoperă-l și pornește',
      'Am găsit 5 numere. Acoperă-le și pornește',
      'Am găsit 20 de numere. Acoperă-le și pornește',
    ]);
  });
});
