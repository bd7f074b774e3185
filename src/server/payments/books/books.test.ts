import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { DAY_MS } from '#domain/days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import type { App } from '#server/app.ts';
import { openBook } from '#server/payments/books/book-files.ts';
import { listBooks, readNumberingDecision } from '#server/payments/books/books-view.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { lockOrder } from '#server/payments/store/order-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { readZip } from '#testing/files/zip.ts';
import { invoiceShop, SELLER } from '#testing/shop/invoice-shop.ts';

const HOUR_MS = 3_600_000;

describe('the books', () => {
  let t: TestApp;
  let app: App;
  let own: Awaited<ReturnType<typeof invoiceShop>>;
  let [old, next] = ['', ''];
  const monthNow = () => toBucharestDay(app.now()).slice(0, 7);
  const namesIn = async (month: string, file: 'documents' | 'saga') => {
    const { fileName, body } = await openBook(app, { month, file });
    return [fileName, ...readZip(await buffer(body)).map(({ name }) => name)];
  };
  const journal = async (month: string) => text((await openBook(app, { month, file: 'journal' })).body);
  before(async () => {
    t = await testApp();
    own = await invoiceShop(t);
    app = own.app;
  });
  after(() => t.close());

  it('are of trial documents, and say so, until there is a real one; then those are in no book', async () => {
    const trial = await own.liveOrder();
    await own.setMode(trial, 'sandbox');
    await own.shop.pay(trial);
    equal((await listBooks(app)).isTrial, true);
    match((await openBook(app, { month: monthNow(), file: 'journal' })).fileName, /^PROBA-Jurnal/);
    match(await journal(monthNow()), /PROBA/);
    // The last hour of a month in Bucharest, where UTC is two or three hours behind.
    while (toBucharestDay(new Date(app.now().getTime() + HOUR_MS)).slice(0, 7) === monthNow())
      t.advance(HOUR_MS);
    old = monthNow();
    await own.paidOrder();
    const { isTrial, months } = await listBooks(app);
    deepEqual([isTrial, months.map(({ month, invoices }) => [month, invoices])], [false, [[old, 1]]]);
    equal((await journal(old)).includes('PROBA'), false);
  });

  it('of a month hold what was issued on its days in Bucharest, a storno where it was issued', async () => {
    const orderId = await own.paidOrder();
    t.advance(HOUR_MS);
    next = monthNow();
    equal(next > old, true);
    await app.change(async (unit) =>
      issueStorno(unit, app, {
        order: await lockOrder(unit.tx, orderId),
        amountBani: 1000,
        cause: 'outside',
        refundId: null,
        reason: 'La cererea cumpărătorului',
        isPaid: true,
      }),
    );
    await own.paidOrder();
    const { months } = await listBooks(app);
    deepEqual(
      months.map(({ month, invoices, stornos, gross, withoutPdf }) => [
        month,
        invoices,
        stornos,
        gross,
        withoutPdf,
      ]),
      [
        [next, 1, 1, 40, 2],
        [old, 2, 0, 100, 2],
      ],
    );
    deepEqual(
      (await journal(next))
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';').slice(0, 4)),
      [
        ['FTL', '3', `${next}-01`, 'storno'],
        ['FTL', '4', `${next}-01`, 'factură'],
      ],
    );
  });

  it('say by their name that files are not made yet, and hold PDF and e-invoice of each document then', async () => {
    deepEqual(await namesIn(next, 'documents'), [`Facturi-${next}-incomplet.zip`]);
    await makeInvoiceFiles(app);
    deepEqual(await namesIn(next, 'documents'), [
      `Facturi-${next}.zip`,
      ...['Storno-FTL0003', 'Factura-FTL0004'].flatMap((name) => [`${name}.pdf`, `${name}.xml`]),
    ]);
    const [day, its] = [`01-${next.slice(5)}-${next.slice(0, 4)}`, 'F_14399840_FTL000'];
    deepEqual(await namesIn(next, 'saga'), [
      `SAGA-${next}.zip`,
      `${its}3_${day}.xml`,
      `${its}4_${day}.xml`,
      `I_${day}.xml`,
    ]);
    await rejects(openBook(app, { month: '2019-01', file: 'saga' }), { code: 'http/not-found' });
  });

  it('of a year begin with the number after the last one of the year before, by a decision to sign', async () => {
    const year = Number(next.slice(0, 4));
    match(await readNumberingDecision(app, String(year + 1)), /în seria FTL, .* începând cu FTL0005\./);
    await rejects(readNumberingDecision(app, '2020'), { code: 'http/not-found' });
    await rejects(readNumberingDecision({ ...app, operator: null }, String(year)), {
      code: 'http/not-found',
    });
    const another = { ...app, numbering: { series: 'NOU', first: 1 } };
    match(await readNumberingDecision(another, String(year)), /în seria NOU, .* începând cu NOU0001\./);
    t.advance(366 * DAY_MS);
    // The year that is over keeps its series.
    match(await readNumberingDecision(another, String(year)), /în seria FTL, .* începând cu FTL000\d\./);
    deepEqual((await listBooks(another)).decisions[0], String(year + 1));
  });

  it('offer the decision of this year before its first invoice, once record and series are set', async () => {
    const other = await testApp();
    try {
      const ready = { ...other.app, operator: SELLER, numbering: { series: 'FTL', first: 7 } };
      const year = toBucharestDay(ready.now()).slice(0, 4);
      deepEqual(await listBooks(ready), { isTrial: true, months: [], decisions: [year] });
      match(await readNumberingDecision(ready, year), /începând cu FTL0007\./);
      for (const operator of [null, { ...SELLER, tradeRegister: '' }, { ...SELLER, capitalLei: null }])
        deepEqual((await listBooks({ ...ready, operator })).decisions, []);
      for (const has of [
        { legalForm: 'sole-trader', capitalLei: null },
        { legalForm: 'other', capitalLei: null, tradeRegister: '' },
      ] as const)
        deepEqual((await listBooks({ ...ready, operator: { ...SELLER, ...has } })).decisions, [year]);
    } finally {
      await other.close();
    }
  });
});
