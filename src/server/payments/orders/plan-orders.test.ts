import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { DAY_MS } from '#domain/days.ts';
import type { SoldPlan } from '#domain/plans/purchase.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import { givePlan } from '#server/admin/users/give-plan.ts';
import type { User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import { readOrder } from '#server/payments/orders/orders-view.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import { stopReminders } from '#server/plans/remind-of-plans.ts';
import { startPeriods } from '#server/plans/start-periods.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { brokenRules, planShop } from '#testing/shop/plan-shop.ts';

const PRICES: Record<SoldPlan, number> = { basic: 5900, pro: 14_900, dealer: 39_900 };
/** The signup bonus. */
const BONUS = 3;

describe('orders of plans', () => {
  let t: TestApp;
  let shop: ReturnType<typeof planShop>;
  before(async () => {
    t = await testApp();
    shop = planShop(t);
  });
  afterEach(async () => deepEqual(await brokenRules(t), []));
  after(() => t.close());

  const buy = async (user: User, plan: SoldPlan) => {
    const orderId = await shop.order(user, plan);
    await shop.pay(orderId);
    return orderId;
  };
  const days = (count: number) => t.advance(count * DAY_MS);
  const credits = async ({ id }: User) => (await readUserDocument(t.app, id)).credits.totalCredits;
  const daysFromNow = (date: string | null | undefined) =>
    date ? Math.round(((Date.parse(date) - t.app.now().getTime()) / DAY_MS) * 100) / 100 : null;
  /** „pro active 30”: plan, status, days left. */
  const plan = async ({ id }: User) => {
    const { plan, subscription } = await readUserDocument(t.app, id);
    return `${plan} ${subscription?.status} ${daysFromNow(subscription?.expiresAt)}`;
  };

  test('every pair of plan now, plan bought and days left is quoted, sold or refused as the rules say', async () => {
    const table: [now: SoldPlan, daysLeft: number, basic: string, pro: string, dealer: string][] = [
      ['basic', 15, 'renewal', 'upgrade +6', 'upgrade +3'],
      ['pro', 15, 'lower-too-early', 'renewal', 'upgrade +6'],
      ['pro', 6.5, 'lower', 'renewal', 'upgrade +3'],
      ['dealer', 15, 'lower-too-early', 'lower-too-early', 'renewal'],
      ['dealer', 6.5, 'lower', 'lower', 'renewal'],
      ['dealer', -1, 'start', 'start', 'start'],
    ];
    for (const [now, left, ...expected] of table) {
      const user = await t.newUser();
      await buy(user, now);
      days(30 - left);
      for (const [index, sold] of (['basic', 'pro', 'dealer'] as const).entries()) {
        const where = `${sold} under ${now}, ${left} days left`;
        const quoted = await shop.offer(user, sold, PRICES[sold]);
        equal(quoted, expected[index], where);
        if (/^[a-z]+-/.test(quoted))
          await rejects(shop.order(user, sold), { code: `plans/${quoted}` }, where);
        else match(await shop.order(user, sold), /^ord_/, where);
      }
    }
  });

  test('a plan is a prepaid period of 30 × 24 h with its credits and its limits', async () => {
    const user = await t.newUser();
    await buy(user, 'pro');
    equal(await plan(user), 'pro active 30');
    equal(await credits(user), BONUS + 60);
    equal((await limitsInForce(t.app.db, user.id, t.app.now())).photosPerLot, 150);
    days(30);
    await startPeriods(t.app);
    equal(await plan(user), 'pro expired 0');
    equal(await credits(user), BONUS);
    equal((await limitsInForce(t.app.db, user.id, t.app.now())).photosPerLot, 20);
  });

  test('the same payment reported again gives nothing again', async () => {
    const user = await t.newUser();
    const orderId = await buy(user, 'basic');
    await Promise.all(Array.from({ length: 5 }, () => shop.pay(orderId)));
    equal(await credits(user), BONUS + 20);
    equal(await plan(user), 'basic active 30');
  });

  test('buying the same plan again moves expiresAt at once, for all plan credits; its own come at its start, by the job', async () => {
    const user = await t.newUser();
    await buy(user, 'basic');
    days(10);
    await buy(user, 'basic');
    deepEqual([await plan(user), await credits(user)], ['basic active 50', BONUS + 20]);
    await rejects(shop.order(user, 'basic'), { code: 'plans/already-queued' });
    days(21);
    await startPeriods(t.app);
    await startPeriods(t.app);
    deepEqual([await plan(user), await credits(user)], ['basic active 29', BONUS + 40]);
  });

  test('at each start plan credits above twice the allowance expire, oldest first', async () => {
    const user = await t.newUser();
    for (let month = 0; month < 4; month++) {
      await buy(user, 'basic');
      days(month === 0 ? 20 : 30);
      await startPeriods(t.app);
    }
    equal(await credits(user), BONUS + 40);
    const left = await t.app.db
      .selectFrom('credit_grants')
      .select('remaining')
      .where('user_id', '=', user.id)
      .where('source', '=', 'plan')
      .orderBy('seq')
      .execute();
    deepEqual(
      left.map(({ remaining }) => remaining),
      [0, 0, 20, 20],
    );
  });

  test('a higher plan starts at once: unused days are converted, unspent credits stay, and a queued period’s come with it', async () => {
    const user = await t.newUser();
    await buy(user, 'basic');
    await buy(user, 'basic');
    equal(await plan(user), 'basic active 60');
    await buy(user, 'pro');
    deepEqual([await plan(user), await credits(user)], ['pro active 54', BONUS + 20 + 20 + 60]);
  });

  test('the shown days are stored on the order and honoured while the same period runs, not for ever; the buyer is told', async () => {
    const [same, other, late] = [await t.newUser(), await t.newUser(), await t.newUser()];
    for (const user of [same, other, late]) await buy(user, 'basic');
    days(10);
    const order = await shop.order(late, 'pro');
    await shop.take(order, { kind: 'given-up' });
    days(1 - 30 / (24 * 60));
    const orders = [await shop.order(same, 'pro'), await shop.order(other, 'pro')] as const;
    await buy(other, 'basic');
    t.advance(30 * 60_000);
    for (const each of orders) await shop.pay(each);
    equal(await plan(same), `pro active ${30 + 8}`);
    equal(await plan(other), `pro active ${30 + 20}`);
    days(18);
    await shop.pay(order);
    equal(await plan(late), `pro active ${30 + 1}`);
    match((await readOrder(t.app, late.id, order)).note ?? '', /s-au adăugat 1 zi, nu 8 zile/);
    equal((await readOrder(t.app, same.id, orders[0])).note, null);
  });

  test('a paid order says which period it bought, also while that waits behind another, and nothing of one that is late', async () => {
    const user = await t.newUser();
    const bought = async (item: string) => {
      const orderId = await shop.order(user, item);
      await shop.pay(orderId);
      return orderId;
    };
    const readPeriod = async (orderId: string) => (await readOrder(t.app, user.id, orderId)).period;
    const [first, next] = [await bought('basic'), await bought('basic')];
    const [running, waiting] = [await readPeriod(first), await readPeriod(next)];
    const length = (period: typeof running) =>
      period && (Date.parse(period.endsAt) - Date.parse(period.startsAt)) / DAY_MS;
    deepEqual([running?.hasBegun, length(running)], [true, 30]);
    deepEqual([waiting?.hasBegun, waiting?.startsAt, length(waiting)], [false, running?.endsAt, 30]);
    days(31);
    await startPeriods(t.app);
    equal((await readPeriod(next))?.hasBegun, true);
    await shop.moneyBack(next);
    equal(await readPeriod(next), null);
  });

  test('a lower plan bought in the last 7 days is queued like a renewal, and then runs', async () => {
    const user = await t.newUser();
    await buy(user, 'dealer');
    days(25);
    await buy(user, 'basic');
    deepEqual([await plan(user), await credits(user)], ['dealer active 35', BONUS + 200]);
    days(5);
    await startPeriods(t.app);
    deepEqual([await plan(user), await credits(user)], ['basic active 30', BONUS + 40]);
  });

  test('a paid order that can’t start any more waits behind all paid periods, and its owner is told', async () => {
    const user = await t.newUser();
    await buy(user, 'basic');
    const late = await shop.order(user, 'pro');
    await buy(user, 'dealer');
    equal(await shop.pay(late), 'paid');
    match((await readOrder(t.app, user.id, late)).note ?? '', /nu a mai putut începe.*toți banii înapoi/);
    match(await plan(user), /^dealer active 6[45]/);
    equal(await credits(user), BONUS + 220);
    await shop.moneyBack(late);
    match(await plan(user), /^dealer active 3[45]/);
    equal(await credits(user), BONUS + 220);
  });

  test('under plan test and plans without expiry buying is refused, and money that comes goes to review', async () => {
    for (const given of ['test', 'pro'] as const) {
      const user = await t.newUser();
      const { email } = await readUserDocument(t.app, user.id);
      const order = await shop.order(user, 'basic');
      await givePlan(t.app, { email, plan: given, credits: 0 });
      equal(await credits(user), given === 'test' ? -1 : BONUS);
      await rejects(shop.order(user, 'dealer'), { code: 'plans/given-plan' });
      equal(await shop.pay(order), 'review');
      equal(await shop.pay(order), 'review');
      await rejects(shop.accept(order), { code: 'plans/given-plan' });
      equal(await plan(user), `${given} active null`);
      await givePlan(t.app, { email, plan: 'free', credits: 0 });
      deepEqual([await credits(user), await plan(user)], [BONUS, 'free withdrawn 0']);
      equal(await shop.accept(order), 'paid');
      deepEqual([await credits(user), await plan(user)], [BONUS + 20, 'basic active 30']);
    }
  });

  test('a refund ends only the period its order bought: a queued one then starts, converted days go', async () => {
    const renewed = await t.newUser();
    const first = await buy(renewed, 'basic');
    days(5);
    await buy(renewed, 'basic');
    await shop.moneyBack(first);
    deepEqual([await plan(renewed), await credits(renewed)], ['basic active 30', BONUS + 20]);

    const upgraded = await t.newUser();
    const basic = await buy(upgraded, 'basic');
    days(15);
    await buy(upgraded, 'pro');
    equal(await plan(upgraded), 'pro active 36');
    await shop.moneyBack(basic);
    deepEqual([await plan(upgraded), await credits(upgraded)], ['pro active 30', BONUS + 60]);
  });

  test('a refund without anything behind it leaves no plan and no plan credits but the held ones', async () => {
    const user = await t.newUser();
    const order = await buy(user, 'basic');
    await t.app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, t.app.now());
      await holdCredits(tx, user.id, { amount: 5, ref: `run_de ${user.id}`, now: t.app.now() });
    });
    await shop.moneyBack(order);
    deepEqual([await plan(user), await credits(user)], ['free withdrawn 0', BONUS]);
    await t.app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, t.app.now());
      await settleHold(tx, user.id, { ref: `run_de ${user.id}`, settled: 5, now: t.app.now() });
    });
    equal(await credits(user), BONUS);
  });

  test('stopping sets cancelAtPeriodEnd and makes renewAt null, resuming undoes both, and the plan itself goes on', async () => {
    const user = await t.newUser();
    await stopReminders(t.app, user, true);
    equal((await readUserDocument(t.app, user.id)).subscription, null);
    await buy(user, 'pro');
    const shown = async () => {
      const { subscription } = await readUserDocument(t.app, user.id);
      return [subscription?.cancelAtPeriodEnd, daysFromNow(subscription?.renewAt), await plan(user)];
    };
    deepEqual(await shown(), [false, 30, 'pro active 30']);
    await stopReminders(t.app, user, true);
    deepEqual(await shown(), [true, null, 'pro active 30']);
    await stopReminders(t.app, user, false);
    deepEqual(await shown(), [false, 30, 'pro active 30']);
  });
});
