import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { readUserDocument } from '#server/account/user-document-view.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import { givePlan } from '#server/admin/users/give-plan.ts';
import type { App, User } from '#server/app.ts';
import { acceptOrder } from '#server/payments/orders/accept-order.ts';
import { readOrder } from '#server/payments/orders/orders-view.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { handleWebhook } from '#server/payments/provider/handle-webhook.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { BONUS, type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { GOOD_CARD, POOR_CARD } from '#testing/shop/provider.ts';

describe('money in review', () => {
  let card: CardShop;
  let { t, app, provider, shop, starter, deliver, credits } = {} as CardShop;
  let admin: User;
  before(async () => {
    card = await cardShop();
    ({ t, app, provider, shop, starter, deliver, credits } = card);
    admin = { ...(await t.newUser()), role: 'admin' };
  });
  afterEach(() => card.tidy());
  after(() => card.close());

  const accept = (orderId: string, by = admin) =>
    acceptOrder(app, by, { orderId, reason: 'Suma este în extras' });
  const refund = (orderId: string, shownBani?: number) =>
    refundOrder(app, admin, {
      orderId,
      reason: 'La cerere',
      ...(shownBani === undefined ? {} : { shownBani }),
    });
  const pay = async (orderId: string, card = GOOD_CARD) => {
    await provider.pay(orderId, card);
    await deliver();
  };
  const file = (orderId: string) => readOrderFile(app, orderId);
  const state = async (orderId: string) => (await file(orderId)).order.state;
  /** An order whose payment the provider reported with a wrong amount; the bank has the right one. */
  const wrongMoney = async (user: User) => {
    const orderId = await shop.order(user, starter);
    await provider.begin({ orderId });
    await provider.faults({ amount: 'wrong' });
    await pay(orderId);
    await provider.faults({});
    return orderId;
  };
  /** An order that opened one payment and is paid by another. */
  const otherPayment = async (user: User, card = GOOD_CARD) => {
    const orderId = await shop.order(user, starter);
    const { ntpId } = await provider.begin({ orderId });
    const own = `9${ntpId}`;
    await app.db.updateTable('orders').set({ provider_id: own }).where('id', '=', orderId).execute();
    await pay(orderId, card);
    return { orderId, own, other: ntpId };
  };

  it('is accepted by two admins at once as by one: the purchase is given once, with the admin and the reason in the log', async () => {
    const user = await t.newUser();
    const second: User = { ...(await t.newUser()), role: 'admin' };
    const orderId = await wrongMoney(user);
    deepEqual([await state(orderId), await credits(user)], ['review', BONUS]);
    await Promise.all([accept(orderId), accept(orderId, second), accept(orderId), accept(orderId, second)]);
    deepEqual([await state(orderId), await credits(user)], ['paid', BONUS + 10]);
    const { events, purchase, order } = await file(orderId);
    const accepted = events.filter(({ event }) => event === 'accepted');
    deepEqual(
      accepted.map(({ source, data }) => [source, data.reason]),
      [['admin', 'Suma este în extras']],
    );
    equal(accepted[0]?.by?.includes('@'), true);
    equal(purchase === null, false);
    // The shown price is then the amount that was paid.
    const { refundNow } = await file(orderId);
    const [listed] = (await listPurchases(app, user.id, {})).purchases;
    const paid = refundNow?.amount;
    deepEqual([listed?.price, (await readOrder(app, user.id, orderId)).price], [paid, paid]);
    equal(paid === 50, false);
    deepEqual(order.told, ['wrong-money']);
    await accept(orderId);
    equal(await credits(user), BONUS + 10);
  });

  it('given back instead buys nothing: the amount that came goes back, and right money reported later changes nothing', async () => {
    const user = await t.newUser();
    const orderId = await wrongMoney(user);
    const { refundNow } = await file(orderId);
    const came = (refundNow?.amount ?? 0) * 100;
    deepEqual([came === 5000, refundNow?.credits], [false, 0]);
    await rejects(refund(orderId, 5000), { code: 'payments/refund-changed', details: { amountBani: came } });
    equal(await state(orderId), 'review');
    await refund(orderId, came);
    await deliver();
    const after = await file(orderId);
    deepEqual(
      [after.order.state, after.refunds.map((r) => r.state), after.purchase, await credits(user)],
      ['refunded', ['done'], null, BONUS],
    );
    await shop.pay(orderId);
    deepEqual([await state(orderId), await credits(user)], ['refunded', BONUS]);
    await rejects(accept(orderId), { code: 'payments/not-in-review' });
  });

  it('is not accepted while a refund of it is under way, nor without any money, nor for an unknown order', async () => {
    const user = await t.newUser();
    const orderId = await wrongMoney(user);
    await provider.faults({ credit: '500', status: 'missing-payment' });
    await refund(orderId);
    await rejects(accept(orderId), { code: 'payments/refund-exists' });
    equal((await file(orderId)).refundNow, null);
    const open = await shop.order(user, starter);
    await rejects(accept(open), { code: 'payments/not-in-review' });
    await rejects(accept(`ord_${'q'.repeat(26)}`), { code: 'payments/order-not-found' });
  });

  it('in another currency, or without a readable sum, counts as the lei that an admin names, for price, invoice and refund', async () => {
    const other = [
      { amountBani: 1005, currency: 'EUR' },
      { amountBani: null, currency: 'RON' },
    ];
    for (const money of other) {
      const user = await t.newUser();
      const orderId = await shop.order(user, starter);
      await provider.begin({ orderId });
      await shop.take(orderId, { kind: 'paid', ...money });
      equal((await file(orderId)).needsAmount, true);
      await rejects(accept(orderId), { code: 'payments/amount-needed' });
      deepEqual([await state(orderId), await credits(user)], ['review', BONUS]);
      const said = { orderId, reason: 'Suma din extras', receivedBani: 5123 };
      await acceptOrder(app, admin, said);
      await acceptOrder(app, admin, { ...said, receivedBani: 1 });
      const { invoices, needsAmount, refundNow, events } = await file(orderId);
      deepEqual([await state(orderId), await credits(user), needsAmount], ['paid', BONUS + 10, false]);
      deepEqual([invoices.map(({ gross }) => gross), events.at(-1)?.data.amountBani], [[51.23], 5123]);
      equal((await listPurchases(app, user.id, {})).purchases[0]?.price, 51.23);
      // The provider gives no lei back for it: an admin's refund is not offered, a withdrawal is owed by transfer.
      equal(refundNow, null);
      await rejects(refund(orderId, 5123), { code: 'payments/not-refundable' });
      await app.db
        .updateTable('orders')
        .set({ provider_id: `8${orderId}` })
        .where('id', '=', orderId)
        .execute();
      await withdrawFromOwnOrder(app, user, { orderId, shownAmount: 51.23 });
      const { withdrawal, invoices: both } = await file(orderId);
      deepEqual([withdrawal?.state, both.map(({ gross }) => gross)], ['owed', [51.23, -51.23]]);
    }
  });

  it('of a deleted account is only given back', async () => {
    const user = await t.newUser();
    const orderId = await wrongMoney(user);
    await app.db.updateTable('users').set({ deleted_at: app.now() }).where('id', '=', user.id).execute();
    await rejects(accept(orderId), { code: 'users/not-found' });
    equal(await state(orderId), 'review');
  });

  it('under a given plan is accepted once the plan is gone, and says so until then', async () => {
    const user = await t.newUser();
    const orderId = await shop.order(user, 'basic');
    const { email } = await readUserDocument(app, user.id);
    await givePlan(app, { email, plan: 'pro', credits: 0 });
    await shop.pay(orderId);
    deepEqual((await file(orderId)).order.told, ['unending-plan']);
    await rejects(accept(orderId), { code: 'payments/plan-in-the-way' });
    equal(await state(orderId), 'review');
    await givePlan(app, { email, plan: 'free', credits: 0 });
    await accept(orderId);
    deepEqual([await state(orderId), await credits(user)], ['paid', BONUS + 20]);
  });

  it('may be another payment’s under our order: admins are told, one accepts it, and a refund goes to that payment', async () => {
    const user = await t.newUser();
    const { orderId, other } = await otherPayment(user);
    const before = await file(orderId);
    deepEqual(
      [before.order.state, before.order.told, await credits(user)],
      ['review', ['other-payment'], BONUS],
    );
    deepEqual(before.events.at(-1)?.data, {
      providerId: other,
      said: 'paid',
      amountBani: 5000,
      currency: 'RON',
    });
    await accept(orderId);
    deepEqual([(await file(orderId)).order.providerId, await credits(user)], [other, BONUS + 10]);
    await refund(orderId, 5000);
    deepEqual([await state(orderId), await credits(user)], ['refunded', BONUS]);
  });

  it('that came under another order’s payment buys nothing here and is not given back from here', async () => {
    const user = await t.newUser();
    const { orderId, other } = await otherPayment(user);
    const owner = await shop.order(user, starter);
    await app.db.updateTable('orders').set({ provider_id: other }).where('id', '=', owner).execute();
    await rejects(accept(orderId), { code: 'payments/money-of-another-order' });
    await rejects(refund(orderId, 5000), { code: 'payments/money-of-another-order' });
    const { order, refunds } = await file(orderId);
    deepEqual([order.state, refunds, await credits(user)], ['review', [], BONUS]);
    await app.db.updateTable('orders').set({ provider_id: null }).where('id', '=', owner).execute();
  });

  it('does not come from another payment that was only declined, and a second payment of a paid order gives nothing', async () => {
    const user = await t.newUser();
    const declined = await otherPayment(user, POOR_CARD);
    deepEqual((await file(declined.orderId)).order.told, []);
    equal(await state(declined.orderId), 'created');

    const twice = await shop.order(user, starter);
    await provider.begin({ orderId: twice });
    await shop.pay(twice);
    await app.db.updateTable('orders').set({ provider_id: '1' }).where('id', '=', twice).execute();
    await pay(twice);
    const { order, refundNow } = await file(twice);
    deepEqual(
      [order.state, order.told, order.providerId, refundNow?.amount, await credits(user)],
      ['paid', ['other-payment'], '1', 50, BONUS + 10],
    );
    // Money of the other payment that goes back takes nothing that this one bought.
    await provider.control('POST', `/orders/${twice}/status`, { status: 8 });
    await deliver();
    deepEqual([await state(twice), await credits(user)], ['paid', BONUS + 10]);
  });

  it('is not decided by a notification that names the order and not the payment: the provider is asked', async () => {
    const user = await t.newUser();
    const orderId = await shop.order(user, starter);
    await provider.begin({ orderId });
    await app.db.updateTable('orders').set({ provider_id: '2' }).where('id', '=', orderId).execute();
    await provider.pay(orderId, GOOD_CARD);
    const asked: object[] = [];
    const { payments } = provider;
    const nameless: App = {
      ...app,
      queue: { ...app.queue, send: async (_tx, _name, data) => void asked.push(data) },
      payments: {
        ...payments,
        readNotification: (body, headers) => {
          const reading = payments.readNotification(body, headers);
          return reading.isVerified
            ? { ...reading, notification: { ...reading.notification, ntpId: null } }
            : reading;
        },
      },
    };
    for (const { body, headers } of provider.notices)
      await handleWebhook(nameless, { rawBody: body, headers });
    deepEqual([asked, await state(orderId)], [[{ orderId }], 'created']);
  });
});
