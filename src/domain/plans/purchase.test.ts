import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { plusDays } from '#domain/days.ts';
import {
  advancePlanState,
  expiresAt,
  givePlan,
  isQueued,
  NO_PLAN,
  type PlanState,
  planNow,
  revokePlan,
  unlimitedUntil,
} from '#domain/plans/periods.ts';
import { PLANS, type Plan } from '#domain/plans/plan.ts';
import { isSold, offerPlan, type PlanOrder, payPlan, type SoldPlan } from '#domain/plans/purchase.ts';
import { importedPlanState } from '#domain/plans/stored-state.ts';

const start = new Date('2026-11-21T10:00:00Z');
const day = (days: number) => plusDays(start, days);
const PRICES: Record<SoldPlan, number> = { basic: 5900, pro: 14_900, dealer: 39_900 };
const CREDITS: Record<SoldPlan, number> = { basic: 20, pro: 60, dealer: 200 };

/** Returns an order as it is shown (and stored) on that day. */
function order(id: string, state: PlanState, { plan, on }: { plan: SoldPlan; on: number }): PlanOrder {
  const offer = offerPlan(state, plan, { priceBani: PRICES[plan], now: day(on) });
  if ('refused' in offer) throw new Error(`${plan}: ${offer.refused}`);
  return {
    id,
    plan,
    paidBani: PRICES[plan],
    credits: CREDITS[plan],
    shownDays: offer.shownDays,
    shownAt: day(on),
  };
}
/** Pays the order at the moment at which it is shown. */
function buy(state: PlanState, id: string, { plan, on }: { plan: SoldPlan; on: number }) {
  return payPlan(state, order(id, state, { plan, on }), day(on));
}
const bought = (state: PlanState, id: string, { plan, on }: { plan: SoldPlan; on: number }) =>
  buy(state, id, { plan, on }).step.state;
const expiresOn = (state: PlanState) => ((expiresAt(state)?.getTime() ?? 0) - start.getTime()) / 86_400_000;
const shown = (state: PlanState, plan: SoldPlan, on: number): string => {
  const offer = offerPlan(state, plan, { priceBani: PRICES[plan], now: day(on) });
  if ('refused' in offer) return offer.refused.replace('plans/', '');
  return offer.shownDays === null ? offer.kind : `${offer.kind} +${offer.shownDays}`;
};

test('each plan is offered by the plan of now and its days left: as start, renewal, upgrade or lower plan', () => {
  const table: [now: SoldPlan, daysLeft: number, basic: string, pro: string, dealer: string][] = [
    ['basic', 30, 'renewal', 'upgrade +12', 'upgrade +5'],
    ['basic', 15, 'renewal', 'upgrade +6', 'upgrade +3'],
    ['basic', 7, 'renewal', 'upgrade +3', 'upgrade +2'],
    ['basic', 0.5, 'renewal', 'upgrade +1', 'upgrade +1'],
    ['basic', 0, 'start', 'start', 'start'],
    ['pro', 30, 'lower-too-early', 'renewal', 'upgrade +12'],
    ['pro', 15, 'lower-too-early', 'renewal', 'upgrade +6'],
    ['pro', 7.1, 'lower-too-early', 'renewal', 'upgrade +3'],
    ['pro', 7, 'lower', 'renewal', 'upgrade +3'],
    ['pro', 0.5, 'lower', 'renewal', 'upgrade +1'],
    ['pro', -1, 'start', 'start', 'start'],
    ['dealer', 30, 'lower-too-early', 'lower-too-early', 'renewal'],
    ['dealer', 7.1, 'lower-too-early', 'lower-too-early', 'renewal'],
    ['dealer', 7, 'lower', 'lower', 'renewal'],
    ['dealer', 0.5, 'lower', 'lower', 'renewal'],
    ['dealer', 0, 'start', 'start', 'start'],
  ];
  for (const [now, left, ...expected] of table) {
    const state = bought(NO_PLAN, 'ord_1', { plan: now, on: 0 });
    const offers = (['basic', 'pro', 'dealer'] as const).map((plan) => shown(state, plan, 30 - left));
    deepEqual(offers, expected, `${now}, ${left} days left`);
  }
});

test('basic, pro and dealer are sold; free needs no buying and test comes only from admins', () => {
  deepEqual(PLANS.filter(isSold), ['basic', 'pro', 'dealer']);
});

test('one period is queued at most; a higher plan converts it too', () => {
  const table: [now: SoldPlan, daysLeft: number, basic: string, pro: string, dealer: string][] = [
    ['basic', 30, 'already-queued', 'upgrade +24', 'upgrade +9'],
    ['basic', 1, 'already-queued', 'upgrade +13', 'upgrade +5'],
    ['pro', 30, 'already-queued', 'already-queued', 'upgrade +23'],
    ['dealer', 1, 'already-queued', 'already-queued', 'already-queued'],
  ];
  for (const [now, left, ...expected] of table) {
    const state = bought(bought(NO_PLAN, 'ord_1', { plan: now, on: 0 }), 'ord_2', { plan: now, on: 0 });
    const offers = (['basic', 'pro', 'dealer'] as const).map((plan) => shown(state, plan, 30 - left));
    deepEqual(offers, expected, `${now}, ${left} days left and one queued`);
  }
});

test('a plan is a prepaid period of 30 × 24 h with its credits', () => {
  const { kind, isLate, step } = buy(NO_PLAN, 'ord_1', { plan: 'pro', on: 0 });
  deepEqual([kind, isLate, expiresOn(step.state)], ['start', false, 30]);
  deepEqual(step.starts, [{ periodId: 'ord_1', grants: [{ periodId: 'ord_1', credits: 60 }], cap: 120 }]);
});

test('the same plan bought again before the end moves expiresAt at once, and its credits come at its start', () => {
  const { kind, step } = buy(bought(NO_PLAN, 'ord_1', { plan: 'pro', on: 0 }), 'ord_2', {
    plan: 'pro',
    on: 10,
  });
  deepEqual([kind, expiresOn(step.state), step.starts], ['renewal', 60, []]);
  deepEqual(advancePlanState(step.state, day(29.9)).starts, []);
  const due = advancePlanState(step.state, day(45));
  deepEqual(
    due.starts.map(({ grants }) => grants),
    [[{ periodId: 'ord_2', credits: 60 }]],
  );
  equal(planNow(due.state, day(45)).activatedAt?.getTime(), day(30).getTime());
  equal(expiresOn(due.state), 60);
  deepEqual(advancePlanState(due.state, day(46)).starts, []);
});

test('a higher plan starts at once and ends 30 days + ceil(unused days × their price ÷ new price) later', () => {
  const { step } = buy(bought(NO_PLAN, 'ord_1', { plan: 'basic', on: 0 }), 'ord_2', { plan: 'pro', on: 15 });
  equal(expiresOn(step.state), 15 + 30 + 6);
  equal(planNow(step.state, day(15)).plan, 'pro');
});

test('a queued period’s credits come at once with the upgrade, before the cap', () => {
  const queued = bought(bought(NO_PLAN, 'ord_1', { plan: 'basic', on: 0 }), 'ord_2', {
    plan: 'basic',
    on: 0,
  });
  const { step } = buy(queued, 'ord_3', { plan: 'dealer', on: 0 });
  deepEqual(step.starts, [
    {
      periodId: 'ord_3',
      grants: [
        { periodId: 'ord_2', credits: 20 },
        { periodId: 'ord_3', credits: 200 },
      ],
      cap: 400,
    },
  ]);
  deepEqual(advancePlanState(step.state, day(39)).starts, []);
});

test('the price of unused days is what the order paid, 0 if an admin gave the plan', () => {
  const gift = { id: 'act_1', plan: 'basic', credits: 20 } as const;
  const given = givePlan(NO_PLAN, gift, { endsAt: day(30), now: start }).state;
  equal(shown(given, 'pro', 0), 'upgrade +0');
  const cheap: PlanOrder = { ...order('ord_1', NO_PLAN, { plan: 'basic', on: 0 }), paidBani: 2950 };
  equal(shown(payPlan(NO_PLAN, cheap, start).step.state, 'pro', 0), 'upgrade +6');
});

test('the shown days are honoured for an hour while the same period runs and the order was not given up, then counted anew', () => {
  const basic = bought(NO_PLAN, 'ord_1', { plan: 'basic', on: 0 });
  const shownAt10 = order('ord_2', basic, { plan: 'pro', on: 10 });
  equal(shownAt10.shownDays, 8);
  const basicAt2 = order('ord_2', basic, { plan: 'pro', on: 2.5 });
  equal(basicAt2.shownDays, 11);
  const table: [paidOn: number, isGivenUp: boolean, days: number, recounted: number | undefined][] = [
    [2.5 + 1 / 24, false, 11, undefined],
    [2.5 + 1 / 24, true, 11, undefined],
    [20, false, 4, 4],
    [20, true, 4, 4],
    [29.9, false, 1, 1],
    [31, false, 0, 0],
  ];
  for (const [on, isGivenUp, days, recounted] of table) {
    const paid = payPlan(basic, { ...basicAt2, isGivenUp }, day(on));
    equal(expiresOn(paid.step.state), on + 30 + days, `${on} ${isGivenUp}`);
    equal(paid.recountedDays, recounted, `${on} ${isGivenUp}`);
  }
  // A quarter of an hour later one day less would be left of what was shown.
  const justAbove = order('ord_2', basic, { plan: 'pro', on: 30 - 20.21 });
  const later = day(30 - 20.2 + 1 / 96);
  equal(payPlan(basic, justAbove, later).recountedDays, undefined);
  equal(payPlan(basic, { ...justAbove, isGivenUp: true }, later).recountedDays, 8);
  equal(expiresOn(bought(basic, 'ord_2', { plan: 'pro', on: 20 })), 20 + 30 + 4);
  const renewed = bought(basic, 'ord_3', { plan: 'basic', on: 12 });
  equal(expiresOn(payPlan(renewed, shownAt10, day(35)).step.state), 35 + 30 + 10);
  equal(expiresOn(payPlan(basic, shownAt10, day(31)).step.state), 31 + 30);
});

test('a lower plan is offered in the last 7 days and queued like a renewal', () => {
  const { kind, step } = buy(bought(NO_PLAN, 'ord_1', { plan: 'dealer', on: 0 }), 'ord_2', {
    plan: 'basic',
    on: 25,
  });
  deepEqual([kind, expiresOn(step.state)], ['lower', 60]);
  equal(planNow(step.state, day(29)).plan, 'dealer');
  equal(planNow(step.state, day(31)).plan, 'basic');
  deepEqual(
    advancePlanState(step.state, day(31)).starts.map(({ cap }) => cap),
    [40],
  );
});

test('under test and under a plan without expiry buying is refused, and paid money goes to review', () => {
  const late = order('ord_1', NO_PLAN, { plan: 'pro', on: 0 });
  const gifts: [Exclude<Plan, 'free'>, number | null][] = [
    ['test', null],
    ['test', 30],
    ['pro', null],
  ];
  for (const [plan, ends] of gifts) {
    const gift = { id: 'act_1', plan, credits: plan === 'test' ? -1 : 60 };
    const { state, starts } = givePlan(NO_PLAN, gift, {
      endsAt: ends === null ? null : day(ends),
      now: start,
    });
    equal(shown(state, 'dealer', 1), 'given-plan');
    deepEqual([payPlan(state, late, day(1)).kind, starts.length], ['review', 1]);
    equal(starts[0]?.grants.length, plan === 'test' ? 0 : 1);
    const until = ends === null ? 'for-ever' : day(ends);
    deepEqual(unlimitedUntil(state, day(1)), plan === 'test' ? until : null);
    equal(unlimitedUntil(state, day(31)), plan === 'test' && ends === null ? 'for-ever' : null);
  }
});

test('a paid order that can’t start any more is queued behind all paid periods and the user is notified', () => {
  const basic = bought(NO_PLAN, 'ord_1', { plan: 'basic', on: 0 });
  const twice = [
    order('ord_2', basic, { plan: 'basic', on: 1 }),
    order('ord_3', basic, { plan: 'basic', on: 1 }),
  ] as const;
  const first = payPlan(basic, twice[0], day(1));
  const second = payPlan(first.step.state, twice[1], day(1));
  deepEqual([first.isLate, second.isLate, expiresOn(second.step.state)], [false, true, 90]);

  const shownAsStart = order('ord_6', NO_PLAN, { plan: 'basic', on: 0 });
  const lastDays = payPlan(bought(NO_PLAN, 'ord_1', { plan: 'pro', on: 1 }), shownAsStart, day(26));
  deepEqual([lastDays.kind, lastDays.isLate], ['lower', true]);

  const pro = order('ord_4', basic, { plan: 'pro', on: 1 });
  const dealer = bought(basic, 'ord_5', { plan: 'dealer', on: 1 });
  const behind = payPlan(dealer, pro, day(2));
  deepEqual([behind.kind, behind.isLate, expiresOn(behind.step.state)], ['lower', true, 1 + 30 + 5 + 30]);
});

test('stopped reminders make renewAt null, the next plan’s bring it back; plan and expiry alone decide what is active', () => {
  const state = bought(NO_PLAN, 'ord_1', { plan: 'pro', on: 0 });
  const stopped = { ...state, cancelAtPeriodEnd: true };
  deepEqual(planNow(state, day(1)).renewAt, day(30));
  deepEqual([planNow(stopped, day(1)).renewAt, planNow(stopped, day(1)).status], [null, 'active']);
  deepEqual(planNow(stopped, day(1)).expiresAt, day(30));
  deepEqual([planNow(state, day(30)).status, planNow(state, day(30)).plan], ['expired', 'pro']);
  deepEqual(planNow(NO_PLAN, start).status, 'none');
  equal(planNow(bought(stopped, 'ord_2', { plan: 'pro', on: 29 }), day(29)).renewAt, null);
  deepEqual(planNow(bought(stopped, 'ord_2', { plan: 'pro', on: 31 }), day(31)).renewAt, day(61));
});

test('an admin’s plan covers the paid one, which goes on if days are left of it', () => {
  const basic = bought(bought(NO_PLAN, 'ord_1', { plan: 'basic', on: 0 }), 'ord_2', { plan: 'basic', on: 0 });
  const gift = { id: 'act_1', plan: 'dealer', credits: 200 } as const;
  const given = givePlan(basic, gift, { endsAt: day(10), now: day(3) }).state;
  deepEqual([planNow(given, day(9)).plan, planNow(given, day(11)).plan], ['dealer', 'basic']);
  equal(expiresOn(given), 60);
  const long = givePlan(basic, gift, { endsAt: day(100), now: day(3) }).state;
  equal(expiresOn(long), 130);
  equal(planNow(revokePlan(long, 'act_1', day(5)).state, day(5)).plan, 'basic');
  equal(expiresOn(revokePlan(given, 'ord_1', day(5)).state), 10 + 30);
});

test('a period not yet started is recognised: its refund is the full price', () => {
  const queued = bought(bought(NO_PLAN, 'ord_1', { plan: 'basic', on: 0 }), 'ord_2', {
    plan: 'basic',
    on: 0,
  });
  deepEqual(
    ['ord_1', 'ord_2'].map((id) => isQueued(queued, id)),
    [false, true],
  );
  equal(isQueued(advancePlanState(queued, day(30)).state, 'ord_2'), false);
  equal(isQueued(bought(queued, 'ord_3', { plan: 'pro', on: 1 }), 'ord_2'), false);
});

test('an imported plan runs to its end and counts as given by an admin', () => {
  const fields = { status: null, activatedAt: null, renewAt: null, cancelAtPeriodEnd: false };
  const imported = importedPlanState({ ...fields, plan: 'basic', expiresAt: day(20) });
  deepEqual(advancePlanState(imported, day(1)).starts, []);
  deepEqual([shown(imported, 'basic', 1), shown(imported, 'pro', 1)], ['renewal', 'upgrade +0']);
  equal(expiresOn(bought(imported, 'ord_1', { plan: 'basic', on: 1 })), 50);
  equal(planNow(imported, day(20)).status, 'expired');
  deepEqual(importedPlanState({ ...fields, plan: 'free', expiresAt: null }), NO_PLAN);
  const unending = importedPlanState({ ...fields, plan: 'pro', expiresAt: null });
  equal(shown(unending, 'dealer', 1), 'given-plan');
});
