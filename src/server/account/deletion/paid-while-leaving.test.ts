import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deleteAccount } from '#contract/deletion.ts';
import { proveMyself } from '#contract/security.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { PASSWORD, type TestServer, testServer } from '#testing/server.ts';
import { agreeToCheckout, beginPayment, packageCalled } from '#testing/shop/shop.ts';

describe('a deletion of an account and a payment for it at the same instant', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
  });
  after(() => server.close());
  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;

  it('come one after the other: the money counts before, or is reviewed after', async () => {
    const { app } = server;
    const ended = new Set<string>();
    for (let round = 0; round < 8 || (ended.size < 2 && round < 60); round++) {
      const leaver = await server.newUser();
      const item = await packageCalled(leaver, 'Pro 25');
      await agreeToCheckout(leaver, item);
      const { orderId: bought } = await beginPayment(leaver, item.id);
      await sql(`update orders set created_at = created_at - interval '31 minutes' where id = $1`, [bought]);
      await leaver.call(proveMyself, { body: { password: PASSWORD } });
      const event = { kind: 'paid', amountBani: 10_000, currency: 'RON' } as const;
      const pay = async () => {
        // The deletion has farther to go to its locks: held back for long enough, the update loses to it on any machine.
        for (let turn = 0; turn < 3 * round; turn++) await sql('select 1');
        return app.change((unit) =>
          applyPaymentEvent(unit, app, { orderId: bought, update: { source: 'notification', event } }),
        );
      };
      const [, state] = await Promise.all([leaver.call(deleteAccount, {}), pay()]);
      const [order] = await sql('select state, held_for, is_granted from orders where id = $1', [bought]);
      const counts = { state: 'paid', held_for: null, is_granted: true };
      const waits = { state: 'review', held_for: 'account-deleted', is_granted: false };
      deepEqual(order, state === 'paid' ? counts : waits);
      const bills = await sql('select id from invoices where order_id = $1', [bought]);
      equal(bills.length, state === 'paid' ? 1 : 0);
      ended.add(state);
    }
    deepEqual([...ended].sort(), ['paid', 'review']);
    deepEqual(await findViolations(app, { deep: false, orphanGraceMs: 0 }), []);
  });
});
