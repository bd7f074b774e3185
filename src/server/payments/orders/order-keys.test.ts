import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  BILLING,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  packageCalled,
} from '#testing/shop/shop.ts';

describe('idempotency keys of orders', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
  });
  after(() => server.close());

  it('gives the same open order for every key under which it was begun or taken up', async () => {
    const buyer = await server.newUser();
    const item = await packageCalled(buyer, 'Starter 10');
    const keys = ['cheia-unu-1', 'cheia-doi-2', 'cheia-trei-3'];
    const answers = async () => {
      const orders = new Set<string>();
      for (const key of keys) orders.add((await beginPayment(buyer, item.id, key)).orderId);
      return [...orders];
    };
    await agreeToCheckout(buyer, item);
    const first = await answers();
    assert.equal(first.length, 1);
    // With another bill it would be another order, but these keys have theirs already.
    await agreeToCheckout(buyer, item, { billing: { ...BILLING, street: 'Str. Horea 5' } });
    assert.deepEqual(await answers(), first);
    const other = await packageCalled(buyer, 'Scale 60');
    await agreeToCheckout(buyer, other);
    for (const key of keys)
      await assert.rejects(beginPayment(buyer, other.id, key), { code: 'http/idempotency-mismatch' }, key);
  });

  it('refuses a key whose order is over: its page takes no money any more', async () => {
    const buyer = await server.newUser();
    const item = await packageCalled(buyer, 'Starter 10');
    await agreeToCheckout(buyer, item);
    const { orderId, paymentUrl } = await beginPayment(buyer, item.id, 'cheia-veche-1');
    const sim = createDeskClient(paymentUrl ?? '');
    await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'paid');
    await assert.rejects(beginPayment(buyer, item.id, 'cheia-veche-1'), { code: 'payments/order-over' });
    await sim('POST', `/orders/${orderId}/status`, { status: 8 });
    await orderBecomes(buyer, orderId, 'refunded');
    await assert.rejects(beginPayment(buyer, item.id, 'cheia-veche-1'), { code: 'payments/order-over' });
    assert.notEqual((await beginPayment(buyer, item.id, 'cheia-noua-1')).orderId, orderId);
  });
});
