import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App } from '#server/app.ts';
import { listPackages } from '#server/payments/catalog/packages.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import { issueMissing } from '#server/payments/invoices/issue-missing.ts';
import { mendInvoice } from '#server/payments/invoices/reissue-invoice.ts';
import { acceptOrder } from '#server/payments/orders/accept-order.ts';
import { findOrder, lockOrder } from '#server/payments/store/order-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { invoiceShop, listAmounts } from '#testing/shop/invoice-shop.ts';
import { brokenRules, planShop } from '#testing/shop/plan-shop.ts';
import { readSaidNumber } from '#testing/shop/said-number.ts';

describe('an invoice', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof invoiceShop>>;
  let app: App;
  let shop: (typeof own)['shop'];
  before(async () => {
    t = await testApp();
    own = await invoiceShop(t);
    ({ app, shop } = own);
  });
  after(() => t.close());

  it('is issued with the money, to the buyer of the checkout, by the seller of the day; a second report makes no second one', async () => {
    const orderId = await own.paidOrder();
    await shop.pay(orderId);
    const row = await own.only(orderId);
    const today = toBucharestDay(app.now());
    const expected: InvoiceSnapshot = {
      version: 1,
      kind: 'invoice',
      series: 'FTL',
      number: row.number,
      issuedOn: today,
      paidOn: today,
      seller: {
        name: 'Fotolot SRL',
        cui: '14399840',
        tradeRegister: 'J12/345/2026',
        street: 'Str. Horea 4',
        city: 'Cluj-Napoca',
        county: 'CJ',
        postalCode: '400174',
        shareCapitalLei: 200,
        iban: null,
        phone: '0722000000',
        email: 'salut@fotolot.example',
        vatStatus: 'payer',
      },
      buyer: {
        kind: 'person',
        firstName: 'Ștefania',
        lastName: 'Țurcanu',
        street: 'Str. Horea 4',
        city: 'Cluj-Napoca',
        county: 'CJ',
        postalCode: '400038',
      },
      item: 'Pachet 10 credite Fotolot',
      netBani: 4132,
      vatBani: 868,
      grossBani: 5000,
      vatPercent: 21,
      orderId,
      orderNumber: await readSaidNumber(app, orderId),
      paymentId: null,
      corrects: null,
      reason: null,
      trial: false,
    };
    deepEqual(row.snapshot, expected);
    deepEqual([row.issued_on, row.mode, row.cause, row.user_id], [today, 'live', 'payment', own.user.id]);
  });

  it('is issued for a plan too; the simulator’s and the sandbox’s are PROBA, whether a seller is entered or not', async () => {
    const plan = await own.only(await own.paidOrder('pro', await t.newUser()));
    equal(plan.snapshot.item, 'Abonament Pro, 30 de zile');
    const bare = planShop(t);
    const tried = await bare.order(own.user, own.starter);
    await bare.pay(tried);
    const { snapshot, series, mode } = await own.only(tried);
    deepEqual([series, mode, snapshot.trial], ['PROBA', 'simulator', true]);
    deepEqual([snapshot.seller.name, snapshot.seller.cui, snapshot.number], ['Vânzător de probă', '', 1]);
    const sandbox = await shop.order(own.user, own.starter);
    await own.setMode(sandbox, 'sandbox');
    await shop.pay(sandbox);
    const row = await own.only(sandbox);
    deepEqual([row.series, row.number, row.snapshot.seller.name], ['PROBA', 2, 'Fotolot SRL']);
  });

  it('of an exempt seller has no rate, and one to a firm says whether the firm is registered', async () => {
    const exempt = { ...app, vat: { ...app.vat, payerFrom: null } };
    const exemptShop = planShop({ ...t, app: exempt });
    const orderId = await own.liveOrder();
    await app.db
      .updateTable('checkouts')
      .set({
        billing: JSON.stringify({
          kind: 'firm',
          name: 'Mașini Bune SRL',
          cui: '43131360',
          registrationNumber: null,
          vatPayer: true,
          street: 'Bd. Unirii 1',
          city: 'Sector 3',
          county: 'B',
          postalCode: null,
          phone: null,
        }),
      })
      .where('id', '=', (await findOrder(app.db, orderId))?.checkout_id ?? '')
      .execute();
    await exemptShop.pay(orderId);
    const row = await own.only(orderId);
    deepEqual(listAmounts([row]), [[5000, 0, 5000]]);
    deepEqual([row.vat_percent, row.snapshot.seller.vatStatus], [null, 'exempt']);
    ok(row.snapshot.buyer?.kind === 'firm' && row.snapshot.buyer.vatPayer);
  });

  it('names the sum that came where an admin accepts the money, and is not issued while it waits', async () => {
    const orderId = await own.liveOrder();
    await shop.take(orderId, { kind: 'paid', amountBani: 4700, currency: 'RON' });
    deepEqual(await own.documents(orderId), []);
    await acceptOrder(
      app,
      { ...(await t.newUser()), role: 'admin' },
      { orderId, reason: 'Diferența e a noastră' },
    );
    deepEqual(listAmounts([await own.only(orderId)]), [[3884, 816, 4700]]);
  });

  it('needs the seller’s whole record, or an earlier invoice that names the seller: without either no live money counts', async () => {
    const other = await testApp();
    try {
      const [bare, buyer] = [planShop(other), await other.newUser()];
      const [first] = await listPackages(other.app);
      const orderId = await bare.order(buyer, first?.id ?? '');
      await other.app.db.updateTable('orders').set({ mode: 'live' }).where('id', '=', orderId).execute();
      await rejects(bare.pay(orderId), /payments\/seller-incomplete/);
    } finally {
      await other.close();
    }
    const orderId = await own.liveOrder();
    const off = planShop({ ...t, app: { ...app, operator: null, numbering: { series: '', first: 1 } } });
    await off.pay(orderId);
    const { snapshot } = await own.only(orderId);
    deepEqual([snapshot.series, snapshot.seller.name], ['FTL', 'Fotolot SRL']);
  });

  it('is taken back once by our refund’s storno, at its own rate; the rest goes by difference', async () => {
    const orderId = await own.paidOrder('pro', await t.newUser());
    const refundId = await own.askRefund(orderId, 6000);
    const raised = { ...app, vat: { ...app.vat, rates: [{ percent: 24, from: '2020-01-01' }] } };
    const later = planShop({ ...t, app: raised });
    for (const _ of [1, 2]) await later.take(orderId, { kind: 'refunded', byUs: false });
    const [invoice, storno, ...more] = await own.documents(orderId);
    ok(invoice && storno);
    deepEqual(more, []);
    deepEqual(listAmounts([storno]), [[-4959, -1041, -6000]]);
    deepEqual([storno.refund_id, storno.cause, storno.vat_percent], [refundId, 'refund', 21]);
    deepEqual(storno.snapshot.corrects, {
      series: 'FTL',
      number: invoice.number,
      issuedOn: invoice.issued_on,
    });
    equal(storno.number, invoice.number + 1);
    const reason = 'Bani cuveniți după o plângere';
    const rest = {
      amountBani: 999_999,
      cause: 'outside',
      refundId: null,
      reason,
      isPaid: false,
    } as const;
    const quiet = { ...app, log: { ...app.log, error: () => {} } };
    const takeBack = () =>
      app.change(async (unit) =>
        issueStorno(unit, quiet, { ...rest, order: await lockOrder(unit.tx, orderId) }),
      );
    await takeBack();
    equal(await takeBack(), null);
    const all = await own.documents(orderId);
    deepEqual(listAmounts(all).at(-1), [-7355, -1545, -8900]);
    equal(all.at(-1)?.paid_on, null);
  });

  it('has no storno by itself for money that went back or was charged back by another way', async () => {
    const orderId = await own.paidOrder();
    await shop.moneyBack(orderId);
    await shop.take(orderId, { kind: 'chargeback' });
    equal((await own.only(orderId)).kind, 'invoice');
  });

  it('with a wrong buyer is mended by a storno and a new invoice with the next number; refunds are then of the new one', async () => {
    const orderId = await own.paidOrder();
    const before = await own.only(orderId);
    const buyer = {
      ...before.snapshot.buyer,
      kind: 'person',
      lastName: 'Țurcan',
    } as InvoiceSnapshot['buyer'];
    const mend = (reason: string) =>
      app.change(async (unit) =>
        mendInvoice(unit, app, { order: await lockOrder(unit.tx, orderId), buyer, reason }),
      );
    await mend('Nume greșit');
    const [, storno, again] = await own.documents(orderId);
    ok(storno && again);
    deepEqual([storno.number, again.number], [before.number + 1, before.number + 2]);
    deepEqual(listAmounts([storno, again]), [
      [-4132, -868, -5000],
      [4132, 868, 5000],
    ]);
    equal(again.replaces, before.id);
    deepEqual(again.snapshot.buyer, buyer);
    await own.askRefund(orderId, 5000);
    await shop.take(orderId, { kind: 'refunded', byUs: false });
    const back = (await own.documents(orderId)).at(-1);
    equal(back?.corrects, again.id);
    await rejects(mend('Iar'), /payments\/no-invoice/);
  });

  it('is taken back at once by a withdrawal that the provider refused; paying the debt later makes no second storno', async () => {
    const orderId = await own.paidOrder();
    const storno = await app.change(async (unit) =>
      issueStorno(unit, app, {
        order: await lockOrder(unit.tx, orderId),
        amountBani: 4_500,
        cause: 'withdrawal',
        refundId: null,
        reason: 'Retragerea cumpărătorului din contract',
        isPaid: false,
      }),
    );
    deepEqual([storno?.gross_bani, storno?.paid_on], [-4_500, null]);
    await own.askRefund(orderId, 4_500);
    await shop.take(orderId, { kind: 'refunded', byUs: false });
    await issueMissing(app);
    equal((await own.documents(orderId)).length, 2);
  });

  it('is right by verify after all of these payments', async () => {
    deepEqual(
      (await brokenRules(t)).filter((rule) => /invoice|storno|documents/.test(rule)),
      [],
    );
  });
});
