import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import { checkEInvoice } from '#domain/invoices/e-invoice/check/check.ts';
import { invoiceName } from '#domain/invoices/series.ts';
import { exportTable } from '#server/account/export/export-data-view.ts';
import { exportedFiles } from '#server/account/export/export-files-view.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { App, User } from '#server/app.ts';
import { mountRoutes } from '#server/http/mount.ts';
import { httpServer } from '#server/http/server.ts';
import { findInvoiceFile } from '#server/payments/invoices/invoice-files-view.ts';
import { MAKE_INVOICE_FILES, makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { purchaseReceiptMail } from '#server/payments/mails/mails.ts';
import { NOTIFY_BUYERS } from '#server/payments/mails/notify-buyers.ts';
import { unnotifiedPurchases } from '#server/payments/mails/receipts-view.ts';
import { paymentRoutes } from '#server/payments/routes.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testOutbox } from '#testing/mail/outbox.ts';
import { invoiceShop, SELLER } from '#testing/shop/invoice-shop.ts';
import { planShop } from '#testing/shop/plan-shop.ts';

describe('the files of an invoice', () => {
  let t: TestApp;
  let app: App;
  let shop: Awaited<ReturnType<typeof invoiceShop>>;
  const sha256 = (bytes: Uint8Array | null) =>
    createHash('sha256')
      .update(bytes ?? '')
      .digest('hex');
  before(async () => {
    t = await testApp();
    shop = await invoiceShop(t);
    app = shop.app;
  });
  after(() => t.close());

  it('are a PDF and an e-invoice, made once from what it says and kept with their hashes', async () => {
    const { id } = await shop.only(await shop.paidOrder());
    await makeInvoiceFiles(app);
    const read = () =>
      app.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const made = await read();
    const [pdf, xml] = await Promise.all(
      (['pdf', 'xml'] as const).map((kind) => app.files.readWhole(invoiceKey(id, kind))),
    );
    match(pdf?.toString('latin1') ?? '', /^%PDF-/);
    deepEqual(checkEInvoice(xml?.toString() ?? ''), []);
    deepEqual([made.pdf_sha256, made.xml_sha256], [sha256(pdf ?? null), sha256(xml ?? null)]);
    await makeInvoiceFiles(app);
    deepEqual(await read(), made);
    deepEqual(await findViolations(app, { orphanGraceMs: 0, deep: true }), []);
  });

  it('are asked for with the document, not by the clock alone, and ask for the receipt once they are made', async () => {
    const sent: { name: string; payload: object }[] = [];
    const queue: App['queue'] = {
      ...app.queue,
      send: async (_tx, { name }, payload) => void sent.push({ name, payload }),
    };
    const hurried = { ...app, queue };
    const own = await invoiceShop({ ...t, app: hurried });
    const [{ id }, other] = [await own.only(await own.paidOrder()), await own.only(await own.paidOrder())];
    const asked = sent.filter(({ name }) => name === MAKE_INVOICE_FILES.name).map(({ payload }) => payload);
    deepEqual(asked, [{ invoiceId: id }, { invoiceId: other.id }]);
    sent.length = 0;
    await makeInvoiceFiles(hurried, { invoiceId: id });
    deepEqual(sent, [{ name: NOTIFY_BUYERS.name, payload: {} }]);
    const made = await app.db
      .selectFrom('invoices')
      .select('id')
      .where('pdf_sha256', 'is not', null)
      .execute();
    deepEqual([made.some((row) => row.id === id), made.some((row) => row.id === other.id)], [true, false]);
    // Asked for twice: nothing is left to make or to tell.
    sent.length = 0;
    await makeInvoiceFiles(hurried, { invoiceId: id });
    deepEqual(sent, []);
  });

  it('that are lost, or are not what they were, are found by the check', async () => {
    const { id } = await shop.only(await shop.paidOrder());
    await makeInvoiceFiles(app);
    const pdf = (await app.files.readWhole(invoiceKey(id, 'pdf'))) ?? Buffer.alloc(0);
    await app.files.remove([invoiceKey(id, 'pdf')]);
    const broken = await findViolations(app, { orphanGraceMs: 0, deep: true });
    ok(
      broken.some(({ rows }) => rows.some((row) => row.includes(invoiceKey(id, 'pdf')))),
      JSON.stringify(broken),
    );
    const path = app.files.temporaryPath();
    await writeFile(path, pdf, { flush: true });
    await app.files.keep(path, invoiceKey(id, 'pdf'));
    deepEqual(await findViolations(app, { orphanGraceMs: 0, deep: true }), []);
  });

  it('are for the buyer and admins; for others, and before they are made, there are none', async () => {
    const { id } = await shop.only(await shop.paidOrder());
    const stranger = await t.newUser();
    const asked = { invoiceId: id, kind: 'pdf' } as const;
    await rejects(findInvoiceFile(app, shop.user, asked), { code: 'payments/invoice-not-found' });
    await makeInvoiceFiles(app);
    const file = await findInvoiceFile(app, shop.user, asked);
    equal(file.key, invoiceKey(id, 'pdf'));
    match(file.downloadAs ?? '', /^Factura-FTL\d{4}\.pdf$/);
    const admin: User = { ...stranger, role: 'admin' };
    deepEqual(await findInvoiceFile(app, admin, asked), file);
    await rejects(findInvoiceFile(app, stranger, asked), { code: 'payments/invoice-not-found' });
  });

  it('are kept by no browser: the next person before it finds no address and no sum', async () => {
    const { id } = await shop.only(await shop.paidOrder());
    await makeInvoiceFiles(app);
    const { fastify, http } = await httpServer({
      ...{ log: app.log, keyedHash: app.keyedHash, publicOrigin: null, listensOn: '127.0.0.1' },
      ...{ trustedProxies: [], webFolder: '/nowhere' },
      otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
      health: { isReady: async () => true, listMissing: async () => [] },
    });
    mountRoutes(fastify, paymentRoutes(app), {
      cookie: http.cookie,
      findUser: async () => ({ ...shop.user, isProven: true }),
    });
    for (const [kind, type] of [
      ['pdf', 'application/pdf'],
      ['xml', 'application/xml; charset=utf-8'],
    ]) {
      const request = { url: `/api/invoices/${id}/${kind}`, headers: { host: '127.0.0.1', cookie: 'sid=a' } };
      const { statusCode, headers } = await fastify.inject(request);
      deepEqual(
        [statusCode, headers['cache-control'], headers['content-type']],
        [200, 'private, no-store', type],
      );
    }
    await fastify.close();
  });

  it('are in the archive of their buyer’s data, in a folder of their own', async () => {
    const buyer = await t.newUser();
    const { id, number } = await shop.only(await shop.paidOrder('basic', buyer));
    await makeInvoiceFiles(app);
    const code = String(number).padStart(4, '0');
    deepEqual(
      (await exportedFiles(app, buyer.id)).map(({ key, name }) => [key, name]),
      (['pdf', 'xml'] as const).map((kind) => [invoiceKey(id, kind), `facturi/Factura-FTL${code}.${kind}`]),
    );
    const rows: { id: string }[] = JSON.parse(await exportTable(app, 'invoices', buyer.id));
    deepEqual(
      rows.map((row) => row.id),
      [id],
    );
  });

  it('go with the receipt, which waits for them some minutes', async () => {
    const orderId = await shop.paidOrder();
    const waiting = async (now = new Date()) =>
      (await unnotifiedPurchases(app.db, now)).some(({ order_id }) => order_id === orderId);
    equal(await waiting(), false);
    equal(await waiting(new Date(Date.now() + 11 * 60_000)), true);
    const { id } = await shop.only(orderId);
    await makeInvoiceFiles(app);
    equal(await waiting(), true);
    const mail = await purchaseReceiptMail(app, { data: { orderId } } as never);
    const [invoice] = mail?.attachments ?? [];
    notEqual(invoice, undefined);
    match(invoice?.name ?? '', /^Factura-FTL\d{4}\.pdf$/);
    equal(sha256(invoice?.bytes ?? null), sha256(await app.files.readWhole(invoiceKey(id, 'pdf'))));
    match(mail?.text ?? '', /Alăturat: Factura-FTL\d{4}\.pdf/);
  });

  it('that cannot be made leave what was bought and the files of others alone; admins are told, once a day', async () => {
    const outbox = await testOutbox(app);
    // A record that RO e-Factura refuses: in București it takes sectors alone.
    const operator = { ...SELLER, county: 'B', city: 'București' } as const;
    const odd = planShop({ ...t, app: { ...outbox.app, operator } });
    const buyer = await t.newUser();
    const [broken, whole] = [await shop.liveOrder(shop.starter, buyer), await shop.liveOrder()];
    await odd.pay(broken);
    await shop.shop.pay(whole);
    const quiet = { ...outbox.app, log: { ...app.log, error: () => {} } };
    const attempt = () => rejects(makeInvoiceFiles(quiet), /were not made/);
    const told = async () => {
      await outbox.deliver();
      return (await outbox.mailsTo(SELLER.email)).filter(({ subject }) => /fără PDF/.test(subject));
    };
    await attempt();
    const [bad, good] = [await shop.only(broken), await shop.only(whole)];
    deepEqual(
      [bad, good].map((row) => [row.pdf_sha256 !== null, row.xml_sha256 !== null]),
      [
        [true, false],
        [true, true],
      ],
    );
    const { rows } = await sql<{ remaining: number }>`
      select remaining::int from credit_grants where ref = ${broken}`.execute(app.db);
    deepEqual(rows, [{ remaining: 10 }]);
    deepEqual(await told(), []);
    t.advance(11 * 60_000);
    await attempt();
    await attempt();
    const [mail, ...more] = await told();
    deepEqual(more, []);
    equal(mail?.subject, '1 document fără PDF sau e-Factura');
    ok(mail?.text.includes(invoiceName(bad)) && !mail.text.includes(invoiceName(good)));
    // Past the first hour it is tried on the hour alone, for a month.
    const toMinute = (minute: number) =>
      t.advance(((60 + minute - app.now().getUTCMinutes()) % 60) * 60_000 + DAY_MS);
    toMinute(1);
    await makeInvoiceFiles(quiet);
    equal((await told()).length, 1);
    toMinute(0);
    await attempt();
    equal((await told()).length, 2);
    t.advance(31 * DAY_MS);
    await makeInvoiceFiles(quiet);
    await outbox.close();
  });
});
