import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { orderFile } from '#contract/admin/admin-orders.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { exportTable } from '#server/account/export/export-data-view.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import type { App, User } from '#server/app.ts';
import { openBook } from '#server/payments/books/book-files.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { notifyBuyers } from '#server/payments/mails/notify-buyers.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { giveGoodwill, noteGoodwillPaid } from '#server/payments/refunds/give-goodwill.ts';
import { refundOrder } from '#server/payments/refunds/refund-order.ts';
import { listOrderInvoices } from '#server/payments/store/invoice-store.ts';
import { insertRefund } from '#server/payments/store/refund-store.ts';
import { quoteRefund, withdrawFromOwnOrder } from '#server/payments/withdrawals/ask-refund.ts';
import { readUserEmail } from '#server/users/user-store.ts';
import { countDraws } from '#testing/draws.ts';
import { readZip } from '#testing/files/zip.ts';
import { testOutbox } from '#testing/mail/outbox.ts';
import { BONUS, type CardShop, cardShop } from '#testing/shop/card-shop.ts';

const PRICE = 5000;

describe('money that goes back out of goodwill', () => {
  let card: CardShop;
  let app: App;
  let admin: User;
  before(async () => {
    card = await cardShop();
    app = card.app;
    admin = { ...(await card.t.newUser()), role: 'admin' };
  });
  afterEach(() => card.tidy());
  after(() => card.close());

  const mostOf = async (orderId: string) => (await readOrderFile(app, orderId)).goodwillMost;
  async function give(orderId: string, amountBani: number, { key = randomUUID(), most = -1 } = {}) {
    const shownMostBani = most >= 0 ? most : Math.round(((await mostOf(orderId)) ?? 0) * 100);
    await giveGoodwill(app, admin, { orderId, amountBani, shownMostBani, reason: 'Ne pare rău', key });
  }
  const amountsOf = async (orderId: string) =>
    (await listOrderInvoices(app.db, orderId)).map(({ gross_bani }) => gross_bani);

  it('leaves the order paid, with its credits, and takes the sum back of its invoice by a storno that is still owed', async () => {
    const user = await card.t.newUser();
    const orderId = await card.buy(user);
    await give(orderId, 1234);
    const file = await readOrderFile(app, orderId);
    orderFile.parse(file);
    deepEqual(
      [file.order.state, file.goodwillMost, file.invoiced?.rest, file.goodwill.map(({ amount }) => amount)],
      ['paid', 37.66, 37.66, [12.34]],
    );
    equal(await card.credits(user), BONUS + 10);
    const [, storno] = await listOrderInvoices(app.db, orderId);
    deepEqual([storno?.gross_bani, storno?.paid_on, storno?.cause], [-1234, null, 'outside']);
    deepEqual(
      (await listOrders(app, { list: 'transfer' })).orders.map(({ id }) => id),
      [orderId],
    );
    match(await exportTable(app, 'goodwill_refunds', user.id), /Ne pare rău/);
    equal((await exportTable(app, 'goodwill_refunds', user.id)).includes(admin.id), false);
  });

  it('counts once for the same press, and once for two admins who press at once', async () => {
    const orderId = await card.buy(await card.t.newUser());
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => give(orderId, 500, { key, most: PRICE })));
    await rejects(give(orderId, 600, { key, most: PRICE }), { code: 'http/idempotency-mismatch' });
    deepEqual(await amountsOf(orderId), [PRICE, -500]);
    const both = await Promise.allSettled([1, 2].map(() => give(orderId, 700, { most: 4500 })));
    deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const [late] = both.filter((each) => each.status === 'rejected');
    equal(late?.reason.code, 'payments/goodwill-changed');
    deepEqual(await amountsOf(orderId), [PRICE, -500, -700]);
  });

  it('never passes what was paid, and its parts take net and tax off the invoice to the ban', async () => {
    const parts = fc.array(fc.integer({ min: 1, max: PRICE }), { minLength: 1, maxLength: 5 });
    for (const sums of fc.sample(parts, countDraws({ local: 4, ci: 20 }))) {
      const orderId = await card.buy(await card.t.newUser());
      let rest = PRICE;
      for (const sum of [...sums, PRICE]) {
        if (sum > rest) await rejects(give(orderId, sum), { code: 'payments/refund-out-of-range' });
        else {
          await give(orderId, sum);
          rest -= sum;
        }
        if (rest === 0) break;
      }
      if (rest > 0) await give(orderId, rest);
      await rejects(give(orderId, 1, { most: 0 }), { code: 'payments/not-refundable' });
      const [invoice, ...stornos] = await listOrderInvoices(app.db, orderId);
      for (const { net_bani, vat_bani, gross_bani } of stornos) equal(net_bani + vat_bani, gross_bani);
      for (const key of ['net_bani', 'vat_bani', 'gross_bani'] as const)
        equal(
          stornos.reduce((sum, row) => sum + row[key], invoice?.[key] ?? 0),
          0,
        );
    }
  });

  it('is refused for an order that is not paid, that went back, and for a sum that is none', async () => {
    const unpaid = await card.shop.order(await card.t.newUser(), card.starter);
    await rejects(give(unpaid, 1, { most: PRICE }), { code: 'payments/not-refundable' });
    const orderId = await card.buy(await card.t.newUser());
    for (const sum of [0, -1, PRICE + 1])
      await rejects(give(orderId, sum), { code: 'payments/refund-out-of-range' });
    await refundOrder(app, admin, { orderId, reason: 'La cerere' });
    equal(await mostOf(orderId), null);
    await rejects(give(orderId, 1, { most: PRICE }), { code: 'payments/not-refundable' });
  });

  it('leaves a refund and a withdrawal no more than the rest, and the database refuses what passes it', async () => {
    const [first, second] = [await card.t.newUser(), await card.t.newUser()];
    const refunded = await card.buy(first);
    await give(refunded, 2000);
    const tooMuch = {
      id: app.newId('rfd'),
      order_id: refunded,
      asked_by: admin.id,
      reason: 'Pe lângă aplicație',
      amount_bani: 3001,
      withdrawn: 0,
      created_at: app.now(),
    };
    await rejects(
      app.change(({ tx }) => insertRefund(tx, tooMuch)),
      /more would go back/,
    );
    deepEqual((await readOrderFile(app, refunded)).refundNow, { amount: 30, most: 30, credits: 10 });
    await refundOrder(app, admin, { orderId: refunded, reason: 'La cerere' });
    deepEqual(await amountsOf(refunded), [PRICE, -2000, -3000]);
    const withdrawn = await card.buy(second);
    await give(withdrawn, 4900);
    const { amount } = await quoteRefund(app, second, { orderId: withdrawn });
    equal(amount, 1);
    await withdrawFromOwnOrder(app, second, { orderId: withdrawn, shownAmount: amount });
    deepEqual(await amountsOf(withdrawn), [PRICE, -4900, -100]);
    equal(await card.credits(second), BONUS);
  });

  it('is transferred once, and its buyer, the books and the mails say so', async () => {
    const user = await card.t.newUser();
    const outbox = await testOutbox(app);
    const orderId = await card.buy(user);
    await give(orderId, 1500);
    for (const { id: invoiceId } of await listOrderInvoices(app.db, orderId))
      await makeInvoiceFiles(outbox.app, { invoiceId });
    await notifyBuyers(outbox.app);
    await notifyBuyers(outbox.app);
    const bought = async () => (await listPurchases(app, user.id, {})).purchases[0]?.goodwill;
    deepEqual(await bought(), { owed: 15, paid: 0 });
    const goodwillId = (await readOrderFile(app, orderId)).goodwill[0]?.id ?? '';
    const paidOn = toBucharestDay(app.now());
    const pay = (reference: string, day = paidOn) =>
      noteGoodwillPaid(outbox.app, admin, { orderId, goodwillId, reference, paidOn: day });
    await outbox.deliver();
    await rejects(pay('OP 7', '2020-01-01'), { code: 'http/bad-request' });
    await Promise.all([pay('OP 7'), pay('OP 7')]);
    await rejects(pay('OP 8'), { code: 'payments/nothing-owed' });
    deepEqual(await bought(), { owed: 0, paid: 15 });
    await outbox.deliver();
    const mails = (await outbox.mailsTo(await readUserEmail(app.db, user.id))).filter(({ subject }) =>
      /15 lei/.test(subject.replace('\u00a0', ' ')),
    );
    equal(mails.length, 2);
    const [given, paid] = mails;
    const [, storno] = await listOrderInvoices(app.db, orderId);
    ok(storno);
    deepEqual(
      given?.whole.attachments.map(({ filename }) => filename),
      [`Storno-${invoiceName(storno)}.pdf`],
    );
    match(paid?.text ?? '', /OP 7/);
    const book = await openBook(app, { month: paidOn.slice(0, 7), file: 'saga' });
    const receipts = readZip(await buffer(book.body))
      .filter(({ name }) => name.startsWith('I_'))
      .map(({ bytes }) => bytes.toString())
      .join('');
    match(receipts, /<Numar>OP 7<\/Numar><Suma>-15.00<\/Suma><Cont>5121<\/Cont>/);
    deepEqual(
      (await listOrders(app, { list: 'transfer' })).orders.map(({ id }) => id).includes(orderId),
      false,
    );
    await outbox.close();
  });
});
