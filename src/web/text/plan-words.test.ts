import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_PLAN } from '#testing/no-plan.ts';
import { planWords } from '#web/text/plan-words.ts';

const now = new Date('2026-11-21T10:00:00Z');

test('free is shown as the basic tier', () => {
  assert.deepEqual(planWords(NO_PLAN, now), { plan: 'free', label: 'Basic – gratuit', notes: [] });
});

test('an active plan says until when, and that it does not renew itself', () => {
  const user = { ...NO_PLAN, plan: 'pro', planExpiresAt: '2026-12-21T10:00:00.000Z' } as const;
  const notes = ['Până pe 21 dec. 2026. Planul nu se reînnoiește singur.'];
  assert.deepEqual(planWords(user, now), { plan: 'pro', label: 'Pro', notes });
  assert.deepEqual(planWords({ ...NO_PLAN, plan: 'test' }, now), { plan: 'test', label: 'Test', notes: [] });
});

test('a plan past its expiry is shown as what is in force, and when it ended', () => {
  const user = { ...NO_PLAN, plan: 'dealer', planExpiresAt: '2026-11-20T10:00:00.000Z' } as const;
  const notes = ['Planul Dealer s-a încheiat pe 20 nov. 2026.'];
  assert.deepEqual(planWords(user, now), { plan: 'free', label: 'Basic – gratuit', notes });
});

test('a trial shows its days left, rounded up, whichever fields it is stored in', () => {
  const expiresAt = '2026-11-23T11:00:00.000Z';
  const notes = ['Perioadă de probă: încă 3 zile cu limitele planului Pro.'];
  const current = { ...NO_PLAN, trial: { used: true, activatedAt: null, expiresAt } };
  for (const user of [current, { ...NO_PLAN, trialActivated: true, trialExpiresAt: expiresAt }])
    assert.deepEqual(planWords(user, now), { plan: 'free', label: 'Basic – gratuit', notes });
  const over = { ...NO_PLAN, trialExpiresAt: '2026-11-21T10:00:00.000Z' };
  assert.deepEqual(planWords(over, now).notes, []);
});
