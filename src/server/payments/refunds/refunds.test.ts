import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { DAY_MS } from '#domain/days.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import type { App, User } from '#server/app.ts';
import { lockCreditAccount, setUnlimited } from '#server/credits/account-store.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { checkOrders } from '#server/payments/provider/check-order.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { BONUS, type CardShop, cardShop } from '#testing/shop/card-shop.ts';

describe('a refund', () => {
  let card: CardShop;
  let { t, app, provider, shop, starter, deliver, buy, credits } = {} as CardShop;
  let admin: User;
  before(async () => {
    card = await cardShop();
    ({ t, app, provider, shop, starter, deliver, buy, credits } = card);
    admin = { ...(await t.newUser()), role: 'admin' };
  });
  afterEach(() => card.tidy());
  after(() => card.close());

  const give = (orderId: string, by: App = app) => refundOrder(by, admin, { orderId, reason: 'La cerere' });
  /** „paid; refused 50 lei, 10 credits”. */
  const reported = async (orderId: string) => {
    const { order, refunds } = await readOrderFile(app, orderId);
    return [order.state, ...refunds.map((r) => `${r.state} ${r.amount} lei, ${r.withdrawn} credits`)].join(
      '; ',
    );
  };
  const minutes = (count: number) => t.advance(count * 60_000);
  const hold = (user: User, amount: number, ref: string) =>
    app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, app.now());
      await holdCredits(tx, user.id, { amount, ref, now: app.now() });
    });
  const settle = (user: User, ref: string, spent: number) =>
    app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, app.now());
      await settleHold(tx, user.id, { ref, settled: spent, now: app.now() });
    });
  const spend = async (user: User, amount: number) => {
    await hold(user, amount, `run_${user.id}`);
    await settle(user, `run_${user.id}`, amount);
  };

  it('by an admin gives the whole price for credits untouched, and the notification of it is no refund outside', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    equal(await credits(user), BONUS + 10);
    await give(orderId);
    await deliver();
    equal(await reported(orderId), 'refunded; done 50 lei, 10 credits');
    equal(await credits(user), BONUS);
    const { events } = await readOrderFile(app, orderId);
    deepEqual(
      events.map(({ source, event }) => `${source} ${event}`),
      ['notification paid', 'admin refund-asked', 'status refunded', 'notification refunded'],
    );
    await rejects(give(orderId), { code: 'payments/refund-exists' });
  });

  it('is price × unspent unheld ÷ granted, rounded up to the ban; with nothing left there is none', async () => {
    const [some, all, held, unlimited] = [
      await t.newUser(),
      await t.newUser(),
      await t.newUser(),
      await t.newUser(),
    ];
    const orderOf = new Map<User, string>();
    for (const user of [some, all, held, unlimited]) orderOf.set(user, await buy(user, 'basic'));
    const refunded = async (user: User) => {
      const orderId = orderOf.get(user) ?? '';
      await give(orderId);
      return reported(orderId);
    };
    await spend(some, 7);
    equal(await refunded(some), 'refunded; done 38.35 lei, 13 credits');
    await spend(all, 20 + BONUS);
    await rejects(refunded(all), { code: 'payments/nothing-to-refund' });
    equal(await reported(orderOf.get(all) ?? ''), 'paid');
    await hold(held, 4, 'run_tinut');
    equal(await refunded(held), 'refunded; done 47.2 lei, 16 credits');
    await settle(held, 'run_tinut', 1);
    equal(await credits(held), BONUS + 3);
    await app.change(async ({ tx }) => {
      await lockCreditAccount(tx, unlimited.id, app.now());
      await setUnlimited(tx, unlimited.id, 'for-ever');
    });
    equal(await refunded(unlimited), 'refunded; done 59 lei, 20 credits');
  });

  it('ends only the period its order bought: a queued one gives the full price back, after the running one a queued one starts', async () => {
    const [first, second] = [await t.newUser(), await t.newUser()];
    const plan = async ({ id }: User) => {
      const { plan: now, subscription } = await readUserDocument(app, id);
      const left = (Date.parse(subscription?.expiresAt ?? '') - app.now().getTime()) / DAY_MS;
      return `${now} ${Math.round(left)}`;
    };
    await buy(first, 'basic');
    const queued = await buy(first, 'basic');
    await spend(first, 5);
    await give(queued);
    equal(await reported(queued), 'refunded; done 59 lei, 0 credits');
    equal(await plan(first), 'basic 30');
    const current = await buy(second, 'basic');
    await buy(second, 'basic');
    await spend(second, 5);
    await give(current);
    equal(await reported(current), 'refunded; done 44.25 lei, 15 credits');
    deepEqual([await plan(second), await credits(second)], ['basic 30', BONUS + 20]);
  });

  it('that the provider refuses, or that never reached it, gives the credits back and may be asked again', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const unreachable = provider.withOptions({ baseUrl: 'http://127.0.0.1:9' });
    const stranger = provider.withOptions({ apiKey: 'alta' });
    for (const payments of [unreachable, stranger]) {
      await rejects(give(orderId, { ...app, payments }), { code: 'payments/refund-refused' });
      equal(await credits(user), BONUS + 10);
    }
    await give(orderId);
    equal(
      await reported(orderId),
      'refunded; refused 50 lei, 10 credits; refused 50 lei, 10 credits; done 50 lei, 10 credits',
    );
  });

  it('of unknown outcome blocks another, and is undone once readings still say paid', async () => {
    for (const credit of ['500', 'html', 'not-credited']) {
      const user = await t.newUser();
      const orderId = await buy(user);
      await provider.faults({ credit });
      const before = await provider.calls('/operation/credit');
      await give(orderId);
      equal(await reported(orderId), 'paid; asked 50 lei, 10 credits', credit);
      equal(await credits(user), BONUS, credit);
      await provider.faults({});
      await rejects(give(orderId), { code: 'payments/refund-exists' }, credit);
      minutes(14);
      await checkOrders(app);
      equal(await reported(orderId), 'paid; asked 50 lei, 10 credits', credit);
      minutes(6);
      await checkOrders(app);
      equal(await reported(orderId), 'paid; refused 50 lei, 10 credits', credit);
      equal(await credits(user), BONUS + 10, credit);
      equal(await provider.calls('/operation/credit'), before + 1, credit);
    }
  });

  it('that was made without a response is found out by the next reading', async () => {
    const timeoutsMs = { start: 10_000, status: 10_000, refund: 300 };
    const impatient = { ...app, payments: provider.withOptions({ timeoutsMs }) };
    for (const credit of ['reset', 'timeout']) {
      const user = await t.newUser();
      const orderId = await buy(user);
      await provider.faults({ credit, status: 'missing-payment' });
      await give(orderId, impatient);
      equal(await reported(orderId), 'paid; asked 50 lei, 10 credits', credit);
      await provider.faults({});
      minutes(2);
      await checkOrders(app);
      equal(await reported(orderId), 'refunded; done 50 lei, 10 credits', credit);
      await deliver();
      equal(await credits(user), BONUS, credit);
    }
  });

  it('may be more than the unspent credits are worth, out of goodwill, with its storno; never less and never more than was paid', async () => {
    const [some, all] = [await t.newUser(), await t.newUser()];
    const orders = [await buy(some, 'basic'), await buy(all)] as const;
    await spend(some, 10);
    await spend(all, BONUS + 10);
    const least = (await readOrderFile(app, orders[0])).refundNow;
    deepEqual(least, { amount: 29.5, most: 59, credits: 10 });
    deepEqual((await readOrderFile(app, orders[1])).refundNow, { amount: 0, most: 50, credits: 0 });
    const giveWanted = (orderId: string, wantedBani: number, shownBani: number) =>
      refundOrder(app, admin, { orderId, reason: 'Bunăvoință', shownBani, wantedBani });
    for (const wanted of [2949, 5901, 0, -1])
      await rejects(giveWanted(orders[0], wanted, 2950), { code: 'payments/refund-out-of-range' });
    await rejects(giveWanted(orders[0], 4000, 3000), { code: 'payments/refund-changed' });
    equal(await credits(some), BONUS + 10);
    await giveWanted(orders[0], 4000, 2950);
    equal(await reported(orders[0]), 'refunded; done 40 lei, 10 credits');
    for (const wanted of [0, 5001])
      await rejects(giveWanted(orders[1], wanted, 0), { code: 'payments/refund-out-of-range' });
    await giveWanted(orders[1], 2000, 0);
    equal(await reported(orders[1]), 'refunded; done 20 lei, 0 credits');
    const stornos = await app.db
      .selectFrom('invoices')
      .select('gross_bani')
      .where('order_id', 'in', [...orders])
      .where('kind', '=', 'storno')
      .orderBy('created_at')
      .execute();
    deepEqual(
      stornos.map(({ gross_bani: gross }) => gross),
      [-4000, -2000],
    );
    await rejects(giveWanted(orders[1], 100, 0), { code: 'payments/refund-exists' });
    await deliver();
  });

  it('by two admins at once is one: the provider is called once', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const before = await provider.calls('/operation/credit');
    const answers = await Promise.allSettled(Array.from({ length: 4 }, () => give(orderId)));
    deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected', 'rejected']);
    equal(await provider.calls('/operation/credit'), before + 1);
    equal(await reported(orderId), 'refunded; done 50 lei, 10 credits');
  });

  it('survives the provider’s own notification coming before its response', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const { payments } = provider;
    const early: App['payments'] = {
      ...payments,
      refund: async (asked) => {
        const answer = await payments.refund(asked);
        await deliver();
        return answer;
      },
    };
    await give(orderId, { ...app, payments: early });
    equal(await reported(orderId), 'refunded; done 50 lei, 10 credits');
    const row = app.db.selectFrom('orders').select('told_admins').where('id', '=', orderId);
    deepEqual((await row.executeTakeFirstOrThrow()).told_admins, []);
  });

  it('is for the owner to ask within 14 days of payment, later for an admin alone, and never for another person’s order', async () => {
    const [user, other] = [await t.newUser(), await t.newUser()];
    const [soon, late] = [await buy(user), await buy(user)];
    await rejects(withdrawFromOwnOrder(app, other, { orderId: soon, shownAmount: 50 }), {
      code: 'payments/order-not-found',
    });
    await withdrawFromOwnOrder(app, user, { orderId: soon, shownAmount: 50 });
    equal(await reported(soon), 'refunded; done 50 lei, 10 credits');
    t.advance(20 * DAY_MS);
    await rejects(withdrawFromOwnOrder(app, user, { orderId: late, shownAmount: 50 }), {
      code: 'payments/refund-too-late',
    });
    await give(late);
    equal(await reported(late), 'refunded; done 50 lei, 10 credits');
  });

  it('from outside takes credits that are released later too, as the order’s history and its shortfall show', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    await hold(user, BONUS + 10, 'run_contestat');
    await shop.take(orderId, { kind: 'chargeback' });
    await settle(user, 'run_contestat', BONUS + 4);
    equal(await credits(user), 0);
    const { order, events } = await readOrderFile(app, orderId);
    deepEqual(
      events.filter(({ event }) => event === 'withdrawn').map(({ data }) => data),
      [
        { withdrawn: 0, shortfall: 10 },
        { withdrawn: 6, shortfall: 4 },
      ],
    );
    equal(order.shortfall, 4);
  });

  it('of ours leaves held credits with the buyer, unless the bank takes all the money later', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    await hold(user, BONUS + 4, 'run_returnat');
    await hold(user, 1, 'run_tarziu');
    await give(orderId);
    await settle(user, 'run_returnat', 0);
    equal(await credits(user), BONUS + 4);
    await shop.take(orderId, { kind: 'chargeback' });
    await settle(user, 'run_tarziu', 0);
    equal(await credits(user), BONUS);
    const { purchases } = await listPurchases(app, user.id, {});
    deepEqual(purchases[0]?.refund, { state: 'charged-back', amount: null });
  });

  it('is refused for orders without money here', async () => {
    const user = await t.newUser();
    const orderId = await shop.order(user, starter);
    await shop.take(orderId, { kind: 'not-begun' });
    const { state, waitsFor } = (await readOrderFile(app, orderId)).order;
    deepEqual([state, waitsFor], ['pending', 'card']);
    await rejects(give(orderId), { code: 'payments/not-refundable' });
    await rejects(give(`ord_${'q'.repeat(26)}`), { code: 'payments/order-not-found' });
    await rejects(give(orderId, t.app), { code: 'payments/closed' });
  });
});
