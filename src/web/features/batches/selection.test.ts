import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownPhoto } from '#web/features/batches/selection.ts';

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
