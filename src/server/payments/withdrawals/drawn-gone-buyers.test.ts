import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { lastDayToWithdraw } from '#domain/credits/revocation.ts';
import { DAY_MS } from '#domain/days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App, User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import { deleteOldBilling } from '#server/payments/checkout/delete-old-billing.ts';
import { checkOrders } from '#server/payments/provider/check-order.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { findNamedOrder } from '#server/payments/store/declarer-view.ts';
import { listUnpaidWithdrawals } from '#server/payments/store/withdrawals-view.ts';
import { quoteWithdrawal } from '#server/payments/withdrawals/ask-refund.ts';
import { declareWithdrawal } from '#server/payments/withdrawals/declare-withdrawal.ts';
import { keepBuyerKeys } from '#server/payments/withdrawals/keep-buyer-keys.ts';
import { payWithdrawal } from '#server/payments/withdrawals/pay-withdrawal.ts';
import { countDraws } from '#testing/draws.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';

const ROUNDS = countDraws({ local: 4, ci: 10, soak: 150 });
const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

describe('withdrawals of drawn people who leave', () => {
  let card: CardShop;
  let { t, provider, buy } = {} as CardShop;
  let app: App;
  let admin: User;
  let outbox: TestOutbox;
  /** The provider takes it, refuses it, is not asked, or the process ends before it is. */
  let ways: App[];
  before(async () => {
    card = await cardShop();
    ({ t, provider, buy } = card);
    outbox = await testOutbox(card.app);
    app = outbox.app;
    const killed = () => Promise.reject(new Error('killed'));
    ways = [
      app,
      app,
      { ...app, payments: provider.withOptions({ apiKey: 'alta' }) },
      { ...app, payments: null },
      { ...app, payments: { ...provider.payments, refund: killed } },
    ];
    admin = { ...(await t.newUser()), role: 'admin' };
  });
  after(async () => {
    await outbox.close();
    await card.close();
  });

  const withdraw = async (by: App, orderId: string, email: string) => {
    const order = await findNamedOrder(by, { number: orderId, email });
    if (!order) return;
    const { amountBani: shownBani } = await quoteWithdrawal(by, order);
    const who = { orderId, name: 'Ștefania', email, cameBy: 'page', shownBani } as const;
    await Promise.all([declareWithdrawal(by, who), declareWithdrawal(by, who)]);
  };
  const spend = ({ id }: User) =>
    app.change(async ({ tx }) => {
      const [ref, amount] = [app.newId('run'), 1 + Math.floor(Math.random() * 4)];
      await lockCreditAccount(tx, id, app.now());
      await holdCredits(tx, id, { amount, ref, now: app.now() });
      await settleHold(tx, id, { ref, settled: amount, now: app.now() });
    });
  const payDebts = async () => {
    for (const { id, state } of await listUnpaidWithdrawals(app))
      if (state === 'owed')
        await payWithdrawal(app, admin, {
          withdrawalId: id,
          way: 'transfer',
          reference: 'OP 17',
          paidOn: toBucharestDay(app.now()),
        });
  };
  /** A step may end by a refusal, or by a kill. */
  const refusedOr = (work: Promise<unknown>) =>
    work.then(
      () => '',
      (error: { code?: string; message: string }) => {
        if (!error.code?.includes('/') && error.message !== 'killed') throw error;
        return ` (${error.code ?? error.message})`;
      },
    );

  /** Facts of each order: the payment, the money that went back by card and by transfer, and who withdrew when. */
  async function moneyOf(orders: readonly string[]) {
    const { orders: desk } = (await provider.control('GET', '')) as {
      orders: { orderID: string; credited: number }[];
    };
    const rows = await app.db
      .selectFrom('orders as o')
      .innerJoin('credit_purchases as p', 'p.order_id', 'o.id')
      .leftJoin('withdrawals as w', 'w.order_id', 'o.id')
      .leftJoin('withdrawal_debts as d', 'd.withdrawal_id', 'w.id')
      .select(['o.id', 'o.paid_at', 'p.price_bani', 'w.created_at', 'w.amount_bani', 'd.paid_way'])
      .where('o.id', 'in', orders)
      .execute();
    return rows.map((row) => ({
      ...row,
      credited: desk.find(({ orderID }) => orderID === row.id)?.credited ?? 0,
      byTransfer: row.paid_way === 'transfer' ? Number(row.amount_bani) : 0,
    }));
  }

  it('give no leu twice and none after the last day, whenever they leave, spend, come back by their address or are refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await t.newUser();
      const { email } = await readUserDocument(app, user.id);
      const lived: string[] = [];
      const orders = [await buy(user, one([card.starter, 'basic']))];
      let isHere = true;
      for (let step = 0; step < 10; step++) {
        const orderId = one(orders);
        const acts: Record<string, () => Promise<unknown>> = {
          buy: async () => isHere && orders.push(await buy(user, one([card.starter, 'basic', 'pro']))),
          spend: async () => isHere && spend(user),
          leave: async () => {
            await app.change((unit) => eraseAccount(unit, app, user.id));
            isHere = false;
          },
          // Money that the version before saw come has no key.
          upgrade: async () => {
            if (isHere) await app.db.deleteFrom('buyer_keys').where('order_id', '=', orderId).execute();
            await keepBuyerKeys(app);
          },
          withdraw: async () => {
            const credit = one(['', '', '500', 'reset', 'refused', 'not-credited']);
            await provider.faults(credit ? { credit } : {});
            await withdraw(one(ways), orderId, one([email, email, email, 'alta@fotolot.example']));
          },
          refund: () => refundOrder(app, admin, { orderId, reason: 'La telefon' }),
          days: async () => t.advance(one([1, 4, 11]) * DAY_MS),
          night: () => deleteOldBilling(app),
          later: async () => {
            await provider.faults({});
            t.advance(20 * 60_000);
            await checkOrders(app);
          },
          pay: payDebts,
        };
        const name = one([...Object.keys(acts), 'leave', 'days', 'withdraw', 'withdraw', 'withdraw']);
        lived.push(name + (await refusedOr(acts[name]?.() ?? Promise.resolve())));
      }
      await provider.faults({});
      t.advance(25 * DAY_MS);
      for (const orderId of orders) await refusedOr(withdraw(app, orderId, email));
      await checkOrders(app);
      await payDebts();
      const said = lived.join(', ');
      for (const { id, paid_at: paidAt, price_bani: price, created_at: at, ...back } of await moneyOf(
        orders,
      )) {
        ok(back.credited + back.byTransfer <= price, `${id}: ${JSON.stringify(back)} of ${price}; ${said}`);
        if (at && paidAt) ok(toBucharestDay(at) <= lastDayToWithdraw(paidAt), `${id} too late; ${said}`);
        if (at) deepEqual(back.credited + back.byTransfer, Number(back.amount_bani), `${id}; ${said}`);
      }
      await card.tidy().catch((error) => {
        throw new Error(said, { cause: error });
      });
    }
  });
});
