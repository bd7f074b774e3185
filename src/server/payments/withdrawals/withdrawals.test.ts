import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { payBackUntil } from '#domain/payments/withdrawals.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import type { App, User } from '#server/app.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { checkOrders } from '#server/payments/provider/check-order.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { findDebt, findWithdrawal } from '#server/payments/store/withdrawal-store.ts';
import { listUnpaidWithdrawals } from '#server/payments/store/withdrawals-view.ts';
import { quoteRefund, withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { payWithdrawal } from '#server/payments/withdrawals/pay-withdrawal.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { BONUS, type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { NO_RECORD } from '#testing/shop/no-record.ts';
import { readSaidNumber } from '#testing/shop/said-number.ts';

const OPERATOR = { ...NO_RECORD, name: 'Poze SRL', email: 'sef@fotolot.example' };

describe('a withdrawal', () => {
  let card: CardShop;
  let { t, provider, buy, credits } = {} as CardShop;
  let app: App;
  let refusing: App;
  let closed: App;
  let admin: User;
  let outbox: TestOutbox;
  before(async () => {
    card = await cardShop();
    ({ t, provider, buy, credits } = card);
    outbox = await testOutbox({ ...card.app, operator: OPERATOR });
    app = outbox.app;
    refusing = { ...app, payments: provider.withOptions({ apiKey: 'alta' }) };
    closed = { ...app, payments: null };
    admin = { ...(await t.newUser()), role: 'admin' };
  });
  afterEach(async () => {
    await card.tidy();
    // Settles all debts, so that none is owed in the next test.
    for (const { id } of await listUnpaidWithdrawals(app)) await pay(id).catch(() => undefined);
    outbox.queued.length = 0;
  });
  after(async () => {
    await outbox.close();
    await card.close();
  });

  const withdraw = async (user: User, orderId: string, by: App = app) => {
    const { amount } = await quoteRefund(by, user, { orderId });
    return withdrawFromOwnOrder(by, user, { orderId, shownAmount: amount });
  };
  const pay = (withdrawalId: string, more: { way?: 'transfer' | 'card'; paidOn?: string } = {}) =>
    payWithdrawal(app, admin, {
      withdrawalId,
      way: 'transfer',
      reference: 'OP 17',
      paidOn: toBucharestDay(app.now()),
      ...more,
    });
  const stateOf = async (user: User, orderId: string) => {
    const { purchases } = await listPurchases(app, user.id, {});
    return purchases.find((each) => each.orderId === orderId)?.withdrawal?.state ?? null;
  };
  const told = async (orderId: string) => {
    const { events } = await readOrderFile(app, orderId);
    return events.map(({ source, event }) => `${source} ${event}`);
  };

  it('stands in a row that nothing changes: who, which order, the words, the moment', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const declared = await withdraw(user, orderId);
    const { email } = await readUserDocument(app, user.id);
    deepEqual(
      [declared.user_id, declared.name, declared.email, declared.words, declared.came_by],
      [
        user.id,
        'Ștefania Țurcanu',
        email,
        `Mă retrag din contractul pentru comanda ${await readSaidNumber(app, orderId)}: Starter 10.`,
        'settings',
      ],
    );
    for (const change of [
      sql`update withdrawals set words = '' where id = ${declared.id}`,
      sql`update withdrawals set name = 'Altcineva' where id = ${declared.id}`,
      sql`update withdrawals set created_at = now() where id = ${declared.id}`,
      sql`delete from withdrawals where id = ${declared.id}`,
      sql`truncate withdrawals cascade`,
    ])
      await rejects(change.execute(app.db), /append-only/);
    await sql`update withdrawals set name = '', email = '' where id = ${declared.id}`.execute(app.db);
  });

  it('that the provider refuses, or never heard of, stands: credits stay withdrawn, the period has ended, the money is owed', async () => {
    const unreachable = { ...app, payments: provider.withOptions({ baseUrl: 'http://127.0.0.1:9' }) };
    for (const by of [refusing, unreachable]) {
      const user = await t.newUser();
      const [orderId, planId] = [await buy(user), await buy(user, 'basic')];
      const { id } = await withdraw(user, orderId, by);
      await withdraw(user, planId, by);
      const { plan } = await readUserDocument(app, user.id);
      deepEqual([plan, await credits(user)], ['free', BONUS]);
      deepEqual([await stateOf(user, orderId), await stateOf(user, planId)], ['owed', 'owed']);
      const debt = await findDebt(app.db, id);
      deepEqual(
        [debt?.cause, debt?.amount_bani, debt?.pay_until],
        ['refused', 5000, payBackUntil(app.now())],
      );
      deepEqual((await told(orderId)).slice(1), [
        'user refund-asked',
        'user withdrawal-declared',
        'us refund-refused',
        'us withdrawal-owed',
      ]);
    }
  });

  it('from a period that has not begun keeps it from ever beginning', async () => {
    const user = await t.newUser();
    await buy(user, 'basic');
    const queued = await buy(user, 'basic');
    await withdraw(user, queued, refusing);
    const { plan, subscription } = await readUserDocument(app, user.id);
    const days = (Date.parse(subscription?.expiresAt ?? '') - app.now().getTime()) / DAY_MS;
    deepEqual([plan, Math.round(days), await stateOf(user, queued)], ['basic', 30, 'owed']);
  });

  it('needs no card payments: with them off, or in another mode, the money is owed at once', async () => {
    const sandbox = { ...app, payments: provider.withOptions({ mode: 'sandbox' }) };
    for (const by of [closed, sandbox]) {
      const user = await t.newUser();
      const orderId = await buy(user);
      const { purchases } = await listPurchases(by, user.id, {});
      ok(purchases[0]?.refundUntil);
      const calls = await provider.calls('/operation/credit');
      const { id } = await withdraw(user, orderId, by);
      equal(await provider.calls('/operation/credit'), calls);
      deepEqual([(await findDebt(app.db, id))?.cause, await credits(user)], ['closed', BONUS]);
    }
  });

  it('declared twice, and twice at once, is one', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const calls = await provider.calls('/operation/credit');
    const asked = () => withdrawFromOwnOrder(app, user, { orderId, shownAmount: 50 });
    const both = await Promise.all([asked(), asked()]);
    const third = await withdrawFromOwnOrder(refusing, user, { orderId, shownAmount: 50 });
    equal(new Set([...both, third].map(({ id }) => id)).size, 1);
    equal(await provider.calls('/operation/credit'), calls + 1);
    deepEqual([await credits(user), await stateOf(user, orderId)], [BONUS, 'done']);
    await rejects(quoteRefund(app, user, { orderId }), { code: 'payments/refund-exists' });
  });

  it('beside an admin’s refund that is under way is written down, and stands when that is refused', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    await provider.faults({ credit: '500' });
    await refundOrder(app, admin, { orderId, reason: 'La telefon' });
    const declared = await withdraw(user, orderId);
    equal(declared.amount_bani, 5000);
    await provider.faults({});
    t.advance(20 * 60_000);
    await checkOrders(app);
    deepEqual([await credits(user), await stateOf(user, orderId)], [BONUS, 'owed']);
  });

  it('that the version before had asked for, without a row, is owed too once it is refused', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    await provider.faults({ credit: '500' });
    // The version before stored a buyer's withdrawal like an admin's refund, asked by the buyer.
    await refundOrder(app, user, { orderId, reason: 'La cererea cumpărătorului' });
    await provider.faults({});
    t.advance(20 * 60_000);
    await checkOrders(app);
    deepEqual(
      [(await findWithdrawal(app.db, orderId))?.came_by, await stateOf(user, orderId)],
      ['earlier', 'owed'],
    );
  });

  it('is not owed where the bank took the money back meanwhile', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    await provider.faults({ credit: '500' });
    await withdraw(user, orderId);
    await provider.faults({});
    await card.shop.take(orderId, { kind: 'chargeback' });
    t.advance(20 * 60_000);
    await checkOrders(app);
    deepEqual([await listUnpaidWithdrawals(app), await credits(user)], [[], BONUS]);
  });
});
