import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { checkEInvoice } from '#domain/invoices/e-invoice/check/check.ts';
import { printedDocument } from '#domain/invoices/printed-document.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import type { App, User } from '#server/app.ts';
import { openBook } from '#server/payments/books/book-files.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { notifyBuyers } from '#server/payments/mails/notify-buyers.ts';
import { decideStorno, mendOrderInvoice } from '#server/payments/orders/decide-storno.ts';
import { restoreOrder } from '#server/payments/orders/restore-order.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { readZip } from '#testing/files/zip.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { invoiceShop, SELLER } from '#testing/shop/invoice-shop.ts';
import { BILLING } from '#testing/shop/shop.ts';

describe('an invoice that is made again', () => {
  let t: TestApp;
  let outbox: TestOutbox;
  let app: App;
  let own: Awaited<ReturnType<typeof invoiceShop>>;
  let admin: User;
  before(async () => {
    t = await testApp();
    outbox = await testOutbox({ ...t.app, operator: SELLER });
    app = outbox.app;
    own = await invoiceShop({ ...t, app });
    admin = { ...(await t.newUser()), role: 'admin' };
  });
  after(async () => {
    await outbox.close();
    await t.close();
  });

  const name = (row: InvoiceRow | undefined) => row && invoiceName(row);
  const mend = (orderId: string) =>
    mendOrderInvoice(app, admin, {
      orderId,
      reason: 'Nume greșit',
      billing: { ...BILLING, firstName: 'Ana' },
    });
  const printed = async (orderId: string) =>
    (await own.documents(orderId)).map(({ snapshot }) =>
      JSON.stringify(printedDocument(snapshot as InvoiceSnapshot)),
    );
  /** Sums that SAGA books as money that came or went, of the documents of an order. */
  const moneyInBooks = async (orderId: string) => {
    const files = readZip(
      await buffer(
        (await openBook(app, { month: toBucharestDay(app.now()).slice(0, 7), file: 'saga' })).body,
      ),
    );
    const receipts = files.filter(({ name }) => name.startsWith('I_')).map(({ bytes }) => bytes.toString());
    const lines = receipts.flatMap((xml) => [...xml.matchAll(/<Linie>.*?<\/Linie>/g)].map(([line]) => line));
    const numbers = (await own.documents(orderId)).map(
      ({ number }) => `FTL${String(number).padStart(4, '0')}<`,
    );
    return lines
      .filter((line) => numbers.some((number) => line.includes(number)))
      .map((line) => Number(/<Suma>(.*?)</.exec(line)?.[1]));
  };

  it('leads an admin to its order by its number, however that is typed', async () => {
    const orderId = await own.paidOrder();
    await mend(orderId);
    const [first, storno] = await own.documents(orderId);
    const other = await own.paidOrder();
    const found = async (search: string) => (await listOrders(app, { search })).orders.map(({ id }) => id);
    for (const row of [first, storno])
      for (const search of [
        `${name(row)}`,
        `FTL ${`${row?.number}`.padStart(4, '0')}`,
        ` ftl ${row?.number}`,
      ])
        deepEqual(await found(search), [orderId], search);
    deepEqual(await found(`${name((await own.documents(other))[0])}`), [other]);
    for (const search of ['FTL', 'FTL0000', `AFTL${first?.number}`, '.*', '\\'])
      deepEqual(await found(search), [], search);
  });

  it('says that no money goes back, and which one it replaces, in the document and in the books', async () => {
    const orderId = await own.paidOrder();
    await mend(orderId);
    const [first, storno, invoice] = await own.documents(orderId);
    const [, taken, again] = await printed(orderId);
    match(
      taken ?? '',
      new RegExp(`Nu se restituie bani: vânzarea se facturează din nou, cu factura ${name(invoice)}\\.`),
    );
    doesNotMatch(taken ?? '', /Restituit:|Data restituirii|De restituit/);
    match(again ?? '', new RegExp(`Înlocuiește factura ${name(first)} din`));
    deepEqual(await moneyInBooks(orderId), [50]);
    await makeInvoiceFiles(app);
    equal(storno?.paid_on, first?.paid_on, 'nothing is owed by the e-invoice either');
    for (const { id } of await own.documents(orderId)) {
      const xml = (await app.files.readWhole(invoiceKey(id, 'xml')))?.toString() ?? '';
      deepEqual([checkEInvoice(xml), /PayableAmount[^>]*>0\.00</.test(xml)], [[], true]);
    }
  });

  it('for money that is here again brings into the books what is here again, and no more', async () => {
    const orderId = await own.paidOrder();
    await own.shop.take(orderId, { kind: 'chargeback' });
    await decideStorno(app, admin, { orderId, amountBani: 2000, reason: 'Contestată' });
    await restoreOrder(app, admin, { orderId, reason: 'Câștigată' });
    deepEqual(await moneyInBooks(orderId), [50, -20, 20]);
    const texts = await printed(orderId);
    match(texts.at(-2) ?? '', /Nu se restituie bani/);
    match(texts.at(-1) ?? '', /Înlocuiește factura/);
  });

  it('reaches its buyer by mail with its storno, once both have their files', async () => {
    const buyer = await t.newUser();
    const { email } = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow();
    const orderId = await own.paidOrder(own.starter, buyer);
    await mend(orderId);
    const reissued = async () => {
      await notifyBuyers(app);
      await outbox.deliver();
      return (await outbox.mailsTo(email)).filter(({ subject }) => /Factura corectată/.test(subject));
    };
    deepEqual(await reissued(), []);
    await makeInvoiceFiles(app);
    const [mail] = await reissued();
    const [first, storno, invoice] = await own.documents(orderId);
    match(
      mail?.text ?? '',
      new RegExp(`${name(invoice)} înlocuiește factura ${name(first)}, stornată cu FTL00`),
    );
    match(
      mail?.text ?? '',
      new RegExp(`Storno-FTL\\d*${storno?.number}\\.pdf, Factura-FTL\\d*${invoice?.number}\\.pdf`),
    );
    equal((await reissued()).length, 1);
  });
});
