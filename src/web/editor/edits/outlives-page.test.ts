import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitsKeepalive } from '#web/editor/edits/batch-autosave.ts';

describe('the last edits of a page that goes away', () => {
  it('go out in a request that outlives it while they are short enough for one, counted in bytes', () => {
    assert.ok(fitsKeepalive('a'.repeat(60_000)));
    assert.ok(!fitsKeepalive('ș'.repeat(40_000)));
  });
});
