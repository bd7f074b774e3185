import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { mayTryOut } from '#web/features/pricing/may-try-out.ts';

const now = new Date('2026-11-21T10:00:00Z');
const over = '2026-10-01T10:00:00.000Z';

test('the trial is offered to users who never had it nor a plan, whichever fields say so', () => {
  equal(mayTryOut({ plan: 'free' }, now), true);
  equal(mayTryOut({ plan: 'free', trial: { used: true } }, now), false);
  equal(mayTryOut({ plan: 'free', trialActivated: true }, now), false);
  equal(mayTryOut({ plan: 'free', trialExpiresAt: over }, now), false);
  equal(mayTryOut({ plan: 'free', trialActivatedAt: over }, now), false);
  equal(mayTryOut({ plan: 'pro' }, now), false);
  equal(mayTryOut({ plan: 'pro', subscription: { activatedAt: over, expiresAt: over } }, now), false);
  equal(mayTryOut({ plan: 'free', subscription: { status: 'withdrawn', expiresAt: over } }, now), false);
});
