import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestServer, testServer } from '#testing/server.ts';
import { agreeToCheckout, beginPayment, createDeskClient, packageCalled } from '#testing/shop/shop.ts';

describe('what createNetopiaPayment hands on of the provider’s customer action', () => {
  let server: TestServer;
  let sim: ReturnType<typeof createDeskClient>;

  async function started() {
    const buyer = await server.newUser();
    const item = await packageCalled(buyer, 'Starter 10');
    await agreeToCheckout(buyer, item);
    return beginPayment(buyer, item.id);
  }

  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
    sim = createDeskClient((await started()).paymentUrl ?? '');
  });
  after(() => server.close());

  it('a form to post is customerAction with its url, method and parameters, and no paymentUrl', async () => {
    await sim('PUT', '/faults', { start: '3ds-form' });
    const { success, paymentUrl, customerAction } = await started();
    assert.deepEqual([success, paymentUrl, customerAction?.method], [true, null, 'POST']);
    assert.match(customerAction?.url ?? '', /\/sandbox\/authorize$/);
    assert.deepEqual(Object.keys(customerAction?.parameters ?? {}), ['paReq', 'backUrl']);
  });

  it('what the provider wants by GET is paymentUrl with the parameters in its query, and no customerAction', async () => {
    await sim('PUT', '/faults', { start: 'get-form' });
    const { success, paymentUrl, customerAction } = await started();
    assert.deepEqual([success, customerAction], [true, null]);
    assert.match(paymentUrl ?? '', /\/sandbox\/authorize\?paReq=[^&]+&backUrl=http/);
  });
});
