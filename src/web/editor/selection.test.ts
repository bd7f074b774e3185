import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outputIndex, shownPhoto } from '#web/editor/use-selected-photo.ts';

describe('the photo on the stage', () => {
  it('is the cover until another is chosen', () => {
    assert.equal(shownPhoto(['a', 'b'], null, []), 'a');
    assert.equal(shownPhoto(['a', 'b'], 'b', ['a', 'b']), 'b');
    assert.equal(shownPhoto([], null, []), null);
  });

  it('is the one that takes the place of a removed one', () => {
    assert.equal(shownPhoto(['a', 'c'], 'b', ['a', 'b', 'c']), 'c');
    assert.equal(shownPhoto(['a', 'b'], 'c', ['a', 'b', 'c']), 'b');
    assert.equal(shownPhoto([], 'a', ['a']), null);
  });
});

describe('the output on the stage', () => {
  it('stays the chosen one when another recipe moves it, and is the one in its place when that drops it', () => {
    const autovit = { key: 'autovit', index: 1 };
    assert.equal(outputIndex(autovit, ['olx', 'autovit']), 1);
    assert.equal(outputIndex(autovit, ['autovit', 'olx']), 0);
    assert.equal(outputIndex(autovit, ['olx', 'vinted', 'custom-1']), 1);
    assert.equal(outputIndex(autovit, ['olx']), 0);
    assert.equal(outputIndex({ key: null, index: 0 }, []), 0);
  });
});
