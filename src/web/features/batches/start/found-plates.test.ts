import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { coverUnasked, coverWords, foundPlates } from '#web/features/batches/start/found-plates.ts';

const PLATE = [
  { x: 0.4, y: 0.6 },
  { x: 0.6, y: 0.6 },
  { x: 0.6, y: 0.65 },
  { x: 0.4, y: 0.65 },
];
const photo = (change: object) =>
  ({ state: 'ready', plates: null, plateSuggestions: [PLATE], ...change }) as unknown as Photo;
const photos = {
  asked: photo({}),
  sure: photo({ surePlates: [PLATE] }),
  answered: photo({ plates: [] }),
  preparing: photo({ state: 'preparing' }),
};
const withCover = (change: object) => ({
  photos,
  recipe: { ...DEFAULT_RECIPE, plates: { ...DEFAULT_RECIPE.plates, ...change } },
});
const ALL = Object.keys(photos);

describe('the question about plates before a start', () => {
  it('counts those of the photos that start and that wait for an answer', () => {
    assert.equal(foundPlates(withCover({}), ALL), 2);
    assert.equal(foundPlates(withCover({}), ['answered', 'gone']), 0);
    assert.equal(foundPlates(withCover({ coverSure: true }), ALL), 1);
    assert.equal(foundPlates(withCover({ kind: 'off' }), ALL), 0);
  });

  it('covers the sure ones of photos that had not come, unless all stay at sight by choice', () => {
    assert.deepEqual(
      [coverUnasked(withCover({})), coverUnasked(withCover({ kind: 'off' }))],
      ['sure', 'none'],
    );
  });

  it('says it in Romanian', () => {
    assert.deepEqual([1, 5, 20].map(coverWords), [
      'Am găsit 1 număr. Acoperă-l și pornește',
      'Am găsit 5 numere. Acoperă-le și pornește',
      'Am găsit 20 de numere. Acoperă-le și pornește',
    ]);
  });
});
