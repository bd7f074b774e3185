import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeBestLimits, plansInForce } from '#domain/plans/limits.ts';
import { PLAN_LABELS, PLANS, type PlanLimits, readPlan } from '#domain/plans/plan.ts';
import { isActive, type PlanFields, readSubscription } from '#domain/plans/subscription.ts';
import { isTrialRunning, readTrial, type TrialFields, trialDaysLeft } from '#domain/plans/trial.ts';

const now = new Date('2026-11-21T00:00:00Z');
const later = new Date('2026-12-21T00:00:00Z');
const earlier = new Date('2026-10-21T00:00:00Z');

test('plan values: free, basic, pro, dealer, test; an unknown value is treated as free', () => {
  for (const plan of ['free', 'basic', 'pro', 'dealer', 'test']) equal(readPlan(plan), plan);
  for (const unknown of ['platinum', 'Pro', '', ' pro', 7, true, null, undefined, {}, ['pro'], '__proto__'])
    equal(readPlan(unknown), 'free', JSON.stringify(unknown));
});

test('free is shown as the basic tier', () => {
  equal(PLAN_LABELS.free, 'Basic – gratuit');
  equal(PLAN_LABELS[readPlan('necunoscut')], 'Basic – gratuit');
  equal(PLAN_LABELS.basic, 'Basic');
});

test('a plan is active when it is not free and has no expiry or the expiry is in the future', () => {
  for (const plan of PLANS) {
    equal(isActive({ plan, expiresAt: null }, now), plan !== 'free', plan);
    equal(isActive({ plan, expiresAt: new Date(now.getTime() + 1) }, now), plan !== 'free', plan);
    equal(isActive({ plan, expiresAt: now }, now), false, plan);
    equal(isActive({ plan, expiresAt: earlier }, now), false, plan);
  }
});

test('an unknown plan is never active, whatever its dates and its status', () => {
  const document = { plan: 'platinum', subscription: { status: 'active', expiresAt: later } };
  equal(isActive(readSubscription(document), now), false);
});

test('active is decided by plan and expiry alone: the status is for display', () => {
  for (const status of ['active', 'expired', 'withdrawn', null]) {
    equal(isActive(readSubscription({ plan: 'pro', subscription: { status } }), now), true, String(status));
    const past = { plan: 'pro', subscription: { status, expiresAt: earlier } };
    equal(isActive(readSubscription(past), now), false, String(status));
  }
});

test('legacy fields are read where the current field is missing or null, field by field', () => {
  const legacy = {
    plan: 'pro',
    planActivatedAt: earlier,
    planRenewAt: later,
    planExpiresAt: later,
    planCancelAtPeriodEnd: true,
  };
  const read = {
    plan: 'pro',
    status: null,
    activatedAt: earlier,
    renewAt: later,
    expiresAt: later,
    cancelAtPeriodEnd: true,
  };
  deepEqual(readSubscription(legacy), read);
  deepEqual(readSubscription({ ...legacy, subscription: null }), read);
  const nulls = { activatedAt: null, renewAt: null, expiresAt: null, cancelAtPeriodEnd: null };
  deepEqual(readSubscription({ ...legacy, subscription: nulls }), read);
  const half = { status: 'active', expiresAt: now, cancelAtPeriodEnd: false };
  deepEqual(readSubscription({ ...legacy, subscription: half }), {
    ...read,
    status: 'active',
    expiresAt: now,
    cancelAtPeriodEnd: false,
  });
  deepEqual(readTrial({ trialActivated: true, trialActivatedAt: earlier, trialExpiresAt: later }), {
    used: true,
    activatedAt: earlier,
    expiresAt: later,
  });
  const mixed = { trial: { used: false, expiresAt: now }, trialActivated: true, trialActivatedAt: earlier };
  deepEqual(readTrial(mixed), { used: false, activatedAt: earlier, expiresAt: now });
});

test('an empty document is a free one without a trial', () => {
  const nothing = { activatedAt: null, expiresAt: null };
  const subscription = { ...nothing, plan: 'free', status: null, renewAt: null, cancelAtPeriodEnd: false };
  deepEqual(readSubscription({}), subscription);
  deepEqual(readTrial({}), { ...nothing, used: false });
  equal(readSubscription({ subscription: { expiresAt: 'mâine' } }).expiresAt, null);
});

test('the wire’s texts and the database’s dates are read alike', () => {
  const asText = { plan: 'pro', subscription: { expiresAt: later.toISOString() } };
  deepEqual(readSubscription(asText), readSubscription({ plan: 'pro', subscription: { expiresAt: later } }));
});

const instant = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const planFields = fc.record({
  activatedAt: maybe(instant),
  renewAt: maybe(instant),
  expiresAt: maybe(instant),
  cancelAtPeriodEnd: maybe(fc.boolean()),
});

test('legacy and current fields give the same reading', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PLANS, 'altul'), planFields, instant, (plan, fields, at) => {
      const current: PlanFields = { plan, subscription: fields };
      const legacy: PlanFields = {
        plan,
        planActivatedAt: fields.activatedAt,
        planRenewAt: fields.renewAt,
        planExpiresAt: fields.expiresAt,
        planCancelAtPeriodEnd: fields.cancelAtPeriodEnd,
      };
      deepEqual(readSubscription(legacy), readSubscription(current));
      const trial: TrialFields = { trial: { used: fields.cancelAtPeriodEnd, expiresAt: fields.expiresAt } };
      const oldTrial: TrialFields = {
        trialActivated: fields.cancelAtPeriodEnd,
        trialExpiresAt: fields.expiresAt,
      };
      deepEqual(readTrial(oldTrial), readTrial(trial));
      deepEqual(
        plansInForce({ ...legacy, ...oldTrial }, false, at),
        plansInForce({ ...current, ...trial }, false, at),
      );
    }),
  );
});

test('trial days left is the number of days, rounded up, until the trial expires, never below 0', () => {
  const day = 86_400_000;
  const left = (milliseconds: number) =>
    trialDaysLeft({ expiresAt: new Date(now.getTime() + milliseconds) }, now);
  equal(left(7 * day), 7);
  equal(left(6 * day + 1), 7);
  equal(left(day), 1);
  equal(left(1), 1);
  equal(left(0), 0);
  equal(left(-1), 0);
  equal(left(-30 * day), 0);
  equal(trialDaysLeft({ expiresAt: null }, now), 0);
});

test('trial days are whole, never negative, and above 0 exactly while the trial runs', () => {
  fc.assert(
    fc.property(maybe(instant), instant, (expiresAt, at) => {
      const days = trialDaysLeft({ expiresAt }, at);
      ok(Number.isInteger(days) && days >= 0 && !Object.is(days, -0));
      equal(days > 0, isTrialRunning({ expiresAt }, at));
    }),
  );
});

test('limits in force = the best of: active plan; pro during a trial; basic while bought credits are left; free', () => {
  const inForce = (document: PlanFields & TrialFields, bought = false) => [
    ...plansInForce(document, bought, now),
  ];
  deepEqual(inForce({}), ['free']);
  deepEqual(inForce({ plan: 'dealer' }), ['free', 'dealer']);
  deepEqual(inForce({ plan: 'dealer', planExpiresAt: earlier }), ['free']);
  deepEqual(inForce({ plan: 'basic', trialExpiresAt: later }), ['free', 'basic', 'pro']);
  deepEqual(inForce({ trial: { used: true, expiresAt: earlier } }), ['free']);
  deepEqual(inForce({}, true), ['free', 'basic']);
  deepEqual(inForce({ plan: 'pro', planExpiresAt: earlier }, true), ['free', 'basic']);
});

test('the best of two limits is the better figure of each', () => {
  const limits = (one: number, other: number): PlanLimits => ({
    photosPerLot: one,
    outputsPerRun: other,
    savedRecipes: one,
    retentionDays: other,
    storageBytes: one,
    photosAtOnce: other,
  });
  deepEqual(mergeBestLimits(limits(1, 9), limits(5, 2)), limits(5, 9));
});
