import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestServer, testServer } from '#testing/server.ts';
import { agree, BILLING, begin, packageCalled } from '#testing/shop.ts';

describe('idempotency keys of orders', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
  });
  after(() => server.close());

  it('answers alike to every key under which an open order was begun or taken up', async () => {
    const buyer = await server.newUser();
    const item = await packageCalled(buyer, 'Starter 10');
    const keys = ['cheia-unu-1', 'cheia-doi-2', 'cheia-trei-3'];
    const answers = async () => {
      const orders = new Set<string>();
      for (const key of keys) orders.add((await begin(buyer, item.id, key)).orderId);
      return [...orders];
    };
    await agree(buyer, item);
    const first = await answers();
    assert.equal(first.length, 1);
    // With another bill it would be another order, but these keys have been answered.
    await agree(buyer, item, { billing: { ...BILLING, street: 'Str. Horea 5' } });
    assert.deepEqual(await answers(), first);
    const other = await packageCalled(buyer, 'Scale 60');
    await agree(buyer, other);
    for (const key of keys)
      await assert.rejects(begin(buyer, other.id, key), { code: 'http/idempotency-mismatch' }, key);
  });
});
