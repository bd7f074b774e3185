import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { NO_EXCEPTION } from '#domain/recipes/exception.ts';
import {
  cutoutState,
  cutoutWork,
  nextToSee,
  photosIn,
  photosToSee,
} from '#web/features/recipes/cutout/state.ts';

const white = { background: { ...DEFAULT_BACKGROUND, kind: 'white' as const } };
const keep = { background: DEFAULT_BACKGROUND };
const photo = (id: string, sure: boolean | null, approved = false) =>
  ({ id, state: 'ready', cutout: sure === null ? null : { id: `cut_${id}`, sure, approved } }) as Photo;

describe('a photo whose background is to be replaced', () => {
  it('asks for a look when the engine is not sure, until the person takes the cut-out or keeps the background', () => {
    assert.equal(cutoutState(photo('a', true), white, NO_EXCEPTION), 'used');
    assert.equal(cutoutState(photo('a', false), white, NO_EXCEPTION), 'unsure');
    assert.equal(cutoutState(photo('a', false, true), white, NO_EXCEPTION), 'used');
    assert.equal(cutoutState(photo('a', null), white, NO_EXCEPTION), 'awaited');
    assert.equal(
      cutoutState(photo('a', false), white, { ...NO_EXCEPTION, background: DEFAULT_BACKGROUND }),
      'kept',
    );
    assert.equal(cutoutState(photo('a', false), keep, NO_EXCEPTION), 'kept');
    assert.equal(cutoutState(photo('a', null), keep, { ...NO_EXCEPTION, ...white }), 'awaited');
    assert.equal(
      cutoutState({ state: 'preparing', cutout: null, cutoutFailed: false }, white, NO_EXCEPTION),
      'kept',
    );
  });

  it('asks for a look as well where looking for its object failed, and is searched no more', () => {
    const broken = { ...photo('b', null), cutoutFailed: true };
    const lot = { photos: [photo('a', false), broken, photo('c', null)], recipe: white, exceptions: {} };
    assert.equal(cutoutState(broken, white, NO_EXCEPTION), 'failed');
    assert.equal(cutoutState({ ...broken, ...photo('b', true) }, white, NO_EXCEPTION), 'used');
    assert.deepEqual(
      photosToSee(lot).map(({ id }) => id),
      ['a', 'b'],
    );
    assert.equal(nextToSee(lot, 'a')?.id, 'b');
    assert.equal(cutoutWork(lot, broken), null);
    assert.equal(cutoutWork(lot, lot.photos[2] ?? null)?.done, 2);
  });

  it('shows how far the search is while its own object is awaited, and nothing before or after', () => {
    const photos = [
      photo('a', true),
      photo('b', null),
      photo('c', false),
      photo('d', null),
      photo('e', null),
    ];
    const exceptions = { e: { ...NO_EXCEPTION, background: DEFAULT_BACKGROUND } };
    const work = (id: number, recipe: typeof white | typeof keep = white) =>
      cutoutWork({ photos, recipe, exceptions }, photos[id] ?? null);
    assert.deepEqual([work(1)?.done, work(1)?.of], [2, 4]);
    assert.deepEqual([work(0), work(2), work(4), work(1, keep)], [null, null, null, null]);
  });

  it('comes after the one just looked at, round the strip, each once', () => {
    const photos = [photo('a', false), photo('b', true), photo('c', false), photo('d', false)];
    const exceptions = { d: { ...NO_EXCEPTION, background: DEFAULT_BACKGROUND } };
    const lot = { photos, recipe: white, exceptions };
    assert.deepEqual(
      photosIn('unsure', lot).map(({ id }) => id),
      ['a', 'c'],
    );
    assert.equal(nextToSee(lot, 'a')?.id, 'c');
    assert.equal(nextToSee(lot, 'c')?.id, 'a');
    assert.equal(nextToSee({ ...lot, photos: [photo('a', false)] }, 'a'), null);
  });
});
