import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listOpenOrders, readOrder } from '#contract/orders.ts';
import { readMe } from '#contract/users.ts';
import { type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  packageCalled,
} from '#testing/shop/shop.ts';

describe('the way back from the provider', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
  });
  after(() => server.close());

  /** A browser without a session, sent here by the provider or by a bank. */
  const comeBack = async (query: string, body?: string) => {
    const answer = await fetch(`${server.url}/api/payments/netopia/return${query}`, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
      ...(body !== undefined && { body }),
    });
    assert.equal(answer.headers.get('set-cookie'), null);
    return `${answer.status} ${answer.headers.get('location')}`;
  };
  const PAGE = '/payments/netopia/return';

  it('leads to the page whatever is missing or doubled, by GET and by POST, and tells nothing of the order', async () => {
    const buyer = await server.newUser();
    const item = await packageCalled(buyer, 'Starter 10');
    await agreeToCheckout(buyer, item);
    const { orderId } = await beginPayment(buyer, item.id);
    for (const body of [undefined, '', 'paRes=made-up&orderId=ord_x']) {
      assert.equal(await comeBack('', body), `303 ${PAGE}`);
      assert.equal(await comeBack('?orderId=', body), `303 ${PAGE}`);
      assert.equal(await comeBack('?orderId=https://fotolot.invalid/', body), `303 ${PAGE}`);
      assert.equal(await comeBack(`?orderId=${orderId}`, body), `303 ${PAGE}?orderId=${orderId}`);
      assert.equal(
        await comeBack(`?orderId=${orderId}&orderId=${orderId}`, body),
        `303 ${PAGE}?orderId=${orderId}`,
      );
      const strange = orderId.replace(/.{6}$/, 'aaaaaa');
      assert.equal(await comeBack(`?orderId=${strange}`, body), `303 ${PAGE}?orderId=${strange}`);
    }
    assert.equal((await buyer.call(readMe, {})).credits.totalCredits, 3);
  });

  it('is read at the provider a few times at most, however often the browser comes back', async () => {
    const buyer = await server.newUser();
    const item = await packageCalled(buyer, 'Starter 10');
    await agreeToCheckout(buyer, item);
    const { orderId } = await beginPayment(buyer, item.id);
    await Promise.all(Array.from({ length: 30 }, () => comeBack(`?orderId=${orderId}`)));
    const { rows } = await server.database.pool.query(
      "select count(*)::int as n from jobs.job where name = 'check-order' and data->>'orderId' = $1",
      [orderId],
    );
    assert.ok(rows[0].n >= 1 && rows[0].n <= 4, `${rows[0].n} readings`);
  });

  it('believes nothing that the browser says of the payment', async () => {
    const buyer = await server.newUser();
    const item = await packageCalled(buyer, 'Starter 10');
    await agreeToCheckout(buyer, item);
    const { orderId, paymentUrl } = await beginPayment(buyer, item.id);
    const claims = 'status=3&payment%5Bstatus%5D=3&error%5Bcode%5D=00';
    await comeBack(`?orderId=${orderId}&${claims}`, claims);
    await orderBecomes(buyer, orderId, 'pending');
    const read = () => buyer.call(readOrder, { params: { orderId } });
    assert.equal((await read()).waitsFor, 'card');
    await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/status`, { status: 13 });
    assert.equal((await read()).waitsFor, 'fraud-check');
    const { orders } = await buyer.call(listOpenOrders, {});
    assert.deepEqual(orders, [await read()]);
    assert.equal((await buyer.call(readMe, {})).credits.totalCredits, 3);
    await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'paid');
    assert.deepEqual((await buyer.call(listOpenOrders, {})).orders, []);
  });
});
