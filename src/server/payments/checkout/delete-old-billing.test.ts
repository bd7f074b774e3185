import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { orderFile } from '#contract/admin/admin-orders.ts';
import { DAY_MS } from '#domain/days.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import type { User } from '#server/app.ts';
import { listPackages } from '#server/payments/catalog/packages.ts';
import { deleteOldBilling } from '#server/payments/checkout/delete-old-billing.ts';
import { type TestApp, testApp, withClock } from '#testing/app.ts';
import { brokenRules, planShop } from '#testing/shop/plan-shop.ts';

describe('an order’s billing details', () => {
  let t: TestApp;
  let shop: ReturnType<typeof planShop>;
  let starter: string;
  let user: User;
  before(async () => {
    t = await testApp();
    shop = planShop(t);
    starter = (await listPackages(t.app)).find(({ name }) => name === 'Starter 10')?.id ?? '';
    user = await t.newUser();
  });
  after(() => t.close());

  const nowIs = (instant: string) => t.advance(Date.parse(instant) - t.app.now().getTime());
  const kept = async (orderId: string) => {
    const file = await readOrderFile(t.app, orderId);
    orderFile.parse(file);
    return [Boolean(file.checkout?.billing.lastName), Boolean(file.checkout?.consents.address)];
  };
  const BOTH = [true, true];
  const NEITHER = [false, false];

  it('stay for the years of the law, counted from the last news, and go the night after; the books stay', async () => {
    nowIs('2030-12-31T10:00:00Z');
    const unpaid = await shop.order(user, starter);
    const paid = await shop.order(user, starter);
    await shop.pay(paid);
    const returned = await shop.order(user, starter);
    await shop.pay(returned);
    nowIs('2031-01-02T10:00:00Z');
    await shop.moneyBack(returned);
    const look = async () => [await kept(unpaid), await kept(paid), await kept(returned)];

    await deleteOldBilling(t.app);
    deepEqual(await look(), [BOTH, BOTH, BOTH]);
    t.advance(366 * DAY_MS);
    await deleteOldBilling(t.app);
    deepEqual(await look(), [NEITHER, BOTH, BOTH]);
    nowIs('2036-06-30T20:59:00Z');
    await deleteOldBilling(t.app);
    deepEqual(await look(), [NEITHER, BOTH, BOTH]);
    await deleteOldBilling(withClock({ ...t.app, bookYears: 10 }, () => new Date('2036-07-01T00:00:00Z')));
    deepEqual(await look(), [NEITHER, BOTH, BOTH]);
    nowIs('2036-07-01T00:00:00Z');
    await deleteOldBilling(t.app);
    deepEqual(await look(), [NEITHER, NEITHER, BOTH]);
    nowIs('2037-07-01T00:00:00Z');
    await deleteOldBilling(t.app);
    deepEqual(await look(), [NEITHER, NEITHER, NEITHER]);

    const { order, checkout, purchase, events } = await readOrderFile(t.app, paid);
    equal(order.price, 50);
    deepEqual(checkout?.consents.given, ['start-now', 'terms']);
    equal(purchase !== null && events.length > 0, true);
    deepEqual(await brokenRules(t), []);
  });
});
