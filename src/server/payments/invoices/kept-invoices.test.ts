import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import { dumpDatabase, loadDatabase } from '#server/adapters/database/dump.ts';
import { startQueue } from '#server/adapters/queue/pg-boss.ts';
import { brokenRows, CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import type { App, Db } from '#server/app.ts';
import { listPackages } from '#server/payments/catalog/packages.ts';
import { deleteOldBilling } from '#server/payments/checkout/delete-old-billing.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import {
  type InvoiceRow,
  keepFileHash,
  listOrderInvoices,
  takeNumber,
} from '#server/payments/store/invoice-store.ts';
import { lockOrder } from '#server/payments/store/order-store.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { invoiceShop } from '#testing/shop/invoice-shop.ts';
import { planShop } from '#testing/shop/plan-shop.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

const RULES = Object.entries(CHECKS).filter(([rule]) => /invoice|storno|documents/.test(rule));

describe('invoices that are kept', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof invoiceShop>>;
  let app: App;
  before(async () => {
    t = await testApp();
    own = await invoiceShop(t);
    ({ app } = own);
  });
  after(() => t.close());

  describe('refused by the database', () => {
    let row: InvoiceRow;
    before(async () => {
      row = await own.only(await own.paidOrder());
    });
    const run = (text: string) => sql.raw(text).execute(app.db);

    it('any change of a fact, deletion and emptying', async () => {
      const { rows: columns } = await sql<{ name: string; type: string }>`
        select attname as name, atttypid::regtype::text as type from pg_attribute
        where attrelid = 'invoices'::regclass and attnum > 0 and not attisdropped
          and attname not in ('pdf_sha256', 'xml_sha256', 'snapshot', 'forgotten_at')`.execute(app.db);
      const others: Record<string, string> = {
        text: `'simulator'`,
        bigint: '77',
        integer: '19',
        date: `date '2020-01-01'`,
        'timestamp with time zone': `now() + interval '1 day'`,
        boolean: 'true',
      };
      ok(columns.length > 15);
      for (const { name, type } of columns)
        await rejects(
          run(`update invoices set ${name} = ${others[type]} where id = '${row.id}'`),
          /an invoice never changes/,
          name,
        );
      for (const change of [`snapshot = snapshot || '{"item": "Altceva"}'`, `forgotten_at = now()`])
        await rejects(
          run(`update invoices set ${change} where id = '${row.id}'`),
          /never changes|years of the books/,
        );
      for (const table of ['invoices', 'invoice_series']) {
        await rejects(run(`delete from ${table}`), /append-only/);
        await rejects(run(`truncate ${table} cascade`), /append-only/);
      }
      await rejects(run(`update invoice_series set next = next + 2`), /only counts on/);
      await rejects(run(`update invoice_series set next = next - 1`), /only counts on/);
    });

    it('another hash where a file has one', async () => {
      const [one, two] = ['a'.repeat(64), 'b'.repeat(64)];
      const keep = (kind: 'pdf' | 'xml', sha256: string) =>
        app.change(({ tx }) => keepFileHash(tx, row.id, { kind, sha256 }));
      await keep('pdf', one);
      await keep('pdf', one);
      await keep('xml', two);
      await rejects(keep('pdf', two), /never changes/);
    });

    const copy = (changes: string, number = 'null') =>
      app.change(async ({ tx }) => {
        const taken = number === 'null' ? await takeNumber(tx, { series: 'FTL', first: 1 }) : Number(number);
        await sql`
          insert into invoices select (jsonb_populate_record(null::invoices, to_jsonb(i) || jsonb_build_object('id', 'inv_copy', 'number', ${taken}::bigint,
            'pdf_sha256', null, 'xml_sha256', null) || ${changes}::jsonb)).* from invoices i where id = ${row.id}`.execute(
          tx,
        );
      });

    it('a second invoice of an order, a number that was not taken, real ones in PROBA', async () => {
      await rejects(copy('{}'), /invoices_once/);
      await rejects(copy('{}', '900'), /not the one just taken/);
      await rejects(copy('{"mode": "sandbox"}'), /check constraint/);
    });

    it('stornos above their invoice, in net or in tax, and one of another order', async () => {
      const storno = { kind: 'storno', cause: 'outside', corrects: row.id };
      const of = (net_bani: number, vat_bani: number) =>
        JSON.stringify({ ...storno, net_bani, vat_bani, gross_bani: net_bani + vat_bani });
      await rejects(copy(of(-4132, -869)), /exceed it/);
      await rejects(copy(of(-4133, -867)), /exceed it/);
      await rejects(copy(of(1, 0)), /check constraint/);
      const other = await own.paidOrder();
      await rejects(
        copy(JSON.stringify({ ...JSON.parse(of(-1, 0)), order_id: other })),
        /of another kind, order/,
      );
      await rejects(copy(JSON.stringify({ cause: 'mended', replaces: row.id })), /before it was taken back/);
    });

    it('an invoice in the place of one that was taken back, if the order’s documents came to more than was paid', async () => {
      const orderId = await own.paidOrder();
      const [first] = await own.documents(orderId);
      await own.shop.moneyBack(orderId);
      await app.change(async (unit) =>
        issueStorno(unit, app, {
          ...{ amountBani: 5000, cause: 'outside', refundId: null, isPaid: true },
          order: await lockOrder(unit.tx, orderId),
          reason: 'Plata a fost returnată cumpărătorului',
        }),
      );
      const again = { cause: 'mended', replaces: first?.id, order_id: orderId };
      const above = JSON.stringify({ ...again, net_bani: 4133, vat_bani: 868, gross_bani: 5001 });
      await rejects(copy(above), /exceed what was paid/);
    });

    it('and what it refused has left no hole in the numbers', async () => {
      const { rows } = await sql<{ n: number; last: number; next: number }>`
        select count(*)::int as n, max(number) as last, (select next from invoice_series where series = 'FTL') as next
        from invoices where series = 'FTL'`.execute(app.db);
      deepEqual([rows[0]?.n, rows[0]?.next], [rows[0]?.last, (rows[0]?.last ?? 0) + 1]);
    });
  });

  it('are in a backup, and a database restored from it keeps and checks them', async () => {
    const folder = await makeTemporaryFolder();
    const restored = await testDatabase();
    try {
      await (await startQueue(t.databaseUrl, [], { log: app.log, isWorker: false })).stop();
      const dump = await dumpDatabase(t.databaseUrl, folder.path, []);
      await loadDatabase(restored.url, folder.path, dump);
      const all = (db: Db) => db.selectFrom('invoices').selectAll().orderBy('number').execute();
      deepEqual(await all(restored.db), await all(app.db));
      for (const [rule, query] of RULES) deepEqual(await brokenRows(restored.db, query), [], rule);
      await rejects(sql`delete from invoices`.execute(restored.db), /append-only/);
      // What verify finds once the triggers are switched off.
      await sql`alter table invoices disable trigger user`.execute(restored.db);
      await sql`delete from invoices where number = 1`.execute(restored.db);
      await sql`update invoices set gross_bani = gross_bani - 1, net_bani = net_bani - 1 where number = 2`.execute(
        restored.db,
      );
      const broken = [];
      for (const [rule, query] of RULES)
        if ((await brokenRows(restored.db, query)).length > 0) broken.push(rule);
      deepEqual(broken, [
        'a paid order has one invoice of what it cost, and nothing else has',
        'the invoices of a series are numbered from its first without gap or double',
        'an invoice says in its snapshot what its row says',
      ]);
    } finally {
      await restored.close();
      await folder.remove();
    }
  });

  it('the buyer goes when the years of the books are over; series, number, date and sums stay', async () => {
    const other = await testApp();
    try {
      const [bare, buyer] = [planShop(other), await other.newUser()];
      const [first] = await listPackages(other.app);
      const orderId = await bare.order(buyer, first?.id ?? '');
      await bare.pay(orderId);
      await makeInvoiceFiles(other.app);
      const read = async () => (await listOrderInvoices(other.app.db, orderId))[0];
      const before = await read();
      const pdf = invoiceKey(before?.id ?? '', 'pdf');
      ok(await other.app.files.readWhole(pdf));
      other.advance(6.4 * 365 * DAY_MS);
      await deleteOldBilling(other.app);
      equal(await other.app.files.readWhole(pdf), null);
      const after = await read();
      deepEqual([after?.pdf_sha256, after?.xml_sha256], [null, null]);
      deepEqual(
        [before?.snapshot.buyer?.kind, after?.snapshot.buyer, after?.snapshot.reason],
        ['person', null, null],
      );
      match(JSON.stringify(after?.snapshot), /"grossBani":5000|"netBani"/);
      deepEqual(
        [after?.number, after?.gross_bani, after?.issued_on],
        [before?.number, before?.gross_bani, before?.issued_on],
      );
    } finally {
      await other.close();
    }
  });
});
