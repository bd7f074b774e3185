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
import { takePartsBefore } from '#testing/credits/earlier-store.ts';

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

const ordered = (...grants: Grant[]) => inSpendingOrder(grants).map(({ id }) => id);

test('spending takes the earliest expiry first; ties: trial, plan, gift, bought; a gift goes directly before bought ones', () => {
  deepEqual(
    ordered(
      grant('cumpărate', 'bought', { day: 30 }),
      grant('cadou', 'gift', { day: null }),
      grant('plan', 'plan', { day: 30 }),
      grant('probă', 'trial', { day: 30 }),
      grant('vechi', 'bought', { day: 3 }),
    ),
    ['vechi', 'probă', 'plan', 'cadou', 'cumpărate'],
  );
});

for (const [words, grants, order] of [
  [
    'what a plan without an end gave goes before bought credits, and a gift after it',
    [
      grant('cumpărate', 'bought', { day: 20 }),
      grant('cadou', 'gift', { day: null }),
      grant('plan', 'plan', { day: null }),
    ],
    ['plan', 'cadou', 'cumpărate'],
  ],
  [
    'gifts that end later than bought credits go before them too, the earliest first',
    [
      grant('cumpărate', 'bought', { day: 20 }),
      grant('fără termen', 'gift', { day: null }),
      grant('până târziu', 'gift', { day: 29 }),
      grant('până curând', 'gift', { day: 5 }),
    ],
    ['până curând', 'până târziu', 'fără termen', 'cumpărate'],
  ],
  [
    'bought credits that end before a plan’s are spent before those, and the gift after them',
    [
      grant('cumpărate demult', 'bought', { day: 3 }),
      grant('cadou', 'gift', { day: null }),
      grant('plan', 'plan', { day: 30 }),
    ],
    ['cumpărate demult', 'plan', 'cadou'],
  ],
  [
    'a gift that ends with the bought credits goes before what has no end, which would outlive it',
    [
      grant('cumpărate', 'bought', { day: 7 }),
      grant('cadou', 'gift', { day: 7 }),
      grant('plan', 'plan', { day: null }),
    ],
    ['cadou', 'plan', 'cumpărate'],
  ],
  [
    'a plan whose credits are spent keeps no gift waiting',
    [
      grant('cumpărate', 'bought', { day: 3 }),
      grant('cadou', 'gift', { day: null }),
      grant('plan', 'plan', { day: 30, remaining: 0 }),
    ],
    ['plan', 'cadou', 'cumpărate'],
  ],
  [
    'credits without an end are in the order of their sources',
    [
      grant('aduse', 'bought', { day: null }),
      grant('cadou', 'gift', { day: null }),
      grant('plan', 'plan', { day: null }),
    ],
    ['plan', 'cadou', 'aduse'],
  ],
] as const)
  test(words, () => deepEqual(ordered(...grants), order));

const drawnGrants = fc
  .array(
    fc.tuple(
      fc.constantFrom(...GRANT_SOURCES),
      fc.option(fc.integer({ min: 1, max: 9 })),
      fc.integer({ min: 0, max: 9 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map(
      ([source, day, remaining], seq): Grant => ({ ...grant(`g${seq}`, source, { day, remaining }), seq }),
    ),
  );

test('no purchase loses more to a hold than by the order of the version before: a sum shown for a withdrawal is never lowered', () => {
  fc.assert(
    fc.property(drawnGrants, fc.integer({ min: 1, max: 40 }), (grants, amount) => {
      const parts = takeParts(grants, amount);
      if (!parts) return;
      const before = takePartsBefore(grants, amount);
      for (const { id, source, expiresAt } of grants) {
        // For a plan without an end nothing was paid.
        if (source !== 'bought' && (source !== 'plan' || expiresAt === null)) continue;
        const find = (list: readonly { grantId: string; amount: number }[]) =>
          list.find(({ grantId }) => grantId === id)?.amount ?? 0;
        equal(find(parts) <= find(before), true);
      }
    }),
    { numRuns: 2000 },
  );
});

test('no gift is left where bought credits are spent, unless a plan’s or a trial’s that end later are', () => {
  fc.assert(
    fc.property(drawnGrants, fc.integer({ min: 1, max: 40 }), (grants, amount) => {
      const parts = takeParts(grants, amount) ?? [];
      const left = (id: string, remaining: number) =>
        remaining - (parts.find(({ grantId }) => grantId === id)?.amount ?? 0);
      const last = grants.findLast(({ id }) => id === parts.at(-1)?.grantId);
      if (last?.source !== 'bought') return;
      const end = last.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      const isLeft = (sources: readonly string[], from: number) =>
        grants.some(
          ({ id, source, remaining, expiresAt }) =>
            sources.includes(source) && left(id, remaining) > 0 && (expiresAt?.getTime() ?? 0) > from,
        );
      equal(isLeft(['gift'], -1) && !isLeft(['trial', 'plan'], end), false);
    }),
    { numRuns: 2000 },
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
