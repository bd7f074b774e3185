import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceBuys, creditParts } from '#web/text/credit-words.ts';

test('a balance is a figure and its noun, unlimited is ∞', () => {
  assert.deepEqual(creditParts(-1), ['∞', 'credite']);
  assert.deepEqual(creditParts(1), ['1', 'credit']);
  assert.deepEqual(creditParts(20), ['20', 'de credite']);
  assert.deepEqual(creditParts(1020), ['1.020', 'de credite']);
});

test('a balance says what it buys', () => {
  assert.equal(balanceBuys(-1), 'Poți procesa oricâte loturi.');
  assert.equal(balanceBuys(0), 'Nu mai ajunge pentru un lot nou.');
  assert.equal(balanceBuys(1), 'Ajunge pentru un lot de cel mult 20 de fotografii.');
  assert.equal(balanceBuys(3), 'Ajung pentru 3 loturi de câte 20 de fotografii.');
  assert.equal(balanceBuys(25), 'Ajung pentru 25 de loturi de câte 20 de fotografii.');
});
