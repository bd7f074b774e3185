import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { isAlarming, verifyWords } from '#web/features/admin/system/integrity-words.ts';

test('books that do not agree, or could not be checked, call for a look; a check under way does not', () => {
  const at = '2026-03-02T03:03:00.000Z';
  const whole = { askedAt: at, endedAt: at, violations: [], problem: null };
  const broken = { ...whole, violations: [{ rule: 'a balance is the sum of its ledger', rows: ['usr_1'] }] };
  const undone = { ...whole, problem: 'timeout' };
  const open = { ...whole, endedAt: null };
  deepEqual([null, whole, broken, undone, open].map(isAlarming), [false, false, true, true, false]);
  deepEqual(
    [whole, broken, undone].map((verify) => verifyWords(verify).split(/[ :]/)[0]),
    ['Totul', '1', 'Verificarea'],
  );
});
