import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { plusDays } from '#domain/days.ts';
import { expiresAt, NO_PLAN, type PlanState, planNow, revokePlan } from '#domain/plans/periods.ts';
import { offerPlan, payPlan, type SoldPlan } from '#domain/plans/purchase.ts';

const start = new Date('2026-11-21T10:00:00Z');
const day = (days: number) => plusDays(start, days);
const PRICES: Record<SoldPlan, number> = { basic: 5900, pro: 14_900, dealer: 39_900 };

/** Buys plans one after another: „basic@0 pro@15” gives orders ord_1 and ord_2. */
function afterOrders(text: string): PlanState {
  return text.split(' ').reduce<PlanState>((state, word, index) => {
    const [plan, on] = word.split('@') as [SoldPlan, string];
    const offer = offerPlan(state, plan, { priceBani: PRICES[plan], now: day(Number(on)) });
    if ('refused' in offer) throw new Error(offer.refused);
    const bought = { id: `ord_${index + 1}`, plan, paidBani: PRICES[plan], credits: 20 };
    const shown = { shownDays: offer.shownDays, shownAt: day(Number(on)) };
    return payPlan(state, { ...bought, ...shown }, day(Number(on))).step.state;
  }, NO_PLAN);
}
/** Returns „pro until 40”: the plan and the day of expiry after the refund. */
function refunded(orders: string, id: string, on: number): string {
  const { state } = revokePlan(afterOrders(orders), id, day(on));
  return words(state, on);
}
function words(state: PlanState, on: number): string {
  const { plan, status } = planNow(state, day(on));
  const ends = ((expiresAt(state)?.getTime() ?? 0) - start.getTime()) / 86_400_000;
  return `${plan} ${status} ${ends}`;
}

test('a refund ends the period its order bought', () => {
  equal(refunded('pro@0', 'ord_1', 10), 'free withdrawn 10');
  equal(refunded('pro@0', 'ord_x', 10), 'pro active 30');
  equal(refunded('pro@0', 'ord_1', 31), 'pro expired 30');
});

test('a refund ends only that period: a queued one then starts, with its credits', () => {
  equal(refunded('pro@0 pro@5', 'ord_1', 10), 'pro active 40');
  const { starts } = revokePlan(afterOrders('pro@0 pro@5'), 'ord_1', day(10));
  deepEqual(starts, [{ periodId: 'ord_2', grants: [{ periodId: 'ord_2', credits: 20 }], cap: 40 }]);
});

test('a refund of a period not yet started takes its days off and starts nothing', () => {
  equal(refunded('pro@0 pro@5', 'ord_2', 10), 'pro active 30');
  deepEqual(revokePlan(afterOrders('pro@0 pro@5'), 'ord_2', day(10)).starts, []);
});

test('days converted from a refunded order are taken off again', () => {
  equal(words(afterOrders('basic@0 pro@15'), 15), 'pro active 51');
  equal(refunded('basic@0 pro@15', 'ord_1', 20), 'pro active 45');
  equal(words(afterOrders('basic@0 basic@0 pro@15'), 15), 'pro active 63');
  equal(refunded('basic@0 basic@0 pro@15', 'ord_2', 20), 'pro active 51');
  equal(refunded('basic@0 basic@0 pro@15', 'ord_1', 20), 'pro active 57');
});

test('days that came through two upgrades are taken off too', () => {
  // basic → pro: 30 + 12 days; pro → dealer after 2 days: 30 + ⌈40 × 149 ÷ 399⌉ = 30 + 15.
  equal(words(afterOrders('basic@0 pro@0 dealer@2'), 2), 'dealer active 47');
  // Without the basic order the pro one had 28 days left: 30 + ⌈28 × 149 ÷ 399⌉ = 30 + 11.
  equal(refunded('basic@0 pro@0 dealer@2', 'ord_1', 5), 'dealer active 43');
  // Without the pro order the basic one had 28 days left: 30 + ⌈28 × 59 ÷ 399⌉ = 30 + 5.
  equal(refunded('basic@0 pro@0 dealer@2', 'ord_2', 5), 'dealer active 37');
  // The same when the basic order's own 30 days are over by the refund: its days live on in the dealer period.
  equal(refunded('basic@0 pro@0 dealer@2', 'ord_2', 35), 'dealer active 37');
});

test('the refund of an upgrade gives back what it had absorbed, as long as that would have lasted', () => {
  equal(refunded('basic@0 pro@15', 'ord_2', 20), 'basic active 30');
  equal(refunded('basic@0 basic@0 pro@15', 'ord_2', 20), 'pro active 51');
  equal(refunded('basic@0 basic@0 pro@15', 'ord_3', 20), 'basic active 60');
  equal(refunded('basic@0 pro@15 pro@16', 'ord_2', 20), 'basic active 60');
  equal(refunded('basic@0 pro@15', 'ord_2', 40), 'free withdrawn 40');
  const { starts } = revokePlan(afterOrders('basic@0 basic@0 pro@15'), 'ord_3', day(40));
  deepEqual(starts, [], 'credits of the absorbed period came with the upgrade and come once');
});

test('refunding every order, in whatever order, leaves no plan', () => {
  const ids = ['ord_1', 'ord_2', 'ord_3', 'ord_4'];
  for (const a of ids)
    for (const b of ids)
      for (const c of ids)
        for (const d of ids) {
          if (new Set([a, b, c, d]).size < 4) continue;
          const all = [a, b, c, d].reduce(
            (state, id) => revokePlan(state, id, day(12)).state,
            afterOrders('basic@0 basic@1 pro@5 dealer@10'),
          );
          equal(words(all, 12), 'free withdrawn 12', `${a} ${b} ${c} ${d}`);
        }
});
