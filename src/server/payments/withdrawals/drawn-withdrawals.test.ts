import { equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App, User } from '#server/app.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import { checkOrders } from '#server/payments/provider/check-order.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { findWithdrawal } from '#server/payments/store/withdrawal-store.ts';
import { listUnpaidWithdrawals } from '#server/payments/store/withdrawals-view.ts';
import { quoteRefund, withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { payWithdrawal } from '#server/payments/withdrawals/pay-withdrawal.ts';
import { countDraws } from '#testing/draws.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';

const ROUNDS = countDraws({ local: 4, ci: 12, soak: 200 });

describe('withdrawals that are drawn', () => {
  let card: CardShop;
  let { t, provider, buy, deliver } = {} as CardShop;
  let app: App;
  let refusing: App;
  let closed: App;
  let admin: User;
  let outbox: TestOutbox;
  before(async () => {
    card = await cardShop();
    ({ t, provider, buy, deliver } = card);
    outbox = await testOutbox(card.app);
    app = outbox.app;
    refusing = { ...app, payments: provider.withOptions({ apiKey: 'alta' }) };
    closed = { ...app, payments: null };
    admin = { ...(await t.newUser()), role: 'admin' };
  });
  after(async () => {
    await outbox.close();
    await card.close();
  });

  const withdraw = async (user: User, orderId: string, by: App) => {
    const { amount } = await quoteRefund(by, user, { orderId });
    return withdrawFromOwnOrder(by, user, { orderId, shownAmount: amount });
  };
  const pay = (withdrawalId: string) =>
    payWithdrawal(app, admin, {
      withdrawalId,
      way: 'transfer',
      reference: 'OP 17',
      paidOn: toBucharestDay(app.now()),
    });
  const spend = (user: User, amount: number) =>
    app.change(async ({ tx }) => {
      const ref = app.newId('run');
      await lockCreditAccount(tx, user.id, app.now());
      await holdCredits(tx, user.id, { amount, ref, now: app.now() });
      await settleHold(tx, user.id, { ref, settled: amount, now: app.now() });
    });

  it('in any mixture with what else happens to money leaves ledger, plans and debts whole', async () => {
    const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    const faults = ['', '500', 'html', 'not-credited'];
    for (let round = 0; round < ROUNDS; round++) {
      const user = await t.newUser();
      const lived: string[] = [];
      const orders: string[] = [];
      for (let step = 0; step < 9; step++) {
        const orderId = orders.length > 0 ? one(orders) : await buy(user, one([card.starter, 'basic']));
        if (!orders.includes(orderId)) orders.push(orderId);
        const acts: Record<string, () => Promise<unknown>> = {
          buy: async () => orders.push(await buy(user, one([card.starter, 'basic', 'pro']))),
          spend: () => spend(user, 1 + Math.floor(Math.random() * 5)),
          withdraw: async () => {
            const credit = one(faults);
            await provider.faults(credit ? { credit } : {});
            await withdraw(user, orderId, one([app, app, refusing, closed]));
          },
          refund: () => refundOrder(one([app, refusing]), admin, { orderId, reason: 'La telefon' }),
          chargeback: () => card.shop.take(orderId, { kind: 'chargeback' }),
          deliver: () => deliver(app),
          later: async () => {
            await provider.faults({});
            t.advance(20 * 60_000);
            await checkOrders(app);
          },
          pay: async () => {
            for (const { id, state } of await listUnpaidWithdrawals(app)) if (state === 'owed') await pay(id);
          },
        };
        const name = one([
          'buy',
          'spend',
          'withdraw',
          'withdraw',
          'withdraw',
          'refund',
          'chargeback',
          'deliver',
          'later',
          'pay',
        ]);
        const outcome = await acts[name]?.().then(
          () => '',
          (error: { code?: string; message: string }) => {
            if (!error.code?.includes('/')) throw error;
            return ` (${error.code})`;
          },
        );
        lived.push(name + outcome);
      }
      const standing = await Promise.all(orders.map((orderId) => findWithdrawal(app.db, orderId)));
      for (const declared of standing)
        if (declared) {
          const { n } = await app.db
            .selectFrom('credit_ledger')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .where('kind', '=', 'refund-undone')
            .where('ref', '=', declared.refund_id)
            .executeTakeFirstOrThrow();
          equal(n, 0, lived.join(', '));
        }
      await card.tidy().catch((error) => {
        throw new Error(lived.join(', '), { cause: error });
      });
    }
  });
});
