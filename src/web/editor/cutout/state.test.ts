import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { cutoutState, cutoutWork, nextToSee, photosIn, photosToSee } from '#web/editor/cutout/state.ts';

/** A batch without a chosen place. */
const ALL_PLACES = { outputs: [], presets: [] };

const white = { background: { ...DEFAULT_BACKGROUND, kind: 'white' as const } };
const keep = { background: DEFAULT_BACKGROUND };
const photo = (id: string, sure: boolean | null, approved = false) =>
  ({ id, state: 'ready', cutout: sure === null ? null : { id: `cut_${id}`, sure, approved } }) as Photo;

describe('a photo whose background is to be replaced', () => {
  it('asks for a look when the engine is not sure, until the person takes the cut-out or keeps the background', () => {
    assert.equal(cutoutState(photo('a', true), white, NO_OVERRIDES), 'used');
    assert.equal(cutoutState(photo('a', false), white, NO_OVERRIDES), 'unsure');
    assert.equal(cutoutState(photo('a', false, true), white, NO_OVERRIDES), 'used');
    assert.equal(cutoutState(photo('a', null), white, NO_OVERRIDES), 'awaited');
    assert.equal(
      cutoutState(photo('a', false), white, { ...NO_OVERRIDES, background: DEFAULT_BACKGROUND }),
      'kept',
    );
    assert.equal(cutoutState(photo('a', false), keep, NO_OVERRIDES), 'kept');
    assert.equal(cutoutState(photo('a', null), keep, { ...NO_OVERRIDES, ...white }), 'awaited');
    assert.equal(
      cutoutState({ state: 'preparing', cutout: null, cutoutFailed: false }, white, NO_OVERRIDES),
      'kept',
    );
  });

  it('asks for a look as well where looking for its object failed, and is searched no more', () => {
    const broken = { ...photo('b', null), cutoutFailed: true };
    const batch = {
      photos: [photo('a', false), broken, photo('c', null)],
      recipe: white,
      exceptions: {},
      ...ALL_PLACES,
    };
    assert.equal(cutoutState(broken, white, NO_OVERRIDES), 'failed');
    assert.equal(cutoutState({ ...broken, ...photo('b', true) }, white, NO_OVERRIDES), 'used');
    assert.deepEqual(
      photosToSee(batch).map(({ id }) => id),
      ['a', 'b'],
    );
    assert.equal(nextToSee(batch, 'a')?.id, 'b');
    assert.equal(cutoutWork(batch, broken), null);
    assert.equal(cutoutWork(batch, batch.photos[2] ?? null)?.done, 2);
  });

  it('shows how far the search is while its own object is awaited, and nothing before or after', () => {
    const photos = [
      photo('a', true),
      photo('b', null),
      photo('c', false),
      photo('d', null),
      photo('e', null),
    ];
    const exceptions = { e: { ...NO_OVERRIDES, background: DEFAULT_BACKGROUND } };
    const work = (id: number, recipe: typeof white | typeof keep = white) =>
      cutoutWork({ photos, recipe, exceptions, ...ALL_PLACES }, photos[id] ?? null);
    assert.deepEqual([work(1)?.done, work(1)?.of], [2, 4]);
    assert.deepEqual([work(0), work(2), work(4), work(1, keep)], [null, null, null, null]);
  });

  it('comes after the one just looked at, round the strip, each once', () => {
    const photos = [photo('a', false), photo('b', true), photo('c', false), photo('d', false)];
    const exceptions = { d: { ...NO_OVERRIDES, background: DEFAULT_BACKGROUND } };
    const batch = { photos, recipe: white, exceptions, ...ALL_PLACES };
    assert.deepEqual(
      photosIn('unsure', batch).map(({ id }) => id),
      ['a', 'c'],
    );
    assert.equal(nextToSee(batch, 'a')?.id, 'c');
    assert.equal(nextToSee(batch, 'c')?.id, 'a');
    assert.equal(nextToSee({ ...batch, photos: [photo('a', false)] }, 'a'), null);
  });
});
