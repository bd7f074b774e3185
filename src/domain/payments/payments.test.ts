import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { declineSentence } from '#domain/language/decline-sentences.ts';
import { toBani, toLei } from '#domain/payments/amount.ts';
import { DECLINE_REASONS, declineReason, paymentState } from '#domain/payments/provider-status.ts';
import { countDraws } from '#testing/draws.ts';

test('amounts are lei on the wire and integer bani inside, exact both ways', () => {
  deepEqual([5000, 14_990, 10, 1, 0].map(toLei), [50, 149.9, 0.1, 0.01, 0]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (bani) => {
      equal(toBani(JSON.parse(JSON.stringify(toLei(bani)))), bani);
    }),
    { numRuns: countDraws({ local: 500, ci: 2000 }) },
  );
});

test('an amount that is no whole number of bani is no amount, never a rounded one', () => {
  for (const odd of [
    49.999,
    50.001,
    0.005,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    '50',
    null,
    undefined,
  ])
    equal(toBani(odd), null, String(odd));
  for (const odd of [0.5, -1, Number.NaN]) throws(() => toLei(odd), RangeError);
});

test('paid is 3 or 5 and nothing else; 1 has only begun, 15 waits for 3-D Secure', () => {
  const paid = Array.from({ length: 100 }, (_, status) => status).filter((s) => paymentState(s) === 'paid');
  deepEqual(paid, [3, 5]);
  equal(paymentState(1), 'not-begun');
  equal(paymentState(15), 'three-d-secure');
});

test('declined is not cancelled, money back is refunded, a dispute is a chargeback', () => {
  deepEqual([11, 12].map(paymentState), ['declined', 'declined']);
  deepEqual([4, 17].map(paymentState), ['cancelled', 'cancelled']);
  equal(paymentState(8), 'refunded');
  deepEqual([9, 10, 16].map(paymentState), ['chargeback', 'chargeback', 'chargeback']);
  equal(paymentState(23), 'expired');
  deepEqual([2, 6, 14, 18].map(paymentState), Array(4).fill('pending'));
  equal(paymentState(13), 'fraud-check');
});

test('an undocumented status is unknown, a text is no status', () => {
  for (const odd of [0, 7, 19, 24, -3, 3.5, '3', null, undefined, {}]) equal(paymentState(odd), 'unknown');
});

test('a declined card has a reason with a Romanian sentence, whatever the code; other states have none', () => {
  equal(declineReason('declined', '20'), 'insufficient-funds');
  equal(declineReason('declined', 19), 'expired-card');
  equal(declineReason('declined', '777'), 'other');
  equal(declineReason('declined', null), 'other');
  equal(declineReason('paid', '00'), null);
  equal(declineReason('pending', '20'), null);
  equal(declineSentence('insufficient-funds'), 'Fonduri insuficiente.');
  for (const reason of DECLINE_REASONS) ok(/^[A-ZÎ].*\.$/.test(declineSentence(reason)));
});
