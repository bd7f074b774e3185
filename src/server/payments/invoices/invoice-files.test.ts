import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { checkEInvoice } from '#domain/invoices/e-invoice/check/check.ts';
import { verify } from '#server/admin/verify/verify.ts';
import type { App, User } from '#server/app.ts';
import { findInvoiceFile } from '#server/payments/invoices/invoice-files-view.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { purchaseReceiptMail } from '#server/payments/mails/mails.ts';
import { unnotifiedPurchases } from '#server/payments/mails/receipts-view.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { invoiceShop } from '#testing/shop/invoice-shop.ts';

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
    deepEqual(await verify(app, { orphanGraceMs: 0, deep: true }), []);
  });

  it('that are lost, or are not what they were, are found by the check', async () => {
    const { id } = await shop.only(await shop.paidOrder());
    await makeInvoiceFiles(app);
    const pdf = (await app.files.readWhole(invoiceKey(id, 'pdf'))) ?? Buffer.alloc(0);
    await app.files.remove([invoiceKey(id, 'pdf')]);
    const broken = await verify(app, { orphanGraceMs: 0, deep: true });
    ok(
      broken.some(({ rows }) => rows.some((row) => row.includes(invoiceKey(id, 'pdf')))),
      JSON.stringify(broken),
    );
    const path = app.files.temporaryPath();
    await writeFile(path, pdf, { flush: true });
    await app.files.keep(path, invoiceKey(id, 'pdf'));
    deepEqual(await verify(app, { orphanGraceMs: 0, deep: true }), []);
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
});
