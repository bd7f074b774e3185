import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestServer, testServer } from '#testing/server.ts';
import { agreeToCheckout, beginPayment, createDeskClient, packageCalled } from '#testing/shop/shop.ts';

describe('the provider’s customer action in the reply of createNetopiaPayment', () => {
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

  it('is customerAction with url, method and parameters, and no paymentUrl, where it is a form to post', async () => {
    await sim('PUT', '/faults', { start: '3ds-form' });
    const { success, paymentUrl, customerAction } = await started();
    assert.deepEqual([success, paymentUrl, customerAction?.method], [true, null, 'POST']);
    assert.match(customerAction?.url ?? '', /\/sandbox\/authorize$/);
    assert.deepEqual(Object.keys(customerAction?.parameters ?? {}), ['paReq', 'backUrl']);
  });

  it('is paymentUrl with the parameters in its query, and no customerAction, where it is a GET', async () => {
    await sim('PUT', '/faults', { start: 'get-form' });
    const { success, paymentUrl, customerAction } = await started();
    assert.deepEqual([success, customerAction], [true, null]);
    assert.match(paymentUrl ?? '', /\/sandbox\/authorize\?paReq=[^&]+&backUrl=http/);
  });
});
