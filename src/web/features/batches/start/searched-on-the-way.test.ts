import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { searchedOnTheWay } from '#web/features/batches/start/searched-on-the-way.ts';

it('a start before the objects are found says that it waits for none, and how doubtful ones are treated', () => {
  const photo = (id: string, change: object = {}) =>
    ({ id, state: 'ready', cutout: null, cutoutFailed: false, ...change }) as Photo;
  const photos = {
    one: photo('one'),
    two: photo('two'),
    kept: photo('kept'),
    lost: photo('lost', { cutoutFailed: true }),
    found: photo('found', { cutout: { id: 'cut' } }),
  };
  const recipe = { ...DEFAULT_RECIPE, background: { ...DEFAULT_BACKGROUND, kind: 'white' as const } };
  const exceptions = { kept: { ...NO_OVERRIDES, background: DEFAULT_BACKGROUND } };
  const ready = (photoIds: string[]) => ({ kind: 'ready', photoIds, cost: 1, label: '' }) as const;
  const said = (photoIds: string[]) => searchedOnTheWay({ photos, recipe, exceptions }, ready(photoIds));
  assert.equal(
    said(Object.keys(photos)),
    'Căutăm încă obiectul în 2 fotografii. Dacă pornești acum, căutarea continuă în timpul procesării, iar unde nu suntem siguri rămâne fundalul.',
  );
  assert.match(said(['two', 'found']) ?? '', /în 1 fotografie\./);
  assert.equal(said(['kept', 'lost', 'found']), null);
  const early = { kind: 'early', cost: 1, label: '' } as const;
  assert.equal(searchedOnTheWay({ photos, recipe, exceptions }, early), null);
  assert.equal(searchedOnTheWay({ photos, recipe: DEFAULT_RECIPE, exceptions }, ready(['one'])), null);
});
