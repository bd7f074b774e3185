import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { refundAmount } from '#domain/payments/refund.ts';

describe('what goes back of an order', () => {
  it('is the worth of the unspent credits, but never what went back out of goodwill before', () => {
    const paid = { paidBani: 5000, goodwillBani: 0 };
    equal(refundAmount(paid, { granted: 10, remaining: 4 }), 2000);
    equal(refundAmount({ ...paid, goodwillBani: 1500 }, { granted: 10, remaining: 4 }), 2000);
    equal(refundAmount({ ...paid, goodwillBani: 1500 }, { granted: 10, remaining: 10 }), 3500);
    equal(refundAmount({ ...paid, goodwillBani: 5000 }, null), 0);
  });

  it('never passes what was paid together with the goodwill, whatever was given', () => {
    const given = fc
      .record({ granted: fc.integer({ min: 0, max: 300 }), spent: fc.nat(300) })
      .map(({ granted, spent }) => ({ granted, remaining: Math.max(0, granted - spent) }));
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), fc.option(given), (paidBani, part, credits) => {
        const goodwillBani = Math.min(paidBani, part);
        const bani = refundAmount({ paidBani, goodwillBani }, credits);
        return bani >= 0 && bani + goodwillBani <= paidBani;
      }),
    );
  });
});
