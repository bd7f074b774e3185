import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type KyselyPlugin, SelectQueryNode, TableNode } from 'kysely';
import type { App, User } from '#server/app.ts';
import { saveCheckout } from '#server/payments/checkout/save-checkout.ts';
import { acceptOrder } from '#server/payments/orders/accept-order.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { createPayment } from '#server/payments/orders/create-payment.ts';
import { checkOrder } from '#server/payments/provider/check-order.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { findOrder } from '#server/payments/store/order-store.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { GOOD_CARD } from '#testing/shop/provider.ts';
import { BILLING } from '#testing/shop/shop.ts';

/** Tables that one transaction read, in order; tables with locked rows end in „!”. */
type Reads = string[];

/** The same app, which notes the tables that each transaction reads. */
function noteReads(app: App): { app: App; all: Reads[] } {
  const all: Reads[] = [];
  const change: App['change'] = (work) =>
    app.change((unit) => {
      const reads: Reads = [];
      all.push(reads);
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          const [table] = SelectQueryNode.is(node) ? (node.from?.froms ?? []) : [];
          const isLock = SelectQueryNode.is(node) && (node.endModifiers?.length ?? 0) > 0;
          if (table && TableNode.is(table)) reads.push(table.table.identifier.name + (isLock ? '!' : ''));
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      return work({ ...unit, tx: unit.tx.withPlugin(plugin) });
    });
  return { app: { ...app, change }, all };
}

const DAY_MS = 24 * 3_600_000;
const ORDER_OF_LOCKS = ['orders!', 'plan_states!', 'credit_accounts!'];
const byLock = (a: string, b: string) => ORDER_OF_LOCKS.indexOf(a) - ORDER_OF_LOCKS.indexOf(b);

const only = (reads: Reads, table: string) => reads.filter((each) => each.replace('!', '') === table);

describe('a transaction about an order', () => {
  let card: CardShop;
  let { t, provider, shop, starter, deliver } = {} as CardShop;
  let noted: ReturnType<typeof noteReads>;
  let admin: User;
  before(async () => {
    card = await cardShop();
    ({ t, provider, shop, starter, deliver } = card);
    admin = { ...(await t.newUser()), role: 'admin' };
  });
  after(() => card.close());
  afterEach(() => card.tidy());

  const begin = async (item = starter) => {
    const buyer = await t.newUser();
    noted = noteReads(card.app);
    const orderId = await shop.order(buyer, item);
    const { amount_bani: amountBani = 0 } = (await findOrder(card.app.db, orderId)) ?? {};
    await provider.begin({ orderId, amountBani });
    return orderId;
  };
  const pay = async (orderId: string) => {
    await provider.pay(orderId, GOOD_CARD);
    await deliver(noted.app);
  };
  const expectHeldOnce = (transactions: number) => {
    const about = noted.all.filter((reads) => reads.includes('orders!'));
    equal(about.length, transactions, JSON.stringify(noted.all));
    for (const reads of about) {
      deepEqual(only(reads, 'orders'), ['orders!'], reads.join(' '));
      const locks = reads.filter((each) => ORDER_OF_LOCKS.includes(each));
      deepEqual(locks, locks.toSorted(byLock), reads.join(' '));
    }
  };

  it('locks and reads it once where a payment begins', async () => {
    const buyer = await t.newUser();
    noted = noteReads(card.app);
    const sheet = { packageType: starter, billing: BILLING, startNow: true, terms: true, returnTo: null };
    await saveCheckout(card.app, buyer, {
      from: { ip: '10.0.0.1' },
      sheet: { ...sheet, shownPrice: 50, shownDays: null },
    });
    await createPayment(noted.app, buyer, {
      payer: { ip: '10.0.0.1', userAgent: 'test', language: 'ro' },
      input: { packageType: starter, accountId: buyer.id, idempotencyKey: null },
    });
    expectHeldOnce(1);
  });

  it('locks and reads it once where it is paid: a package, a plan', async () => {
    await pay(await begin());
    expectHeldOnce(1);
    await pay(await begin('pro'));
    expectHeldOnce(1);
  });

  it('locks and reads it once where an admin accepts it, gives its money back, and a reading finds that done', async () => {
    const orderId = await begin();
    await provider.faults({ amount: 'wrong' });
    await pay(orderId);
    await provider.faults({});
    await acceptOrder(noted.app, admin, { orderId, reason: 'Suma este în extras' });
    expectHeldOnce(2);
    await refundOrder(noted.app, admin, { orderId, reason: 'La cerere' });
    const order = await findOrder(card.app.db, orderId);
    ok(order);
    await checkOrder(noted.app, order);
    equal((await findOrder(card.app.db, orderId))?.state, 'refunded');
    expectHeldOnce(5);
  });

  it('locks the plan before the account, also where a refund is reported before the payment while a period is due', async () => {
    const plan = await begin('pro');
    await pay(plan);
    const { user_id: userId } = (await findOrder(card.app.db, plan)) ?? {};
    t.advance(31 * DAY_MS);
    const orderId = await shop.order({ id: userId ?? '', role: 'user', sessionId: 'ses' }, starter);
    const update = { source: 'notification', event: { kind: 'refunded', byUs: false } } as const;
    await noted.app.change((unit) => applyPaymentEvent(unit, noted.app, { orderId, update }));
    equal((await findOrder(card.app.db, orderId))?.state, 'refunded');
    expectHeldOnce(2);
  });
});
