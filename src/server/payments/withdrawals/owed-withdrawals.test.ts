import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { dueReminder, payBackUntil } from '#domain/payments/withdrawals.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import type { App, User } from '#server/app.ts';
import { deleteOldBilling } from '#server/payments/checkout/delete-old-billing.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { notifyBuyers } from '#server/payments/mails/notify-buyers.ts';
import { checkOrder, checkOrders } from '#server/payments/provider/check-order.ts';
import { eraseWithdrawalEmails, findWithdrawal } from '#server/payments/store/withdrawal-store.ts';
import { listUnpaidWithdrawals } from '#server/payments/store/withdrawals-view.ts';
import { quoteRefund, withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { payWithdrawal } from '#server/payments/withdrawals/pay-withdrawal.ts';
import { remindOfDebts } from '#server/payments/withdrawals/remind-of-debts.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { NO_RECORD } from '#testing/shop/no-record.ts';

const OPERATOR = { ...NO_RECORD, name: 'Poze SRL', email: 'sef@fotolot.example' };

describe('owed money of a withdrawal', () => {
  let card: CardShop;
  let { t, provider, buy, deliver } = {} as CardShop;
  let app: App;
  let refusing: App;
  let admin: User;
  let outbox: TestOutbox;
  before(async () => {
    card = await cardShop();
    ({ t, provider, buy, deliver } = card);
    outbox = await testOutbox({ ...card.app, operator: OPERATOR });
    app = outbox.app;
    refusing = { ...app, payments: provider.withOptions({ apiKey: 'alta' }) };
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
  const subjectsTo = async (address: string) => {
    await outbox.deliver();
    return (await outbox.mailsTo(address)).map(({ subject }) => subject.replaceAll('\u00a0', ' '));
  };

  it('is told to the admins at once with its day, is listed, and is paid once, with way, number and day', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const { id, created_at: declaredAt } = await withdraw(user, orderId, refusing);
    ok(
      (await subjectsTo(OPERATOR.email)).some((subject) =>
        /^Datorăm 50 lei după o retragere, până pe/.test(subject),
      ),
    );
    deepEqual(
      (await listUnpaidWithdrawals(app)).map((each) => [
        each.orderId,
        each.state,
        each.amount,
        each.payUntil,
      ]),
      [[orderId, 'owed', 50, payBackUntil(declaredAt)]],
    );
    const tomorrow = toBucharestDay(new Date(app.now().getTime() + DAY_MS));
    await rejects(pay(id, { paidOn: tomorrow }), { code: 'http/bad-request' });
    await rejects(pay(app.newId('wdr')), { code: 'payments/nothing-owed' });
    await Promise.all([pay(id), pay(id)]);
    await rejects(pay(id, { way: 'card' }), { code: 'payments/nothing-owed' });
    deepEqual(await listUnpaidWithdrawals(app), []);
    const { order, withdrawal, refundNow } = await readOrderFile(app, orderId);
    deepEqual([order.state, withdrawal?.state, refundNow], ['refunded', 'paid', null]);
    const acts = await app.db.selectFrom('admin_acts').selectAll().where('subject', '=', orderId).execute();
    deepEqual(
      acts.map(({ kind, details }) => [kind, (details as { reference?: string }).reference]),
      [['withdrawal-paid', 'OP 17']],
    );
    const { email } = await readUserDocument(app, user.id);
    ok((await subjectsTo(email)).includes('Ți-am plătit banii după retragere'));
    await rejects(sql`update withdrawal_debts set amount_bani = 1`.execute(app.db), /only by being paid/);
  });

  it('is told to its buyer, in the receipt or in a second mail', async () => {
    const [user, late] = [await t.newUser(), await t.newUser()];
    await withdraw(user, await buy(user), refusing);
    await notifyBuyers(app);
    const lateId = await buy(late);
    await provider.faults({ credit: '500' });
    await withdraw(late, lateId);
    await notifyBuyers(app);
    await provider.faults({});
    t.advance(20 * 60_000);
    await checkOrders(app);
    await makeInvoiceFiles(app);
    await notifyBuyers(app);
    const [{ email }, { email: lateEmail }] = [
      await readUserDocument(app, user.id),
      await readUserDocument(app, late.id),
    ];
    await outbox.deliver();
    const [receipt] = (await outbox.mailsTo(email)).filter(({ subject }) => /retragerea ta/.test(subject));
    match(
      receipt?.text ?? '',
      /„Mă retrag din contractul pentru comanda [2-9A-Z]{5}-[2-9A-Z]{5}: Starter 10\.”/,
    );
    match(receipt?.text ?? '', /îți datorăm 50\slei.* Alăturat: Storno-PROBA\d{4}\.pdf\./);
    equal((await subjectsTo(lateEmail)).at(-1), 'Îți datorăm banii după retragere');
  });

  it('that comes back on the card after all is settled by that, and no refund from outside', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const { id } = await withdraw(user, orderId, refusing);
    const { provider_id: ntpId } = await app.db
      .selectFrom('orders')
      .select('provider_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    await provider.payments.refund({ ntpId: ntpId ?? '', amountBani: 5000 });
    await deliver(app);
    await deliver(app);
    const { order, withdrawal } = await readOrderFile(app, orderId);
    deepEqual([order.state, order.told, withdrawal?.state], ['refunded', [], 'paid']);
    deepEqual(await listUnpaidWithdrawals(app), []);
    await rejects(pay(id), { code: 'payments/nothing-owed' });
  });

  it('that was paid by transfer and then on the card too is told to the admins', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const { id } = await withdraw(user, orderId, refusing);
    await pay(id);
    const order = await app.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    await provider.payments.refund({ ntpId: order.provider_id ?? '', amountBani: 5000 });
    await checkOrder(app, order);
    const file = await readOrderFile(app, orderId);
    deepEqual(file.order.told, ['refunded-outside']);
  });

  it('is not to be paid twice where the bank took the money back meanwhile: list and reminder say so', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const { id } = await withdraw(user, orderId, refusing);
    const taken = async () =>
      (await listUnpaidWithdrawals(app)).map((each) => [each.id, each.state, each.isChargedBack]);
    deepEqual(await taken(), [[id, 'owed', false]]);
    await card.shop.take(orderId, { kind: 'chargeback' });
    deepEqual(await taken(), [[id, 'owed', true]]);
    t.advance(11 * DAY_MS);
    await remindOfDebts(app);
    await outbox.deliver();
    const mail = (await outbox.mailsTo(OPERATOR.email)).findLast(({ subject }) =>
      /trebuie plătiți/.test(subject),
    );
    match(mail?.text ?? '', /Banca a luat între timp înapoi banii comenzii/);
    await pay(id, { way: 'card' });
    deepEqual(await taken(), []);
    t.advance(-11 * DAY_MS);
  });

  it('of a deleted account keeps the address for the receipt until it is paid, and a day longer', async () => {
    const user = await t.newUser();
    const orderId = await buy(user);
    const { id } = await withdraw(user, orderId, refusing);
    const address = async () => (await findWithdrawal(app.db, orderId))?.email;
    await app.change(({ tx }) => eraseWithdrawalEmails(tx, user.id));
    await app.db.updateTable('users').set({ deleted_at: app.now() }).where('id', '=', user.id).execute();
    t.advance(2 * DAY_MS);
    await deleteOldBilling(app);
    ok(await address());
    await pay(id);
    await deleteOldBilling(app);
    ok(await address());
    t.advance(2 * DAY_MS);
    await deleteOldBilling(app);
    equal(await address(), '');
    t.advance(-4 * DAY_MS);
  });

  it('is recalled to the admins four days and one day before its last day, and once after it', async () => {
    const user = await t.newUser();
    await withdraw(user, await buy(user), refusing);
    const reminders = async () =>
      (await subjectsTo(OPERATOR.email)).filter((subject) => /trebuie plătiți/.test(subject)).length;
    const counts: number[] = [];
    const first = await reminders();
    let before = first;
    for (let day = 0; day <= 16; day++) {
      await remindOfDebts(app);
      await remindOfDebts(app);
      const all = await reminders();
      if (all > before) counts.push(day);
      before = all;
      t.advance(DAY_MS);
    }
    deepEqual([counts, before - first], [[10, 13, 15], 3]);
    t.advance(-17 * DAY_MS);
  });

  it('has to be paid within 14 days by the calendar of Bucharest, whatever its hour', () => {
    deepEqual(
      ['2026-11-24T21:59:59Z', '2026-11-24T22:00:00Z', '2026-10-20T21:30:00Z', '2026-03-25T23:30:00Z'].map(
        (at) => payBackUntil(new Date(at)),
      ),
      ['2026-12-08', '2026-12-09', '2026-11-04', '2026-04-09'],
    );
    const left = (day: string) => dueReminder('2026-12-08', new Date(`${day}T09:00:00Z`));
    deepEqual(
      ['2026-12-03', '2026-12-04', '2026-12-06', '2026-12-07', '2026-12-08', '2026-12-09', '2027-02-01'].map(
        left,
      ),
      [null, 4, 4, 1, 1, -1, -1],
    );
  });
});
