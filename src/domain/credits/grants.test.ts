import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  GRANT_SOURCES,
  type Grant,
  inSpendingOrder,
  returnedParts,
  takeParts,
} from '#domain/credits/grants.ts';

const grant = (
  id: string,
  source: Grant['source'],
  { day, remaining = 5 }: { day: number | null; remaining?: number },
): Grant => ({
  id,
  source,
  remaining,
  expiresAt: day === null ? null : new Date(Date.UTC(2026, 10, day)),
  seq: 1,
});

test('spending takes the earliest expiry first, none last; ties: trial, plan, gift, bought', () => {
  const grants = [
    grant('cumpărate', 'bought', { day: 30 }),
    grant('cadou', 'gift', { day: null }),
    grant('plan', 'plan', { day: 30 }),
    grant('probă', 'trial', { day: 30 }),
    grant('vechi', 'bought', { day: 3 }),
  ];
  deepEqual(
    inSpendingOrder(grants).map(({ id }) => id),
    ['vechi', 'probă', 'plan', 'cumpărate', 'cadou'],
  );
});

test('a hold is refused when the grants do not hold that much', () => {
  equal(takeParts([grant('a', 'gift', { day: null, remaining: 2 })], 3), null);
});

test('what a settlement does not consume goes back to the grants it came from', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(amounts, fc.nat(60), fc.nat(60), (remaining, wanted, used) => {
      const grants = remaining.map((n, i) =>
        grant(`g${i}`, GRANT_SOURCES[i % 4] ?? 'gift', { day: i + 1, remaining: n }),
      );
      const total = remaining.reduce((a, b) => a + b, 0);
      const parts = takeParts(grants, wanted);
      equal(parts === null, wanted > total);
      if (!parts) return;
      const sum = (list: readonly { amount: number }[]) => list.reduce((a, { amount }) => a + amount, 0);
      equal(sum(parts), wanted);
      const settled = Math.min(used, wanted);
      equal(sum(returnedParts(parts, settled)), wanted - settled);
    }),
  );
});
