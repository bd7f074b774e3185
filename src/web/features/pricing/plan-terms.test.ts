import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CREDIT_BUYS, GIFT_LINE, limitLines } from '#web/features/pricing/plan-terms.ts';

test('a credit buys up to 20 photos of one lot and 30 days of free redos', () => {
  assert.equal(CREDIT_BUYS[0], 'cel mult 20 de fotografii ale aceluiași lot');
  assert.match(CREDIT_BUYS[2] ?? '', /30 de zile$/);
  assert.equal(GIFT_LINE, '3 credite, o dată, la crearea contului');
});

test('the limits in force are those the server sent', () => {
  const limits = {
    photosPerLot: 60,
    outputsPerRun: 4,
    savedRecipes: 10,
    retentionDays: 30,
    storageBytes: 10_000_000_000,
    photosAtOnce: 1,
  };
  assert.deepEqual(limitLines({ limits }), [
    '60 de fotografii pe lot',
    '4 variante la o procesare',
    '10\u00a0GB de spațiu',
  ]);
});
