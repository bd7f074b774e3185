import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { lastDayToWithdraw } from '#domain/credits/revocation.ts';
import { DAY_MS } from '#domain/days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App, User } from '#server/app.ts';
import { deleteOldBilling } from '#server/payments/checkout/delete-old-billing.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { buyerKey } from '#server/payments/store/buyer-key-store.ts';
import { findNamedOrder } from '#server/payments/store/declarer-view.ts';
import { quoteWithdrawal } from '#server/payments/withdrawals/ask-refund.ts';
import { declareWithdrawal } from '#server/payments/withdrawals/declare-withdrawal.ts';
import { keepBuyerKeys } from '#server/payments/withdrawals/keep-buyer-keys.ts';
import { readPlanState } from '#server/plans/plan-store.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';

describe('the key of an order’s buyer', () => {
  let card: CardShop;
  let { t, buy } = {} as CardShop;
  let app: App;
  let outbox: TestOutbox;
  before(async () => {
    card = await cardShop();
    ({ t, buy } = card);
    outbox = await testOutbox(card.app);
    app = outbox.app;
  });
  afterEach(() => card.tidy());
  after(async () => {
    await outbox.close();
    await card.close();
  });

  const keys = () => app.db.selectFrom('buyer_keys').selectAll().orderBy('order_id').execute();
  const keyOf = async (orderId: string) => (await keys()).find(({ order_id: id }) => id === orderId) ?? null;
  const emailOf = async (user: User) => (await readUserDocument(app, user.id)).email;
  const leave = (user: User) => app.change((unit) => eraseAccount(unit, app, user.id));
  const withdraw = async (number: string, email: string) => {
    const order = await findNamedOrder(app, { number, email });
    if (!order) return null;
    const { amountBani: shownBani } = await quoteWithdrawal(app, order);
    const who = { orderId: order.id, name: 'Ștefania', email, cameBy: 'page', shownBani } as const;
    return declareWithdrawal(app, who);
  };
  /** Leaves the order as the version before did. */
  const forget = (orderId: string) =>
    app.db.deleteFrom('buyer_keys').where('order_id', '=', orderId).execute();

  it('is kept from the commit that sees the money until the last day, and not before', async () => {
    const user = await t.newUser();
    const email = await emailOf(user);
    const orderId = await card.shop.order(user, card.starter);
    equal(await keyOf(orderId), null);
    const paid = { kind: 'paid', amountBani: 5000, currency: 'RON' } as const;
    const update = { orderId, update: { source: 'notification', event: paid } } as const;
    // A transaction that is rolled back leaves neither money nor key.
    await rejects(
      app.change(async (unit) => {
        await applyPaymentEvent(unit, app, update);
        throw new Error('killed');
      }),
      /killed/,
    );
    equal(await keyOf(orderId), null);
    await app.change((unit) => applyPaymentEvent(unit, app, update));
    await app.change((unit) => applyPaymentEvent(unit, app, update));
    deepEqual(await keyOf(orderId), {
      order_id: orderId,
      address_key: buyerKey(app, { orderId, email }),
      last_day: lastDayToWithdraw(app.now()),
    });
  });

  it('does not show that two orders are one person’s', async () => {
    const user = await t.newUser();
    const email = await emailOf(user);
    const kept = [await keyOf(await buy(user)), await keyOf(await buy(user))];
    equal(new Set(kept.map((row) => row?.address_key)).size, 2);
    ok(!kept.some((row) => row?.address_key === app.keyedHash('gift', email)));
  });

  it('goes once its last day is over, by the job of every night, and not a day earlier', async () => {
    const orderId = await buy(await t.newUser());
    const lastDay = (await keyOf(orderId))?.last_day ?? '';
    const start = app.now().getTime();
    for (let day = 0; day <= 21; day++) {
      await deleteOldBilling(app);
      const today = toBucharestDay(app.now());
      equal((await keyOf(orderId)) !== null, today <= lastDay, `${today} of ${lastDay}`);
      t.advance(DAY_MS);
    }
    t.advance(start - app.now().getTime());
  });

  it('is filled in for orders whose days run, once, however often and however many at once, and for no others', async () => {
    const [running, late, gone] = [await t.newUser(), await t.newUser(), await t.newUser()];
    const [runningId, lateId, goneId] = [await buy(running), await buy(late), await buy(gone)];
    const before = await keyOf(runningId);
    await leave(gone);
    await app.db
      .updateTable('orders')
      .set({ paid_at: new Date(app.now().getTime() - 25 * DAY_MS) })
      .where('id', '=', lateId)
      .execute();
    for (const id of [runningId, lateId, goneId]) await forget(id);
    await Promise.all([keepBuyerKeys(app), keepBuyerKeys(app), keepBuyerKeys(app)]);
    await keepBuyerKeys(app);
    deepEqual([await keyOf(runningId), await keyOf(lateId), await keyOf(goneId)], [before, null, null]);
  });

  it('is not overwritten by an address that the account has had later', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const before = await keyOf(orderId);
    await app.db
      .updateTable('users')
      .set({ email: 'nou@fotolot.example' })
      .where('id', '=', user.id)
      .execute();
    await keepBuyerKeys(app);
    deepEqual(await keyOf(orderId), before);
  });

  it('is kept by the deletion itself where the version before had seen the money', async () => {
    const user = await t.newUser();
    const [email, orderId] = [await emailOf(user), await buy(user)];
    await forget(orderId);
    await leave(user);
    equal((await withdraw(orderId, email))?.amount_bani, 5000);
  });

  it('finds nothing for another address, a new account of the same one or another order of it', async () => {
    const [user, other] = [await t.newUser(), await t.newUser()];
    const [email, orderId] = [await emailOf(user), await buy(user)];
    const [otherEmail, otherId] = [await emailOf(other), await buy(other)];
    await leave(user);
    deepEqual([await withdraw(orderId, otherEmail), await withdraw(otherId, email)], [null, null]);
    await app.db.updateTable('users').set({ email }).where('id', '=', other.id).execute();
    equal((await findNamedOrder(app, { number: orderId, email }))?.user_id, user.id);
    equal((await findNamedOrder(app, { number: otherId, email }))?.user_id, other.id);
  });

  it('lets a deleted account’s periods end by withdrawals without starting their clock again', async () => {
    const user = await t.newUser();
    const email = await emailOf(user);
    const first = await buy(user, 'basic');
    const queued = await buy(user, 'basic');
    await leave(user);
    const startsNext = async () =>
      (
        await app.db
          .selectFrom('plan_states')
          .select('next_at')
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow()
      ).next_at;
    equal((await withdraw(first, email))?.amount_bani, 5900);
    // The queued period has taken its place, and ends by the next withdrawal alone.
    deepEqual([(await readPlanState(app.db, user.id)).line?.current.id, await startsNext()], [queued, null]);
    equal((await withdraw(queued, email))?.amount_bani, 5900);
    deepEqual([(await readPlanState(app.db, user.id)).line, await startsNext()], [null, null]);
    equal((await readUserDocument(app, user.id)).credits.totalCredits, 3);
  });
});
