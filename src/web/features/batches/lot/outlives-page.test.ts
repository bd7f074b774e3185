import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outlivesPage } from '#web/features/batches/lot/lot-autosave.ts';

describe('the last edits of a page that goes away', () => {
  it('go out in a request that outlives it while they are short enough for one, counted in bytes', () => {
    assert.ok(outlivesPage('a'.repeat(60_000)));
    assert.ok(!outlivesPage('ș'.repeat(40_000)));
  });
});
