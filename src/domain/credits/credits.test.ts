import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterRelease, isDue } from '#domain/credits/expiry.ts';
import {
  computeRevocation,
  lastDayToWithdraw,
  mayAskRefund,
  refundBani,
} from '#domain/credits/revocation.ts';
import { isFallToZero, isUnlimited, totalCredits } from '#domain/credits/unlimited.ts';
import { lowBalanceGrant } from '#domain/credits/warnings.ts';

const now = new Date('2026-11-21T10:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

test('a grant that fell due while its credits were held lives 7 days from that release, once per grant', () => {
  const due = { expiresAt: inDays(-1), extendedAt: null };
  const graced = afterRelease(due, now);
  deepEqual(graced, { expiresAt: inDays(7), extendedAt: now });
  deepEqual(afterRelease(graced, inDays(8)), graced);
  const alive = { expiresAt: inDays(1), extendedAt: null };
  equal(afterRelease(alive, now), alive);
  equal(isDue({ expiresAt: now }, now), true);
  equal(isDue({ expiresAt: null }, now), false);
});

test('the balance is low at 20 % of the largest live grant', () => {
  const live = [
    { id: 'mic', granted: 3, remaining: 0 },
    { id: 'mare', granted: 60, remaining: 12 },
  ];
  equal(lowBalanceGrant(13, live), null);
  equal(lowBalanceGrant(12, live), 'mare');
  equal(lowBalanceGrant(0, live), 'mare');
  equal(lowBalanceGrant(-1, live), null);
  equal(lowBalanceGrant(0, []), null);
});

test('a refund is price × unspent unheld ÷ granted, rounded up to the ban', () => {
  equal(refundBani(5000, { granted: 10, remaining: 10 }), 5000);
  equal(refundBani(20_000, { granted: 60, remaining: 59 }), 19_667);
  equal(refundBani(5000, { granted: 10, remaining: 0 }), 0);
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 500 }), fc.nat(500), (paid, granted, spent) => {
      const remaining = Math.max(0, granted - spent);
      const back = refundBani(paid, { granted, remaining });
      equal(back >= 0 && back <= paid, true);
      equal(back * granted >= paid * remaining && (back - 1) * granted < paid * remaining, true);
    }),
  );
});

test('a refund from outside withdraws what is left and notes the shortfall, without a debt', () => {
  deepEqual(computeRevocation({ granted: 25, remaining: 4 }), { withdrawn: 4, shortfall: 21 });
  deepEqual(computeRevocation({ granted: 25, remaining: 0 }), { withdrawn: 0, shortfall: 25 });
});

test('a buyer may ask for a refund until the 14th day after that of the payment is over, or the next working day', () => {
  const last = (paidAt: string) => lastDayToWithdraw(new Date(paidAt));
  // Wednesdays; the second is one minute before midnight in Bucharest, the third one minute after.
  deepEqual(['2026-11-25T08:00:00Z', '2026-11-25T21:59:00Z', '2026-11-25T22:01:00Z'].map(last), [
    '2026-12-09',
    '2026-12-09',
    '2026-12-10',
  ]);
  // A Saturday; the 1st of December, a holiday; Good Friday, after which come Easter and its Monday; across the change of clocks.
  deepEqual(
    ['2026-11-21T08:00:00Z', '2026-11-17T08:00:00Z', '2027-04-16T08:00:00Z', '2026-10-14T22:30:00Z'].map(
      last,
    ),
    ['2026-12-07', '2026-12-02', '2027-05-04', '2026-10-29'],
  );
  const paidAt = new Date('2026-11-25T08:00:00Z');
  equal(mayAskRefund(paidAt, new Date('2026-12-09T21:59:59.999Z')), true);
  equal(mayAskRefund(paidAt, new Date('2026-12-09T22:00:00Z')), false);
});

test('unlimited is a span over the balance, and −1 → 0 counts as a fall from above 0', () => {
  deepEqual(
    [inDays(1), now, null, 'for-ever' as const].map((until) => totalCredits(7, until, now)),
    [-1, 7, 7, -1],
  );
  equal(isUnlimited('for-ever', inDays(9999)), true);
  deepEqual(
    [null, 5, -1, 0].map((before) => isFallToZero(before, 0)),
    [true, true, true, false],
  );
  equal(isFallToZero(5, 1), false);
});
