import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEntry, SIDE_BOUNDS } from '#web/editor/panel/outputs/number-entry.ts';

describe('a size typed by hand', () => {
  it('takes whole numbers, also with the point of thousands', () => {
    assert.deepEqual(readEntry('1200', SIDE_BOUNDS), { ok: true, value: 1200 });
    assert.deepEqual(readEntry(' 1.200 ', SIDE_BOUNDS), { ok: true, value: 1200 });
  });

  it('says the bounds instead of saving a number that cannot be used', () => {
    for (const text of ['', '12', '6001', '12,5', 'o mie', '-40']) {
      assert.deepEqual(readEntry(text, SIDE_BOUNDS), { ok: false, error: 'Între 16 și 6.000.' });
    }
  });
});
