import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readSession } from '#contract/auth.ts';
import { cancelOrder } from '#contract/orders.ts';
import { readMe } from '#contract/users.ts';
import { type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  type Buyer,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  POOR_CARD,
  packageCalled,
} from '#testing/shop/shop.ts';

describe('a payment that is processing', () => {
  let server: TestServer;
  const pending = async (buyer: Buyer) => (await buyer.call(readMe, {})).pendingOrder?.orderId ?? null;
  const started = async (buyer: Buyer) => {
    const item = await packageCalled(buyer, 'Starter 10');
    await agreeToCheckout(buyer, item);
    return beginPayment(buyer, item.id);
  };

  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
  });
  after(() => server.close());

  it('is in the user document from its start until it is paid, declined or given up', async () => {
    const [paid, declined, givenUp] = [
      await server.newUser(),
      await server.newUser(),
      await server.newUser(),
    ];
    const orders = new Map<Buyer, string>();
    for (const buyer of [paid, declined, givenUp]) {
      assert.equal(await pending(buyer), null);
      const { orderId, paymentUrl } = await started(buyer);
      orders.set(buyer, orderId);
      assert.equal(await pending(buyer), orderId);
      const sim = createDeskClient(paymentUrl ?? '');
      if (buyer === paid) await sim('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
      if (buyer === declined) await sim('POST', `/orders/${orderId}/pay`, { card: POOR_CARD });
      if (buyer === givenUp) await buyer.call(cancelOrder, { params: { orderId } });
    }
    await orderBecomes(paid, orders.get(paid) ?? '', 'paid');
    await orderBecomes(declined, orders.get(declined) ?? '', 'declined');
    for (const buyer of [paid, declined, givenUp]) assert.equal(await pending(buyer), null);
  });

  it('is over after 20 minutes', async () => {
    const buyer = await server.newUser();
    const { orderId } = await started(buyer);
    const age = (minutes: number) =>
      server.database.pool.query('update orders set created_at = $1 where id = $2', [
        new Date(Date.now() - minutes * 60_000),
        orderId,
      ]);
    await age(19);
    assert.equal(await pending(buyer), orderId);
    await age(21);
    assert.equal(await pending(buyer), null);
  });

  it('makes the document a new one when it starts and when it ends, so that every tab gets it', async () => {
    const buyer = await server.newUser();
    const { rev } = await buyer.call(readMe, {});
    const { orderId } = await started(buyer);
    const during = await buyer.call(readMe, {});
    assert.ok(during.rev > rev);
    await buyer.call(cancelOrder, { params: { orderId } });
    assert.ok((await buyer.call(readMe, {})).rev > during.rev);
  });

  it('is made the way the session says: simulator here, off where cards are not taken', async () => {
    assert.equal((await server.client().call(readSession, {})).payments, 'simulator');
    const closed = await testServer();
    assert.equal((await closed.client().call(readSession, {})).payments, 'off');
    await closed.close();
  });
});
