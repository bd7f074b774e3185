import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Grant, GrantSource } from '#domain/credits/grants.ts';
import { plusDays } from '#domain/days.ts';
import { aboveCap, planCreditsDue } from '#domain/plans/plan-credits.ts';
import { remindedEnd, reminderDue } from '#domain/plans/reminders.ts';
import { startTrial, trialRefusal } from '#domain/plans/trial-start.ts';

const now = new Date('2026-11-21T10:00:00Z');
const day = (days: number) => plusDays(now, days);
const grant = (seq: number, remaining: number, source: GrantSource = 'plan'): Grant => ({
  id: `grt_${seq}`,
  source,
  remaining,
  expiresAt: day(30),
  seq,
});

test('plan credits above twice the allowance expire, oldest first', () => {
  deepEqual(aboveCap([grant(3, 60), grant(1, 50), grant(2, 40)], 120), [{ grantId: 'grt_1', amount: 30 }]);
  deepEqual(aboveCap([grant(2, 60), grant(1, 50), grant(3, 60)], 40), [
    { grantId: 'grt_1', amount: 50 },
    { grantId: 'grt_2', amount: 60 },
    { grantId: 'grt_3', amount: 20 },
  ]);
  deepEqual(aboveCap([grant(1, 60), grant(2, 60)], 120), []);
});

test('only plan credits are capped, and an unlimited plan caps nothing', () => {
  deepEqual(aboveCap([grant(1, 500, 'bought'), grant(2, 60), grant(3, 9, 'gift')], 120), []);
  deepEqual(aboveCap([grant(1, 500)], null), []);
});

test('plan credits are due at expiresAt, which every queued period moves for all of them', () => {
  deepEqual(planCreditsDue(day(60), { extendedAt: null }), day(60));
  equal(planCreditsDue(null, { extendedAt: null }), null);
  equal(planCreditsDue(null, { extendedAt: day(-2) }), null);
});

test('credits released after the plan’s end keep their 7 days, and no more than these once another plan ends', () => {
  deepEqual(planCreditsDue(day(2), { extendedAt: day(-2) }), day(5));
  deepEqual(planCreditsDue(day(60), { extendedAt: day(-2) }), day(60));
  deepEqual(planCreditsDue(day(20), { extendedAt: day(-2) }), day(20));
});

test('reminders are due 7, 3 and 0 days before a plan ends', () => {
  const due = (daysLeft: number) => reminderDue(day(daysLeft), now);
  deepEqual([7.1, 7, 3.1, 3, 0.1, 0, -0.9, -1].map(due), [null, 7, 7, 3, 3, 0, 0, null]);
});

test('reminders count to the end of a plan that is sold, unless they were stopped', () => {
  const pro = { plan: 'pro', expiresAt: day(3), cancelAtPeriodEnd: false } as const;
  deepEqual(remindedEnd(pro), day(3));
  equal(remindedEnd({ ...pro, cancelAtPeriodEnd: true }), null);
  equal(remindedEnd({ ...pro, plan: 'test' }), null);
  equal(remindedEnd({ ...pro, expiresAt: null }), null);
});

test('a trial is given once per account, to a verified email, not with or after a paid plan', () => {
  const wish = { isUsed: false, isEmailVerified: true, isPlanActive: false, hasPaidForPlan: false };
  equal(trialRefusal(wish), null);
  equal(trialRefusal({ ...wish, isUsed: true }), 'plans/trial-used');
  equal(trialRefusal({ ...wish, isEmailVerified: false }), 'plans/trial-unverified');
  equal(trialRefusal({ ...wish, isPlanActive: true }), 'plans/trial-with-plan');
  equal(trialRefusal({ ...wish, hasPaidForPlan: true }), 'plans/trial-with-plan');
});

test('a trial lasts 7 days', () => {
  deepEqual(startTrial(now), { used: true, activatedAt: now, expiresAt: day(7) });
});
