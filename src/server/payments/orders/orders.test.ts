import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  cancelOrder,
  createNetopiaPayment,
  listCreditPurchases,
  readBilling,
  readOrder,
} from '#contract/orders.ts';
import { readMe } from '#contract/users.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { checkOrders } from '#server/payments/provider/check-order.ts';
import { pollUntil, type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  BILLING,
  type Buyer,
  beginPayment,
  countUserRows,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  POOR_CARD,
  packageCalled,
} from '#testing/shop/shop.ts';

describe('buying credits', () => {
  let server: TestServer;
  let sim: ReturnType<typeof createDeskClient>;
  const credits = async (buyer: Buyer) => (await buyer.call(readMe, {})).credits.totalCredits;
  const starter = (buyer: Buyer) => packageCalled(buyer, 'Starter 10');
  const started = async (buyer: Buyer) => {
    const item = await starter(buyer);
    await agreeToCheckout(buyer, item);
    return beginPayment(buyer, item.id);
  };

  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
    const { paymentUrl } = await started(await server.newUser());
    sim = createDeskClient(paymentUrl ?? '');
  });
  after(async () => {
    assert.deepEqual(await findViolations(server.app, { orphanGraceMs: 60_000, deep: false }), []);
    await server.close();
  });

  it('returns success, paymentUrl, orderId and customerAction, and grants once the provider has said paid', async () => {
    const buyer = await server.newUser();
    const payment = await started(buyer);
    assert.equal(payment.success, true);
    assert.match(payment.paymentUrl ?? '', /^http:\/\/127\.0\.0\.1:\d+\/ui\/card/);
    assert.equal(payment.customerAction, null);
    assert.equal(await credits(buyer), 3);
    await sim('POST', `/orders/${payment.orderId}/pay`, { card: GOOD_CARD });
    const order = await orderBecomes(buyer, payment.orderId, 'paid');
    assert.deepEqual([order.name, order.price, order.credits], ['Starter 10', 50, 10]);
    assert.equal(await credits(buyer), 13);
    const { purchases } = await buyer.call(listCreditPurchases, {});
    assert.deepEqual(
      purchases.map(({ userId, orderId, name, price }) => [userId, orderId, name, price]),
      [[buyer.uid, payment.orderId, 'Starter 10', 50]],
    );
  });

  it('credits once, however often and by however many ways the payment is reported', async () => {
    const buyer = await server.newUser();
    const { orderId } = await started(buyer);
    await sim('PUT', '/faults', { notification: '3-then-5' });
    await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'paid');
    await sim('PUT', '/faults', {});
    await Promise.all([
      ...Array.from({ length: 5 }, () => sim('POST', `/orders/${orderId}/notify`, {})),
      ...Array.from({ length: 5 }, () => buyer.fetch(`/api/payments/netopia/return?orderId=${orderId}`)),
    ]);
    assert.equal(await credits(buyer), 13);
    assert.equal(await countUserRows(server, 'credit_purchases', buyer.uid), 1);
  });

  it('says why a card was declined, and still takes another card for the same order', async () => {
    const buyer = await server.newUser();
    const { orderId } = await started(buyer);
    await sim('POST', `/orders/${orderId}/pay`, { card: POOR_CARD });
    const declined = await orderBecomes(buyer, orderId, 'declined');
    assert.equal(declined.reason, 'Fonduri insuficiente.');
    assert.notEqual(declined.paymentUrl, null);
    assert.equal(await credits(buyer), 3);
    await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'paid');
    assert.equal(await credits(buyer), 13);
  });

  it('tells of a second card that it is checked against fraud, each time, and of a decline after that', async () => {
    const buyer = await server.newUser();
    const { orderId } = await started(buyer);
    const read = () => buyer.call(readOrder, { params: { orderId } });
    for (const _round of [1, 2]) {
      await sim('POST', `/orders/${orderId}/status`, { status: 13 });
      const before = await pollUntil(read, ({ waitsFor }) => waitsFor === 'fraud-check');
      await sim('POST', `/orders/${orderId}/status`, { status: 12 });
      const declined = await pollUntil(
        read,
        ({ state, waitsFor }) => state === 'declined' && waitsFor === 'answer',
      );
      assert.ok(declined.rev >= before.rev);
    }
    await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'paid');
  });

  it('learns of the payment by itself when the notification was lost: on the return, and by the clock', async () => {
    const buyer = await server.newUser();
    const [first, second] = [await started(buyer), await payAgain(buyer)];
    await sim('PUT', '/faults', { notification: 'lost' });
    for (const { orderId } of [first, second])
      await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await sim('PUT', '/faults', {});
    const back = await buyer.fetch(`/api/payments/netopia/return?orderId=${first.orderId}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=1',
    });
    assert.equal(back.status, 303);
    assert.equal(back.headers.get('location'), `/payments/netopia/return?orderId=${first.orderId}`);
    await orderBecomes(buyer, first.orderId, 'paid');
    await server.database.pool.query('update orders set next_check_at = now() where id = $1', [
      second.orderId,
    ]);
    await checkOrders(server.app);
    await orderBecomes(buyer, second.orderId, 'paid');
    assert.equal(await credits(buyer), 3 + 10 + 25);
  });

  /** Another item, so that it is another order. */
  async function payAgain(buyer: Buyer) {
    const item = await packageCalled(buyer, 'Pro 25');
    await agreeToCheckout(buyer, item);
    return beginPayment(buyer, item.id);
  }

  it('believes no notification that the provider has not signed over these very bytes', async () => {
    const buyer = await server.newUser();
    const { orderId } = await started(buyer);
    for (const faults of [
      { token: 'missing' },
      { token: 'unknown-key' },
      { token: 'hs512-with-public-key' },
      { token: 'none' },
      { token: 'other-audience' },
      { token: 'other-body' },
      { body: 'tampered' },
    ]) {
      await sim('PUT', '/faults', faults);
      await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
      assert.equal(
        (await buyer.call(readOrder, { params: { orderId } })).state,
        'started',
        JSON.stringify(faults),
      );
    }
    assert.equal(await credits(buyer), 3);
    await sim('PUT', '/faults', {});
    await sim('POST', '/forget', {});
    await sim('POST', `/orders/${orderId}/notify`, {});
    await orderBecomes(buyer, orderId, 'paid');
  });

  it('gives nothing for another amount or currency: an admin looks at it', async () => {
    const buyer = await server.newUser();
    const { orderId } = await started(buyer);
    await sim('PUT', '/faults', { amount: 'wrong' });
    await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'review');
    await sim('PUT', '/faults', {});
    assert.equal(await credits(buyer), 3);
  });

  it('takes back the credits that are left when the money went back outside', async () => {
    const buyer = await server.newUser();
    const { orderId } = await started(buyer);
    await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'paid');
    await sim('POST', `/orders/${orderId}/status`, { status: 8 });
    await orderBecomes(buyer, orderId, 'refunded');
    assert.equal(await credits(buyer), 3);
    await sim('POST', `/orders/${orderId}/status`, { status: 3 });
    assert.equal((await buyer.call(readOrder, { params: { orderId } })).state, 'refunded');
    assert.equal(await credits(buyer), 3);
  });

  it('honours money that comes after „Renunț la plată”', async () => {
    const buyer = await server.newUser();
    const { orderId } = await started(buyer);
    assert.equal((await buyer.call(cancelOrder, { params: { orderId } })).state, 'cancelled');
    await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'paid');
    assert.equal(await credits(buyer), 13);
  });

  it('asks the provider on the return, and when an admin presses „Notifică”, also about a cancelled order', async () => {
    const buyer = await server.newUser();
    const [first, second] = [await started(buyer), await payAgain(buyer)];
    await sim('PUT', '/faults', { notification: 'lost' });
    for (const { orderId } of [first, second]) {
      await buyer.call(cancelOrder, { params: { orderId } });
      await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    }
    await sim('PUT', '/faults', {});
    await buyer.fetch(`/api/payments/netopia/return?orderId=${first.orderId}`, { redirect: 'manual' });
    await sim('POST', `/orders/${second.orderId}/notify`, { button: true });
    for (const { orderId } of [first, second]) await orderBecomes(buyer, orderId, 'paid');
    assert.equal(await credits(buyer), 3 + 10 + 25);
  });

  it('opens one order for two tabs at once, for the same key and for the same item within 30 minutes', async () => {
    const buyer = await server.newUser();
    const item = await starter(buyer);
    await agreeToCheckout(buyer, item);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => beginPayment(buyer, item.id, i < 3 ? 'cheia-mea-1' : undefined)),
    );
    assert.equal(new Set(answers.map(({ orderId }) => orderId)).size, 1);
    assert.equal(new Set(answers.map(({ paymentUrl }) => paymentUrl)).size, 1);
    assert.equal(await countUserRows(server, 'orders', buyer.uid), 1);
    await agreeToCheckout(buyer, item, { billing: { ...BILLING, street: 'Str. Horea 5' } });
    assert.notEqual((await beginPayment(buyer, item.id)).orderId, answers[0]?.orderId);
    const other = await packageCalled(buyer, 'Scale 60');
    await agreeToCheckout(buyer, other);
    await assert.rejects(beginPayment(buyer, other.id, 'cheia-mea-1'), { code: 'http/idempotency-mismatch' });
  });

  it('begins anew once a start is known to be lost, instead of returning an order that cannot be paid', async () => {
    const buyer = await server.newUser();
    const item = await starter(buyer);
    await agreeToCheckout(buyer, item);
    await sim('PUT', '/faults', { start: '500' });
    const lost = await beginPayment(buyer, item.id);
    assert.equal(lost.success, false);
    await sim('PUT', '/faults', {});
    await server.database.pool.query(
      "update orders set created_at = now() - interval '1 minute' where id = $1",
      [lost.orderId],
    );
    const next = await beginPayment(buyer, item.id);
    assert.equal(next.success, true);
    assert.notEqual(next.orderId, lost.orderId);
  });

  it('writes nothing when an ended order is cancelled, and takes at most 60 checkouts an hour', async () => {
    const buyer = await server.newUser();
    const { orderId } = await started(buyer);
    const giveUp = () => buyer.call(cancelOrder, { params: { orderId } });
    const { rev } = await giveUp();
    assert.deepEqual([(await giveUp()).rev, (await giveUp()).state], [rev, 'cancelled']);
    const item = await starter(buyer);
    for (let nth = 2; nth <= 60; nth++) await agreeToCheckout(buyer, item);
    await assert.rejects(agreeToCheckout(buyer, item), { code: 'http/too-many-requests' });
  });

  it('stores billing and consents before the provider is called, and refuses without them', async () => {
    const buyer = await server.newUser();
    const item = await starter(buyer);
    await assert.rejects(beginPayment(buyer, item.id), { code: 'payments/consent-missing' });
    await assert.rejects(agreeToCheckout(buyer, item, { terms: false }), {
      code: 'payments/consent-missing',
    });
    await assert.rejects(agreeToCheckout(buyer, item, { startNow: false }), {
      code: 'payments/consent-missing',
    });
    await assert.rejects(agreeToCheckout(buyer, item, { billing: { ...BILLING, lastName: '' } }), {
      code: 'payments/billing-invalid',
      details: { problems: { lastName: 'missing' } },
    });
    await assert.rejects(agreeToCheckout(buyer, { ...item, price: 5 }), { code: 'payments/price-changed' });
    await assert.rejects(beginPayment(buyer, item.id), { code: 'payments/consent-missing' });
    assert.deepEqual(await buyer.call(readBilling, {}), { billing: null });
    await agreeToCheckout(buyer, item);
    assert.deepEqual(await buyer.call(readBilling, {}), { billing: BILLING });
    const { rows } = await server.database.pool.query('select consents from checkouts where user_id = $1', [
      buyer.uid,
    ]);
    assert.deepEqual(rows[0].consents.given, ['start-now', 'terms']);
  });

  it('refuses a number of days that no plan has', async () => {
    const buyer = await server.newUser();
    const item = await starter(buyer);
    for (const shownDays of [-1, 0.5, 2 ** 31, Number.MAX_SAFE_INTEGER])
      await assert.rejects(agreeToCheckout(buyer, item, { shownDays }), { code: 'http/bad-request' });
  });

  it('is for the own account alone: accountId must be the caller, an order is seen by its owner', async () => {
    const [buyer, other] = [await server.newUser(), await server.newUser()];
    const item = await starter(buyer);
    await agreeToCheckout(buyer, item);
    await assert.rejects(
      buyer.call(createNetopiaPayment, { body: { accountId: other.uid, packageType: item.id } }),
      { code: 'payments/not-your-account' },
    );
    const { orderId } = await beginPayment(buyer, item.id);
    await assert.rejects(other.call(readOrder, { params: { orderId } }), {
      code: 'payments/order-not-found',
    });
    await assert.rejects(other.call(cancelOrder, { params: { orderId } }), {
      code: 'payments/order-not-found',
    });
  });

  it('returns no success when the provider gives no address to pay at', async () => {
    const buyer = await server.newUser();
    const item = await starter(buyer);
    for (const start of ['500', 'no-url', 'html', 'foreign-url', '429']) {
      await sim('PUT', '/faults', { start });
      await agreeToCheckout(buyer, item, { billing: { ...BILLING, street: `Str. ${start}` } });
      const { success, paymentUrl } = await beginPayment(buyer, item.id);
      assert.deepEqual({ success, paymentUrl }, { success: false, paymentUrl: null }, start);
    }
    await sim('PUT', '/faults', {});
  });
});
