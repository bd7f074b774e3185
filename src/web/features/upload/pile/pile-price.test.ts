import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pickPaid, shortWords } from '#web/features/upload/pile/pile-price.ts';

const priced = (...costs: number[]) => costs.map((cost) => ({ cost }));
const pay = (credits: number | null, ...costs: number[]) =>
  pickPaid(priced(...costs), credits).map(({ cost }) => cost);

describe('the balance and the lots of a pile', () => {
  test('pays each lot in its turn, and a cheaper one after one that is too dear', () => {
    deepEqual(pay(3, 1, 1, 1, 1), [1, 1, 1]);
    deepEqual(pay(3, 2, 4, 1, 1), [2, 1]);
    deepEqual(pay(0, 1, 0), [0]);
  });

  test('pays all lots without a limit, and while it is unknown', () => {
    deepEqual(pay(-1, 5, 5), [5, 5]);
    deepEqual(pay(null, 5, 5), [5, 5]);
    equal(shortWords(priced(5, 5), -1), null);
    equal(shortWords(priced(5, 5), null), null);
  });

  test('says how many lots it pays and that the others stay', () => {
    equal(shortWords(priced(1, 1), 2), null);
    equal(shortWords(priced(1, 1, 1), 1), 'Ai 1 credit: ajung pentru 1 lot. Celelalte rămân nepornite.');
    equal(shortWords(priced(1, 1, 1), 2), 'Ai 2 credite: ajung pentru 2 loturi. Celălalt rămâne nepornit.');
    equal(shortWords(priced(1, 1), 0), 'Ai 0 credite: nu ajung pentru niciunul. Loturile rămân nepornite.');
    equal(shortWords(priced(3), 2), 'Ai 2 credite: nu ajung. Lotul rămâne nepornit.');
  });
});
