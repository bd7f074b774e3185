import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { SOLD_PLANS } from '#domain/plans/purchase.ts';
import { buyableFrom } from '#web/features/pricing/buyable-from.ts';

test('a plan below the running one says from which day it may be bought, until the last 7 days', () => {
  const expiresAt = '2026-12-21T10:00:00.000Z';
  const from = (plan: string, now: string, until: string | null = expiresAt) =>
    SOLD_PLANS.map((wanted) =>
      buyableFrom({ plan, planExpiresAt: until }, wanted, new Date(now))?.toISOString().slice(0, 10),
    );
  deepEqual(from('pro', '2026-11-21T10:00:00Z'), ['2026-12-14', undefined, undefined]);
  deepEqual(from('dealer', '2026-11-21T10:00:00Z'), ['2026-12-14', '2026-12-14', undefined]);
  const none = [undefined, undefined, undefined];
  deepEqual(from('pro', '2026-12-14T10:00:00Z'), none);
  deepEqual(from('pro', '2026-12-22T10:00:00Z'), none);
  for (const plan of ['free', 'test']) deepEqual(from(plan, '2026-11-21T10:00:00Z'), none);
  deepEqual(from('pro', '2026-11-21T10:00:00Z', null), none);
});
