import { deepEqual, equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { brokenRows, CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import type { App } from '#server/app.ts';
import { listPackages } from '#server/payments/catalog/packages.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { planShop } from '#testing/shop/plan-shop.ts';

interface Payable {
  readonly id: string;
  readonly amount_bani: number;
}

/** The provider says that an order was paid; `isThrownAway`: all of it is undone at the very end, its number too. */
export async function payOrder(app: App, order: Payable, isThrownAway = false): Promise<void> {
  const event = { kind: 'paid', amountBani: order.amount_bani, currency: 'RON' } as const;
  const work = app.change(async (unit) => {
    await applyPaymentEvent(unit, app, { orderId: order.id, update: { source: 'notification', event } });
    if (isThrownAway) throw new ThrownAway();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof ThrownAway)) throw error;
  });
}
class ThrownAway extends Error {}

/** Of 100 new orders, whose buyers are a few. */
async function openOrders(t: TestApp, most = 100): Promise<Payable[]> {
  const shop = planShop(t);
  const items = (await listPackages(t.app)).map(({ id }) => id);
  const ids: string[] = [];
  while (ids.length < most) {
    const buyer = await t.newUser();
    for (let i = 0; i < 20 && ids.length < most; i += 1)
      ids.push(await shop.order(buyer, items[i % items.length] ?? ''));
  }
  return t.app.db.selectFrom('orders').select(['id', 'amount_bani']).where('id', 'in', ids).execute();
}

/** Numbers from 1 on without gap or double, one invoice for each paid order, and all that `verify` knows of them. */
async function checkNumbers(app: App, paid: number): Promise<void> {
  const { rows } = await sql<{ numbers: number; distinct: number; last: number; orders: number }>`
    select count(*)::int as numbers, count(distinct number)::int as distinct, max(number) as last, count(distinct order_id)::int as orders
    from invoices`.execute(app.db);
  deepEqual(rows, [{ numbers: paid, distinct: paid, last: paid, orders: paid }]);
  for (const [rule, query] of Object.entries(CHECKS))
    if (/invoice|storno|purchase/.test(rule)) deepEqual(await brokenRows(app.db, query), [], rule);
}

/** Rounds of 200 notifications at once, two of each order, of which a third are thrown away at their end; the provider tells of those again. */
export async function crowdPayments(rounds: number): Promise<void> {
  const t = await testApp();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const orders = await openOrders(t);
      await Promise.all(
        [...orders, ...orders].map((order, i) => payOrder(t.app, order, i % 3 === round % 3)),
      );
      await Promise.all(orders.map((order) => payOrder(t.app, order)));
      await checkNumbers(t.app, round * orders.length);
    }
  } finally {
    await t.close();
  }
}

/** A process that lets money count is killed again and again while it does; the last one is let go to the end. */
export async function killCashiers(times: number): Promise<void> {
  const t = await testApp();
  try {
    let opened = 0;
    for (let time = 1; time <= times + 1; time += 1) {
      opened += (await openOrders(t, 40)).length;
      const child = spawn(process.execPath, [join(import.meta.dirname, 'dying-cashier.ts'), t.databaseUrl], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      let said = 0;
      child.stdout.on('data', (dots: Buffer) => {
        said += dots.length;
        if (time <= times && said > time) child.kill('SIGKILL');
      });
      const [code, signal] = await ended;
      deepEqual([code, signal], time <= times ? [null, 'SIGKILL'] : [0, null]);
      await checkNumbers(t.app, await paidOrders(t.app));
    }
    equal(await paidOrders(t.app), opened);
  } finally {
    await t.close();
  }
}

async function paidOrders(app: App): Promise<number> {
  const rows = await app.db.selectFrom('orders').select('id').where('is_granted', '=', true).execute();
  return rows.length;
}
