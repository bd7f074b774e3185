import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { brokenRows, CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import type { App } from '#server/app.ts';
import { openBook } from '#server/payments/books/book-files.ts';
import { openHandIns } from '#server/payments/hand-in/hand-in-files.ts';
import { insertMarks, listMarks, lockHandIns } from '#server/payments/hand-in/hand-in-store.ts';
import { listHandIns } from '#server/payments/hand-in/hand-ins-view.ts';
import { markHandedIn, markHandedInBefore, undoHandIn } from '#server/payments/hand-in/mark-handed-in.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { findInvoice, type InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { readZip } from '#testing/files/zip.ts';
import { handInShop } from '#testing/shop/hand-in-shop.ts';

const why = { reason: 'Încărcată în SPV' };
const admin = { id: 'usr_admin', role: 'admin', sessionId: 'ses' } as const;
const other = { ...admin, id: 'usr_other' };
let presses = 0;
function press(): string {
  presses += 1;
  return `press-${String(presses).padStart(4, '0')}`;
}
const rule = Object.entries(CHECKS).find(([name]) => name.startsWith('a mark of a hand-in'))?.[1] ?? '';

describe('documents to be handed in', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof handInShop>>;
  let app: App;
  let old: InvoiceRow;
  let oldStorno: InvoiceRow;
  let trial: InvoiceRow;
  let first: InvoiceRow;
  let second: InvoiceRow;
  const namesOf = async (list: 'due' | 'before' | 'handed-in', by = app) =>
    (await listHandIns(by, { list })).documents.map(({ name }) => name);
  const kindsOf = async ({ id }: InvoiceRow) => (await listMarks(app.db, id)).map(({ kind }) => kind);
  const acts = async () => {
    const rows = await app.db.selectFrom('admin_acts').select(['kind', 'details']).orderBy('id').execute();
    return rows.map(({ kind }) => kind);
  };

  before(async () => {
    t = await testApp();
    own = await handInShop(t, '2026-11-20T00:00:00Z');
    ({ app } = own);
    old = await own.invoice('2026-10-05T10:00:00Z');
    oldStorno = await own.storno(old);
    // A Friday; 30 November and 1 December are holidays.
    first = await own.invoice('2026-11-27T10:00:00Z');
    trial = await own.trial('2026-11-27T11:00:00Z');
    // In Bucharest it is the 3rd.
    second = await own.invoice('2026-12-02T22:30:00Z');
  });
  after(() => t.close());

  it('are real ones, those from before the list apart, and none while the mode is off', async () => {
    deepEqual(await namesOf('due'), ['FTL0003', 'FTL0004']);
    deepEqual(await namesOf('before'), ['FTL0001', 'FTL0002']);
    deepEqual(await namesOf('handed-in'), []);
    const { counts } = await listHandIns(app, {});
    deepEqual(counts, { due: 2, overdue: 0, before: 2, handedIn: 0, trials: 0 });
    const off: App = { ...app, eFactura: 'off' };
    for (const list of ['due', 'before', 'handed-in'] as const) deepEqual(await namesOf(list, off), []);
    const mark = { invoiceId: first.id, index: '3828', ...why, key: press() };
    for (const attempt of [
      () => markHandedIn(off, admin, mark),
      () => undoHandIn(off, admin, mark),
      () => markHandedInBefore(off, admin, { ...why, key: press() }),
    ])
      await rejects(attempt(), { code: 'payments/hand-in-off' });
    await rejects(openHandIns(off, 'due'), { code: 'http/not-found' });
  });

  it('stand with their last day and the working days left, and are overdue from the day after', async () => {
    const seen = async (at: string) => {
      const { documents, counts } = await listHandIns(own.at(at), {});
      return [...documents.map(({ lastDay, daysLeft }) => [lastDay, daysLeft]), counts.overdue];
    };
    deepEqual(await seen('2026-12-02T23:00:00Z'), [['2026-12-08', 3], ['2026-12-10', 5], 0]);
    deepEqual(await seen('2026-12-08T21:59:00Z'), [['2026-12-08', 0], ['2026-12-10', 2], 0]);
    deepEqual(await seen('2026-12-08T22:00:00Z'), [['2026-12-08', null], ['2026-12-10', 1], 1]);
    deepEqual(await seen('2026-12-12T10:00:00Z'), [['2026-12-08', null], ['2026-12-10', null], 2]);
    equal((await listHandIns(own.at('2026-12-12T10:00:00Z'), {})).unknownYear, null);
    equal((await listHandIns(own.at('2028-12-29T10:00:00Z'), {})).unknownYear, '2029');
  });

  it('come as a ZIP of their official files, just as they are stored', async () => {
    const entries = async (list: 'due' | 'before') => {
      const { fileName, body } = await openHandIns(app, list);
      return { fileName, entries: readZip(await buffer(body)) };
    };
    const day = '2026-12-03';
    deepEqual(await entries('due'), { fileName: `De-predat-${day}-incomplet.zip`, entries: [] });
    await makeInvoiceFiles(app, { invoiceId: first.id });
    await makeInvoiceFiles(app, { invoiceId: second.id });
    await makeInvoiceFiles(app, { invoiceId: oldStorno.id });
    const due = await entries('due');
    equal(due.fileName, `De-predat-${day}.zip`);
    deepEqual(
      due.entries.map(({ name }) => name),
      ['Factura-FTL0003.xml', 'Factura-FTL0004.xml'],
    );
    const hashes = due.entries.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
    const rows = await Promise.all([first, second].map(({ id }) => findInvoice(app.db, id)));
    deepEqual(
      hashes,
      rows.map((row) => row?.xml_sha256),
    );
    const before = await entries('before');
    equal(before.fileName, `Dinaintea-listei-${day}-incomplet.zip`);
    deepEqual(
      before.entries.map(({ name }) => name),
      ['Storno-FTL0002.xml'],
    );
  });

  it('are marked once by a press that is sent twice, and by two admins with the same index', async () => {
    const mark = { invoiceId: first.id, index: '3828', ...why, key: press() };
    await Promise.all([markHandedIn(app, admin, mark), markHandedIn(app, admin, mark)]);
    await markHandedIn(app, other, { ...mark, key: press() });
    deepEqual(await kindsOf(first), ['handed-in']);
    deepEqual(await acts(), ['handed-in']);
    deepEqual([await namesOf('due'), await namesOf('handed-in')], [['FTL0004'], ['FTL0003']]);
    const [document] = (await listHandIns(app, { list: 'handed-in' })).documents;
    deepEqual([document?.mark?.index, document?.mark?.reason], ['3828', why.reason]);
    await rejects(markHandedIn(app, other, { ...mark, index: '3829', key: press() }), {
      code: 'payments/already-handed-in',
    });
  });

  it('come back when the mark is undone, which a late copy of the first press does not change', async () => {
    const undo = { invoiceId: first.id, reason: 'Era alt document', key: press() };
    await Promise.all([undoHandIn(app, admin, undo), undoHandIn(app, admin, undo)]);
    deepEqual(await namesOf('due'), ['FTL0003', 'FTL0004']);
    await rejects(undoHandIn(app, other, { ...undo, key: press() }), { code: 'payments/not-handed-in' });
    const [made] = await listMarks(app.db, first.id);
    ok(made);
    await markHandedIn(app, admin, { invoiceId: first.id, index: '3828', ...why, key: made.request_key });
    deepEqual(await kindsOf(first), ['handed-in', 'undone']);
    await markHandedIn(app, admin, { invoiceId: first.id, index: '4001', ...why, key: press() });
    deepEqual(await kindsOf(first), ['handed-in', 'undone', 'handed-in']);
    equal((await listHandIns(app, { list: 'handed-in' })).documents[0]?.mark?.index, '4001');
  });

  it('take the word of one of two admins who say different things at once', async () => {
    const said = ['5001', '5002'].map((index, i) =>
      markHandedIn(app, [admin, other][i] ?? admin, { invoiceId: second.id, index, ...why, key: press() }),
    );
    const outcomes = (await Promise.allSettled(said)).map(({ status }) => status);
    deepEqual(outcomes.sort(), ['fulfilled', 'rejected']);
    deepEqual(await kindsOf(second), ['handed-in']);
    deepEqual(await namesOf('due'), []);
    await rejects(openHandIns(app, 'due'), { code: 'http/not-found' });
  });

  it('from before the list are marked together, chosen ones or all, and no others with them', async () => {
    const bulk = { reason: 'Predate de contabil', key: press() };
    for (const invoiceIds of [[second.id], [old.id, first.id], [trial.id], ['inv_nothere']])
      await rejects(markHandedInBefore(app, admin, { ...bulk, invoiceIds }), {
        code: 'payments/invoice-not-found',
      });
    await rejects(markHandedIn(app, admin, { invoiceId: trial.id, index: '1', ...bulk }), {
      code: 'payments/invoice-not-found',
    });
    deepEqual(await namesOf('before'), ['FTL0001', 'FTL0002']);
    const chosen = { ...bulk, invoiceIds: [old.id, old.id] };
    deepEqual(await markHandedInBefore(app, admin, chosen), { marked: 1 });
    deepEqual(await markHandedInBefore(app, admin, chosen), { marked: 0 });
    const all = { ...bulk, key: press() };
    const twice = await Promise.all([
      markHandedInBefore(app, admin, all),
      markHandedInBefore(app, admin, all),
    ]);
    deepEqual(twice.map(({ marked }) => marked).sort(), [0, 1]);
    deepEqual(await namesOf('before'), []);
    await undoHandIn(app, admin, { invoiceId: old.id, reason: 'Nu era', key: press() });
    deepEqual(await markHandedInBefore(app, admin, chosen), { marked: 0 });
    deepEqual(await namesOf('before'), ['FTL0001']);
    equal((await acts()).filter((kind) => kind === 'handed-in-before').length, 2);
  });

  it('stand in the journal with day and index, and empty while they are not handed in', async () => {
    const journal = async (month: string) =>
      (await text((await openBook(app, { month, file: 'journal' })).body))
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(';').slice(-2).join(';'));
    deepEqual(await journal('2026-10'), ['stare e-Factura;index', ';', 'predat 2026-12-03;']);
    deepEqual((await journal('2026-11'))[1], 'predată 2026-12-03;4001');
    match((await journal('2026-12'))[1] ?? '', /^predată 2026-12-03;500[12]$/);
  });

  it('keep marks that nothing changes or deletes, of real documents alone', async () => {
    const run = (statement: string) => sql.raw(statement).execute(app.db);
    for (const statement of [
      `update hand_in_marks set anaf_index = '1'`,
      'delete from hand_in_marks',
      'truncate hand_in_marks',
      'update hand_in_start set began_at = now()',
      'delete from hand_in_start',
      'truncate hand_in_reminders',
    ])
      await rejects(run(statement), /is append-only/, statement);
    const insert = (id: string, mark: { position: number; index?: string }) =>
      sql`
      insert into hand_in_marks values
        (${id}, ${mark.position}, 'handed-in', ${mark.index ?? null}, 'motiv', 'usr_x', ${press()}, now())`.execute(
        app.db,
      );
    await rejects(insert(trial.id, { position: 1 }), /no real document/);
    await rejects(insert('inv_nothere', { position: 1 }), /no real document/);
    await rejects(insert(second.id, { position: 3 }), /not its next/);
    await rejects(insert(second.id, { position: 2 }), /check constraint/);
    await rejects(insert(old.id, { position: 3, index: '12a' }), /check constraint/);
    await rejects(run('insert into hand_in_start values (true, now())'), /duplicate key/);
    deepEqual(await brokenRows(app.db, rule), []);
  });

  it('are named by the check of the books where marks were tampered with', async () => {
    await app.db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table hand_in_marks disable trigger user`.execute(tx);
        await sql`insert into hand_in_marks values
          (${trial.id}, 1, 'handed-in', null, 'motiv', 'usr_x', 'key', now()),
          (${second.id}, 3, 'handed-in', null, 'motiv', 'usr_x', 'key', now())`.execute(tx);
        const { rows } = await sql<{ id: string }>`select id from (${sql.raw(rule)}) broken`.execute(tx);
        deepEqual(rows.map(({ id }) => id).sort(), [trial.id, second.id].sort());
        throw new Error('taken back');
      })
      .catch((error: Error) => equal(error.message, 'taken back'));
  });

  it('are those of a seller exempt from VAT too, with their file', async () => {
    const exempt = { payerFrom: null, isCash: false, rates: [] };
    const shop = await handInShop({ ...t, app: { ...t.app, vat: exempt } }, '2026-11-20T00:00:00Z');
    const invoice = await shop.invoice('2026-12-03T11:00:00Z');
    equal(invoice.vat_percent, null);
    await makeInvoiceFiles(shop.app, { invoiceId: invoice.id });
    const [document] = (await listHandIns(app, {})).documents;
    deepEqual([document?.id, document?.hasXml, document?.lastDay], [invoice.id, true, '2026-12-10']);
    await markHandedIn(app, admin, { invoiceId: invoice.id, index: '6001', ...why, key: press() });
  });

  it('never keep a sale waiting: a storno is issued while its invoice is being marked', async () => {
    const sold = await own.invoice('2026-12-04T10:00:00Z');
    await app.change(async ({ tx }) => {
      await lockHandIns(tx);
      const facts = { kind: 'handed-in', index: '77', ...why, by: admin.id } as const;
      await insertMarks(tx, [sold.id], { ...facts, key: press(), at: app.now() });
      const storno = await own.storno(sold);
      equal(storno.corrects, sold.id);
    });
    deepEqual(await namesOf('due'), ['FTL0007']);
  });
});
