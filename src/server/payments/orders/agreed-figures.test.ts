import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addPlanVersion } from '#contract/admin/admin-plans.ts';
import { readOrder } from '#contract/orders.ts';
import { createPackage, replacePackage } from '#contract/payments.ts';
import { quotePlan } from '#contract/plans.ts';
import { readMe } from '#contract/users.ts';
import { type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  type Buyer,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
} from '#testing/shop/shop.ts';

/** Nothing is ordered but what the sheet showed, at the same price too. */
describe('the figures of what is bought', () => {
  let server: TestServer;
  let admin: Buyer;
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
    admin = await server.newUser('sefa@fotolot.example');
    await server.database.pool.query("update users set role = 'admin' where id = $1", [admin.uid]);
  });
  after(() => server.close());

  const quoted = async (buyer: Buyer) => {
    const { price, credits, limits, termsFrom } = await buyer.call(quotePlan, { params: { plan: 'basic' } });
    return { item: { id: 'basic', price }, figures: { name: 'Plan Basic', credits, limits, termsFrom } };
  };
  type Figures = Awaited<ReturnType<typeof quoted>>['figures'];
  /** A version of Basic that counts from now on, otherwise as the last one. */
  const changeBasic = async (changes: { credits?: number; limits?: Partial<Figures['limits']> }) => {
    const { item, figures } = await quoted(await server.newUser());
    const { credits = figures.credits, limits } = changes;
    const next = { price: item.price, credits, limits: { ...figures.limits, ...limits }, validFrom: null };
    await admin.call(addPlanVersion, { params: { plan: 'basic' }, body: next });
  };
  const CHANGED = { code: 'payments/price-changed' };
  const changes = [{ credits: 1 }, { limits: { photosPerLot: 5 } }, {}];

  it('of a plan are those of the sheet: changed before it is sent, or before the order, they are agreed to once more', async () => {
    const buyer = await server.newUser();
    for (const change of changes) {
      const { item, figures } = await quoted(buyer);
      await changeBasic(change);
      await rejects(agreeToCheckout(buyer, item, { shownFigures: figures }), CHANGED, JSON.stringify(change));
      const now = await quoted(buyer);
      await agreeToCheckout(buyer, item, { shownFigures: now.figures });
      await changeBasic(change);
      await rejects(beginPayment(buyer, item.id), CHANGED, JSON.stringify(change));
    }
    const { item, figures } = await quoted(buyer);
    await agreeToCheckout(buyer, item, { shownFigures: figures });
    const { orderId } = await beginPayment(buyer, item.id);
    equal((await buyer.call(readOrder, { params: { orderId } })).credits, figures.credits);
  });

  it('are those of the open order too: another offer makes another order, also under the key of the first', async () => {
    const buyer = await server.newUser();
    const first = await quoted(buyer);
    await agreeToCheckout(buyer, first.item, { shownFigures: first.figures });
    const { orderId } = await beginPayment(buyer, 'basic', 'apasarea-1');
    await agreeToCheckout(buyer, first.item, { shownFigures: first.figures });
    equal((await beginPayment(buyer, 'basic', 'apasarea-1')).orderId, orderId);
    equal((await beginPayment(buyer, 'basic', 'apasarea-2')).orderId, orderId);
    await changeBasic({ credits: first.figures.credits + 7 });
    const second = await quoted(buyer);
    await agreeToCheckout(buyer, second.item, { shownFigures: second.figures });
    await rejects(beginPayment(buyer, 'basic', 'apasarea-1'), CHANGED);
    const other = await beginPayment(buyer, 'basic', 'apasarea-3');
    notEqual(other.orderId, orderId);
    const { credits } = await buyer.call(readOrder, { params: { orderId: other.orderId } });
    equal(credits, first.figures.credits + 7);
  });

  it('are paid as they were ordered, whatever the plan has become since', async () => {
    const buyer = await server.newUser();
    const { item, figures } = await quoted(buyer);
    await agreeToCheckout(buyer, item, { shownFigures: figures });
    const { orderId, paymentUrl } = await beginPayment(buyer, item.id);
    await changeBasic({ credits: 2 });
    await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(buyer, orderId, 'paid');
    equal((await buyer.call(readMe, {})).credits.totalCredits, 3 + figures.credits);
  });

  it('of a package are those of the sheet, name and credits', async () => {
    const buyer = await server.newUser();
    const body = { name: 'Târg', credits: 9, price: 40 };
    for (const change of [{ credits: 4 }, { name: 'Târg mic' }]) {
      const { id, price, name, credits } = await admin.call(createPackage, { body });
      const shownFigures = { name, credits, limits: null, termsFrom: null };
      await admin.call(replacePackage, { params: { packageId: id }, body: { ...body, ...change } });
      await rejects(agreeToCheckout(buyer, { id, price }, { shownFigures }), CHANGED, JSON.stringify(change));
      await agreeToCheckout(buyer, { id, price }, { shownFigures: { ...shownFigures, ...change } });
      const { orderId } = await beginPayment(buyer, id);
      const order = await buyer.call(readOrder, { params: { orderId } });
      deepEqual([order.name, order.credits], [change.name ?? name, change.credits ?? credits]);
    }
  });

  it('that a page of the version before does not name are those of its press; a checkout kept without any is agreed to once more', async () => {
    const buyer = await server.newUser();
    const { item } = await quoted(buyer);
    await agreeToCheckout(buyer, item);
    await changeBasic({ credits: 3 });
    await rejects(beginPayment(buyer, item.id), CHANGED);
    await agreeToCheckout(buyer, item);
    await server.database.pool.query('update checkouts set figures = null where user_id = $1', [buyer.uid]);
    await rejects(beginPayment(buyer, item.id), CHANGED);
    await agreeToCheckout(buyer, item);
    const { orderId } = await beginPayment(buyer, item.id);
    await server.database.pool.query('update checkouts set figures = null where user_id = $1', [buyer.uid]);
    await agreeToCheckout(buyer, item);
    notEqual((await beginPayment(buyer, item.id)).orderId, orderId);
  });
});
