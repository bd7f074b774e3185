import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Batch } from '#contract/batches.ts';
import {
  type AdvertPicture,
  addPicture,
  findAdvertOutput,
  movePicture,
  proposePagePictures,
  proposePictures,
  removePicture,
  switchWay,
} from './picture-choice.ts';

const picture = (key: string, facts: Partial<AdvertPicture> = {}): AdvertPicture => ({
  key,
  source: { result: key },
  photoId: `photo of ${key}`,
  url: '',
  name: key,
  place: 1,
  isOld: false,
  verdict: null,
  ...facts,
});
const own = [picture('a'), picture('b', { verdict: 'numărul se vede' }), picture('c'), picture('d')];
const old = [picture('old-0', { isOld: true }), picture('old-1', { isOld: true })];
const proposeAfter = (before: Parameters<typeof proposePictures>[0]['before'] = []) =>
  proposePictures({ own, old, before }, 'replace', 8);

/** A lot with a file of each output. */
const madeFor = (...outputKeys: string[]) =>
  ({
    outputs: outputKeys.map((preset) => ({ kind: 'preset', preset })),
    outputLabels: Object.fromEntries(outputKeys.map((key) => [key, key])),
    results: Object.fromEntries(outputKeys.map((outputKey) => [outputKey, { outputKey, photoId: 'a' }])),
  }) as unknown as Batch;

describe('pictures for an advert', () => {
  it('are of the output that is made for its site, else of the lot’s first', () => {
    const lot = madeFor('site', 'olx', 'autovit');
    deepEqual([findAdvertOutput(lot, 'olx'), findAdvertOutput(lot, 'autovit')], ['olx', 'autovit']);
    equal(findAdvertOutput(madeFor('site', 'olx'), 'autovit'), 'site');
    equal(findAdvertOutput(madeFor(), 'autovit'), null);
  });

  it('are the files that pass, in the lot’s order, at most as many as the category takes', () => {
    deepEqual(proposePictures({ own, old }, 'replace', 8), ['a', 'c', 'd']);
    deepEqual(proposePictures({ own, old }, 'replace', 2), ['a', 'c']);
    deepEqual(proposePictures({ own, old }, 'replace', 1), ['a']);
    const before = ['d', 'a'].map((key) => ({ key, photoId: `photo of ${key}` }));
    deepEqual(proposePictures({ own, old, before }, 'replace', 1), ['d']);
    deepEqual(proposePictures({ own, old }, 'replace', 0), []);
  });

  it('come after the old ones when they are added', () => {
    deepEqual(proposePictures({ own, old }, 'add', 8), ['old-0', 'old-1', 'a', 'c', 'd']);
    deepEqual(proposePictures({ own, old }, 'add', 3), ['old-0', 'old-1', 'a']);
  });

  it('keep their choice and order while they replace the old ones, are added to them, and replace them again', () => {
    const chosen = { keys: ['d', 'a'], cut: [] };
    const added = switchWay(chosen, { old, way: 'add', most: 8 });
    deepEqual(added, { keys: ['old-0', 'old-1', 'd', 'a'], cut: [] });
    deepEqual(switchWay(added, { old, way: 'replace', most: 8 }), chosen);
    const full = switchWay(chosen, { old, way: 'add', most: 3 });
    deepEqual(full, { keys: ['old-0', 'old-1', 'd'], cut: ['a'] });
    deepEqual(switchWay(full, { old, way: 'replace', most: 3 }), chosen);
    deepEqual(switchWay({ keys: ['old-0'], cut: [] }, { old, way: 'replace', most: 3 }).keys, []);
    deepEqual(switchWay(chosen, { old, way: 'add', most: 1 }), { keys: ['old-0'], cut: ['d', 'a'] });
  });

  it('stand as they were sent the last time, as long as all of those are there', () => {
    const propose = (...keys: string[]) =>
      proposeAfter(keys.map((key) => ({ key, photoId: `photo of ${key}` })));
    deepEqual(propose('d', 'a'), ['d', 'a']);
    deepEqual(propose('d', 'b', 'a'), ['d', 'a'], 'one does not pass any more');
    deepEqual(propose('d', 'gone', 'a'), ['d', 'a'], 'one is no longer of the lot');
    deepEqual(propose('gone'), ['a', 'c', 'd']);
    const before = [{ key: 'd', photoId: 'photo of d' }];
    deepEqual(proposePictures({ own, old, before }, 'add', 3), ['old-0', 'old-1', 'a']);
  });

  it('are left out at first where something advises against them, and stay once a person has put them in', () => {
    const advised = own.map((each) => (each.key === 'b' ? { ...each, isAdvice: true } : each));
    const before = ['b', 'a'].map((key) => ({ key, photoId: `photo of ${key}` }));
    deepEqual(proposePictures({ own: advised, old }, 'replace', 8), ['a', 'c', 'd']);
    deepEqual(proposePictures({ own: advised, old, before }, 'replace', 8), ['b', 'a']);
  });

  it('stand as their photos were sent the last time when the lot was made anew since', () => {
    const before = ['d', 'a'].map((key) => ({ key: `${key} of before`, photoId: `photo of ${key}` }));
    deepEqual(proposeAfter(before), ['d', 'a']);
    deepEqual(proposeAfter([...before, { key: 'of an earlier version', photoId: null }]), ['a', 'c', 'd']);
    deepEqual(proposeAfter([...before, { key: 'c', photoId: null }]), ['d', 'a', 'c']);
  });

  it('of a page are those of its photos, in its order, else all without a mark', () => {
    const all = [picture('a'), picture('b', { mark: 'se vede numărul' }), picture('c')];
    const published = (...keys: string[]) =>
      keys.map((key) => ({ resultId: key, photoId: `photo of ${key}` }));
    deepEqual(proposePagePictures(all, [], 60), ['a', 'c']);
    deepEqual(proposePagePictures(all, published('c', 'b'), 60), ['c', 'b']);
    // Made anew since: a left-out photo stays out, and one on which a plate can be read by now goes.
    const before = published('c', 'b').map((each) => ({ ...each, resultId: 'of an earlier run' }));
    deepEqual(proposePagePictures(all, before, 60), ['c']);
  });

  it('move by one place or to the front, and stay at the ends', () => {
    deepEqual(movePicture(['a', 'b', 'c'], 'c', -2), ['c', 'a', 'b']);
    deepEqual(movePicture(['a', 'b', 'c'], 'a', 1), ['b', 'a', 'c']);
    deepEqual(movePicture(['a', 'b', 'c'], 'a', -1), ['a', 'b', 'c']);
    deepEqual(movePicture(['a', 'b', 'c'], 'c', 5), ['a', 'b', 'c']);
    deepEqual(movePicture(['a', 'b'], 'x', 1), ['a', 'b']);
  });

  it('are taken out and put in, once each and never beyond the limit', () => {
    deepEqual(removePicture(['a', 'b'], 'a'), ['b']);
    deepEqual(addPicture(['a'], 'b', 2), ['a', 'b']);
    deepEqual(addPicture(['a', 'b'], 'c', 2), ['a', 'b']);
    deepEqual(addPicture(['a'], 'a', 2), ['a']);
  });
});
