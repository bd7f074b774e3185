import { deepEqual, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { listPackages } from '#server/payments/catalog/packages.ts';
import { issueMissing } from '#server/payments/invoices/issue-missing.ts';
import { findOrder, saveOrder, toTrackedOrder } from '#server/payments/store/order-store.ts';
import { insertPurchase } from '#server/payments/store/purchase-store.ts';
import { endRefund } from '#server/payments/store/refund-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { invoiceShop, listAmounts } from '#testing/shop/invoice-shop.ts';
import { brokenRules, planShop } from '#testing/shop/plan-shop.ts';

describe('invoices that a server of the version before left out', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof invoiceShop>>;
  let app: App;
  before(async () => {
    t = await testApp();
    own = await invoiceShop(t);
    ({ app } = own);
  });
  after(() => t.close());

  it('are issued later, once, and stornos too', async () => {
    const buyer = await t.newUser();
    const orderId = await own.liveOrder('pro', buyer);
    const [counted, refundId] = [await findOrder(app.db, orderId), await own.askRefund(orderId, 14_900)];
    ok(counted);
    // As that version writes them.
    await app.change(async (unit) => {
      await saveOrder(unit, counted, {
        order: { ...toTrackedOrder(counted), state: 'refunded', isGranted: true },
        facts: { paid_at: app.now() },
      });
      await insertPurchase(unit.tx, app.newId('pur'), { order: counted, at: app.now() });
      await endRefund(unit.tx, refundId, { state: 'done', withdrawn: 0, at: app.now() });
    });
    for (const _ of [1, 2]) await issueMissing(app);
    deepEqual(listAmounts(await own.documents(orderId)), [
      [12_314, 2_586, 14_900],
      [-12_314, -2_586, -14_900],
    ]);
    await app.db.updateTable('orders').set({ is_granted: false }).where('id', '=', orderId).execute();
    deepEqual(
      (await brokenRules(t)).filter((rule) => rule.startsWith('a paid order has one invoice')),
      [`a paid order has one invoice of what it cost, and nothing else has: ${orderId}`],
    );
    await app.db.updateTable('orders').set({ is_granted: true }).where('id', '=', orderId).execute();
  });

  it('hold up no other where one cannot be issued', async () => {
    const other = await testApp();
    try {
      const [bare, buyer] = [planShop(other), await other.newUser()];
      const quiet = { ...other.app, log: { ...other.app.log, error: () => {} } };
      const [first] = await listPackages(other.app);
      const orders = [await bare.order(buyer, first?.id ?? ''), await bare.order(buyer, first?.id ?? '')];
      for (const id of orders)
        await other.app.change(async (unit) => {
          const order = await findOrder(unit.tx, id);
          ok(order);
          const counted = { ...toTrackedOrder(order), state: 'paid', isGranted: true } as const;
          await saveOrder(unit, order, { order: counted, facts: { paid_at: other.app.now() } });
          await insertPurchase(unit.tx, other.app.newId('pur'), { order, at: other.app.now() });
          other.advance(1000);
        });
      // No seller was ever entered, and real money came.
      await other.app.db
        .updateTable('orders')
        .set({ mode: 'live' })
        .where('id', '=', orders[0] ?? '')
        .execute();
      await rejects(issueMissing(quiet), /no invoice could be issued/);
      const { rows } = await sql<{ order_id: string }>`select order_id from invoices`.execute(other.app.db);
      deepEqual(rows, [{ order_id: orders[1] }]);
    } finally {
      await other.close();
    }
  });
});
