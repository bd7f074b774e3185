import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterRelease } from '#domain/credits/expiry.ts';
import { type Grant, type HoldPart, returnedParts, takeParts } from '#domain/credits/grants.ts';
import { refundBani } from '#domain/credits/revocation.ts';
import { DAY_MS, plusDays } from '#domain/days.ts';
import {
  advancePlanState,
  expiresAt,
  getRunningSchedule,
  isQueued,
  NO_PLAN,
  type PlanState,
  type PlanStep,
  planNow,
  revokePlan,
} from '#domain/plans/periods.ts';
import { aboveCap, planCreditsDue } from '#domain/plans/plan-credits.ts';
import {
  offerPlan,
  type PlanOrder,
  payPlan,
  SHOWN_DAYS_MINUTES,
  SOLD_PLANS,
} from '#domain/plans/purchase.ts';
import { revivePlanState } from '#domain/plans/stored-state.ts';
import { countDraws } from '#testing/draws.ts';

/** Drawn lives of one account on the pure machines: shown and paid (later, or never), waited, held, settled, refunded. */
const start = new Date('2026-11-21T10:00:00Z');
const PRICES = { basic: 5900, pro: 14_900, dealer: 39_900 };
const CREDITS = { basic: 20, pro: 60, dealer: 200 };

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('show' as const), plan: fc.constantFrom(...SOLD_PLANS) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 900 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('hold' as const), credits: fc.integer({ min: 1, max: 90 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), percent: fc.integer({ min: 0, max: 100 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), which: fc.nat(9) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const total = (parts: readonly HoldPart[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

class Life {
  now = start;
  state: PlanState = NO_PLAN;
  shown: PlanOrder[] = [];
  paid: PlanOrder[] = [];
  refunds: string[] = [];
  grants: (Grant & { granted: number; extendedAt: Date | null })[] = [];
  holds: HoldPart[][] = [];
  gone = 0;
  upgrades = 0;
  activeMs = 0;
  /** Time used between the showing of an upgrade and its payment: the shown days are honoured. */
  honouredMs = 0;

  play(next: Step): void {
    const before = expiresAt(this.state);
    let mayFall = false;
    if (next.kind === 'show') this.show(next.plan);
    if (next.kind === 'pay') mayFall = this.pay(this.shown[next.which % (this.shown.length || 1)]);
    if (next.kind === 'wait') this.wait(next.hours);
    if (next.kind === 'hold') this.hold(next.credits);
    if (next.kind === 'settle') this.settle(next.percent);
    if (next.kind === 'refund') mayFall = this.refund(this.paid[next.which % (this.paid.length || 1)]);
    this.check(before, mayFall);
  }

  show(plan: PlanOrder['plan']): void {
    const offer = offerPlan(this.state, plan, { priceBani: PRICES[plan], now: this.now });
    if ('refused' in offer) return;
    const id = `ord_${this.shown.length + this.paid.length}`;
    const shown = { shownDays: offer.shownDays, shownAt: this.now };
    this.shown.push({ id, plan, paidBani: PRICES[plan], credits: CREDITS[plan], ...shown });
  }

  pay(order: PlanOrder | undefined): boolean {
    if (!order) return false;
    this.shown = this.shown.filter((other) => other !== order);
    this.paid.push(order);
    this.take(advancePlanState(this.state, this.now));
    const { kind, step } = payPlan(this.state, order, this.now);
    this.take(step);
    if (kind === 'upgrade') {
      this.upgrades += 1;
      this.honouredMs += Math.min(this.now.getTime() - order.shownAt.getTime(), SHOWN_DAYS_MINUTES * 60_000);
    }
    return kind === 'upgrade';
  }

  wait(hours: number): void {
    const until = new Date(this.now.getTime() + hours * 3_600_000);
    const end = Math.min(until.getTime(), expiresAt(this.state)?.getTime() ?? 0);
    this.activeMs += Math.max(0, end - this.now.getTime());
    this.now = until;
    this.take(advancePlanState(this.state, this.now));
  }

  hold(credits: number): void {
    const parts = takeParts(this.grants, credits);
    if (!parts) return;
    for (const { grantId, amount } of parts) this.change(grantId, -amount);
    this.holds.push(parts);
  }

  settle(percent: number): void {
    const parts = this.holds.shift() ?? [];
    const settled = Math.floor((total(parts) * percent) / 100);
    this.gone += settled;
    for (const { grantId, amount } of returnedParts(parts, settled)) {
      this.change(grantId, amount);
      this.grants = this.grants.map((grant) =>
        grant.id === grantId ? afterRelease(grant, this.now) : grant,
      );
    }
    this.expire();
  }

  /** Refunds an order. The money that goes back is never more than was paid; credits are withdrawn before the period ends. */
  refund(order: PlanOrder | undefined): boolean {
    if (!order || this.refunds.includes(order.id)) return false;
    this.refunds.push(order.id);
    const grant = this.grants.find(({ id }) => id === order.id);
    const isWhole = isQueued(this.state, order.id);
    equal(isWhole, grant === undefined, 'an order without credits has not started');
    const back = grant ? refundBani(order.paidBani, grant) : order.paidBani;
    ok(back >= 0 && back <= order.paidBani);
    if (grant) this.lose(grant.id, grant.remaining);
    this.take(revokePlan(this.state, order.id, this.now));
    return true;
  }

  take({ state, starts }: PlanStep): void {
    this.state = state;
    for (const { grants, cap } of starts) {
      for (const { periodId, credits } of grants) {
        ok(!this.grants.some(({ id }) => id === periodId), `${periodId} is granted once`);
        const seq = this.grants.length;
        const grant = { id: periodId, source: 'plan', granted: credits, remaining: credits, seq } as const;
        this.grants.push({ ...grant, expiresAt: null, extendedAt: null });
      }
      for (const { grantId, amount } of aboveCap(this.grants, cap)) this.lose(grantId, amount);
    }
    const due = expiresAt(state);
    this.grants = this.grants.map((grant) => ({ ...grant, expiresAt: planCreditsDue(due, grant) }));
    this.expire();
  }

  /** Runs the job of the next minute, or the next hold. */
  expire(): void {
    for (const { id, remaining, expiresAt: until } of this.grants)
      if (until !== null && until <= this.now) this.lose(id, remaining);
  }

  lose(id: string, amount: number): void {
    this.gone += amount;
    this.change(id, -amount);
  }

  change(id: string, delta: number): void {
    this.grants = this.grants.map((grant) =>
      grant.id === id ? { ...grant, remaining: grant.remaining + delta } : grant,
    );
  }

  check(before: Date | null, mayFall: boolean): void {
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
    const granted = sum(this.grants.map((grant) => grant.granted));
    const remaining = sum(this.grants.map((grant) => grant.remaining));
    for (const grant of this.grants) ok(grant.remaining >= 0 && grant.remaining <= grant.granted);
    equal(granted, this.gone + remaining + sum(this.holds.map(total)));
    ok(granted <= sum(this.paid.map(({ credits }) => credits)), 'no more credits than were paid for');

    const due = expiresAt(this.state);
    const left = Math.max(0, (due?.getTime() ?? 0) - this.now.getTime());
    const days = (this.activeMs + left - this.honouredMs) / DAY_MS;
    ok(days <= 30 * this.paid.length + this.upgrades, `${days} days for ${this.paid.length} orders`);
    const isActive = getRunningSchedule(this.state, this.now) !== null;
    equal(planNow(this.state, this.now).status === 'active', isActive);
    const live = this.grants.filter((grant) => grant.remaining > 0);
    const isGraced = live.every(
      ({ extendedAt }) => extendedAt !== null && this.now < plusDays(extendedAt, 7),
    );
    ok(isActive || isGraced, 'plan credits end with the plan, or 7 days after their release');
    if (!mayFall && before !== null)
      ok(due !== null && due >= before, 'expiry moves back only by a refund or an upgrade');
  }
}

test('no sequence of purchases, upgrades, expiries and refunds yields more credits or days than were paid for', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const life = new Life();
      for (const next of steps) life.play(next);
      deepEqual(revivePlanState(JSON.parse(JSON.stringify(life.state))), life.state);
      for (const order of life.paid) life.refund(order);
      equal(getRunningSchedule(life.state, life.now), null, 'refunding everything leaves no plan');
      life.wait(7 * 24);
      const left = life.grants.reduce((sum, { remaining }) => sum + remaining, 0);
      equal(left, 0);
    }),
    {
      numRuns: countDraws({ local: 500, ci: 2000 }),
      // Credits that come back when their grant's only grace is over.
      examples: [
        [
          [
            { kind: 'show', plan: 'basic' },
            { kind: 'pay', which: 0 },
            { kind: 'hold', credits: 1 },
            { kind: 'hold', credits: 1 },
            { kind: 'refund', which: 0 },
            { kind: 'settle', percent: 0 },
            { kind: 'wait', hours: 168 },
            { kind: 'settle', percent: 0 },
          ],
        ],
      ],
    },
  );
});

test('without refunds the end is what plain arithmetic says', () => {
  const purchase = fc.record({
    plan: fc.constantFrom(...SOLD_PLANS),
    hours: fc.integer({ min: 0, max: 800 }),
  });
  fc.assert(
    fc.property(fc.array(purchase, { maxLength: 20 }), (purchases) => {
      let now = start;
      let state = NO_PLAN;
      /** Time left: milliseconds at a price, in the order in which they run. */
      let left: { ms: number; price: number }[] = [];
      for (const [index, { plan, hours }] of purchases.entries()) {
        now = new Date(now.getTime() + hours * 3_600_000);
        left = consumed(left, hours * 3_600_000);
        state = advancePlanState(state, now).state;
        const price = PRICES[plan];
        const offer = offerPlan(state, plan, { priceBani: price, now });
        if ('refused' in offer) continue;
        const shown = { shownDays: offer.shownDays, shownAt: now };
        const order = { id: `ord_${index}`, plan, paidBani: price, credits: 0, ...shown };
        state = payPlan(state, order, now).step.state;
        const worth = left.reduce((sum, part) => sum + part.ms * part.price, 0);
        const period = { ms: 30 * DAY_MS, price };
        if (offer.kind === 'upgrade')
          left = [{ ms: (30 + Math.ceil(worth / (price * DAY_MS))) * DAY_MS, price }];
        else left = [...left, period];
        const end = left.reduce((sum, { ms }) => sum + ms, now.getTime());
        equal(expiresAt(state)?.getTime(), end);
        equal(offer.expiresAt.getTime(), end);
      }
    }),
    { numRuns: 1000 },
  );
});

function consumed(left: { ms: number; price: number }[], passed: number): { ms: number; price: number }[] {
  let rest = passed;
  return left.flatMap(({ ms, price }) => {
    const used = Math.min(ms, rest);
    rest -= used;
    return used < ms ? [{ ms: ms - used, price }] : [];
  });
}

test('a plan bought after another ended starts when it is paid', () => {
  const shown = { shownDays: null, shownAt: start };
  const order = (id: string) => ({ id, plan: 'pro', paidBani: 14_900, credits: 60, ...shown }) as const;
  const first = payPlan(NO_PLAN, order('ord_1'), start).step.state;
  const later = payPlan(first, order('ord_2'), plusDays(start, 40)).step;
  equal(expiresAt(later.state)?.getTime(), plusDays(start, 70).getTime());
  equal(later.starts.length, 1);
});
