import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceBuys, spokenCredits } from '#web/text/credit-words.ts';

test('a screen reader hears the balance in words, ∞ as nelimitat', () => {
  assert.equal(spokenCredits(-1), 'credite: nelimitat');
  assert.equal(spokenCredits(1), '1 credit');
  assert.equal(spokenCredits(20), '20 de credite');
});

test('a balance says what it buys', () => {
  assert.equal(balanceBuys(-1), 'Poți procesa oricâte loturi.');
  assert.equal(balanceBuys(0), 'Nu mai ajunge pentru un lot nou.');
  assert.equal(balanceBuys(1), 'Ajunge pentru un lot de cel mult 20 de fotografii.');
  assert.equal(balanceBuys(3), 'Ajung pentru 3 loturi de câte 20 de fotografii.');
  assert.equal(balanceBuys(25), 'Ajung pentru 25 de loturi de câte 20 de fotografii.');
});
