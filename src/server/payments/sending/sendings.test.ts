import { deepEqual, equal, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import type { App } from '#server/app.ts';
import { deleteOldBilling } from '#server/payments/checkout/delete-old-billing.ts';
import { listHandIns } from '#server/payments/hand-in/hand-ins-view.ts';
import { markHandedIn } from '#server/payments/hand-in/mark-handed-in.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import { findSignedFile, sendAgain, sendFromBefore } from '#server/payments/sending/send-again.ts';
import { sendDocuments } from '#server/payments/sending/send-documents.ts';
import { lockOrder } from '#server/payments/store/order-store.ts';
import { findSending } from '#server/payments/store/sending-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { handInShop } from '#testing/shop/hand-in-shop.ts';

const admin = { id: 'usr_admin', role: 'admin', sessionId: 'ses' } as const;
const reason = 'Încărcată în SPV';

describe('the sendings of documents to ANAF', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof handInShop>>;
  let off: App;
  before(async () => {
    t = await testApp();
    own = await handInShop({ ...t, app: { ...t.app, eFactura: 'live' } }, '2026-11-20T00:00:00Z');
    off = { ...own.app, eFactura: 'off' };
  });
  after(() => t.close());

  const rows = async () =>
    own.app.db
      .selectFrom('efactura_sendings')
      .select(['invoice_id', 'state', 'waits_for'])
      .orderBy('released_at')
      .execute();
  const brokenRule = async (pattern: RegExp) => {
    const [, query = ''] = Object.entries(CHECKS).find(([rule]) => pattern.test(rule)) ?? [];
    return (await sql<{ id: string }>`select id from (${sql.raw(query)}) b`.execute(own.app.db)).rows.length;
  };

  it('are written with real documents, a storno’s after its invoice’s, and with no trial', async () => {
    const invoice = await own.invoice('2026-11-27T10:00:00Z');
    await own.trial('2026-11-27T11:00:00Z');
    const storno = await own.storno(invoice);
    deepEqual(await rows(), [
      { invoice_id: invoice.id, state: 'waiting', waits_for: null },
      { invoice_id: storno.id, state: 'waiting', waits_for: invoice.id },
    ]);
    equal((await own.app.db.selectFrom('invoices').select('id').execute()).length, 3);
  });

  it('are gone with a transaction that is thrown away', async () => {
    const [{ invoice_id: id } = { invoice_id: '' }] = await rows();
    const invoice = await own.app.db
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const attempt = own.app.change(async (unit) => {
      const order = await lockOrder(unit.tx, invoice.order_id);
      await issueStorno(unit, own.app, {
        order,
        amountBani: 100,
        cause: 'outside',
        refundId: null,
        reason: 'x',
        isPaid: true,
      });
      throw new Error('thrown away');
    });
    await rejects(attempt, /thrown away/);
    equal((await rows()).length, 2);
  });

  it('are not written while nothing is sent, and the job does nothing then', async () => {
    const quiet = await handInShop({ ...t, app: { ...t.app, eFactura: 'export' } }, '2026-11-20T00:00:00Z');
    await quiet.invoice('2026-11-28T10:00:00Z');
    await sendDocuments(off);
    await sendDocuments(own.app);
    equal((await rows()).length, 2);
    await rejects(sendFromBefore(off, admin, { reason, key: 'press-0009' }), /hand-in-off/);
    await rejects(sendFromBefore(own.app, admin, { reason, key: 'press-0009' }), /hand-in-off/);
    const { documents } = await listHandIns(own.app, {});
    deepEqual(
      documents.map(({ name, sending }) => [name, sending?.state]),
      [
        // No time of sending has begun: nothing goes by itself.
        ['FTL0001', 'unconnected'],
        ['FTL0002', 'unconnected'],
        ['FTL0003', 'unconnected'],
      ],
    );
  });

  it('of documents that are under way refuse a mark, and wait for a press only where ANAF rejected', async () => {
    const [{ invoice_id: invoiceId } = { invoice_id: '' }] = await rows();
    const asked = { invoiceId, index: '7', reason, key: 'press-0001' };
    const set = (text: string) =>
      sql`update efactura_sendings set ${sql.raw(text)} where invoice_id = ${invoiceId}`.execute(own.app.db);
    await set(
      `state = 'sent', upload_index = '5', uploads = 1, started_at = now(), xml_sha256 = repeat('a', 64)`,
    );
    await rejects(markHandedIn(own.app, admin, asked), /already-sending/);
    await rejects(sendAgain(own.app, admin, { invoiceId, reason, key: 'press-0002' }), /not-rejected/);
    await rejects(sendAgain(off, admin, { invoiceId, reason, key: 'press-0003' }), /hand-in-off/);
    equal(await brokenRule(/what was sent is the file/), 1);
    await set(`state = 'rejected', next_at = null, errors = 'Judetul lipseste'`);
    const pressed = { invoiceId, reason, key: 'press-0004' };
    await sendAgain(own.app, admin, pressed);
    await sendAgain(own.app, admin, pressed);
    equal((await findSending(own.app.db, invoiceId))?.state, 'waiting');
    // Rejected once more: a press that comes again late is no new one, be it the last one or any before.
    const reject = () => set(`state = 'rejected', next_at = null, errors = 'Judetul lipseste'`);
    const later = { ...pressed, key: 'press-0005' };
    await reject();
    await sendAgain(own.app, admin, pressed);
    equal((await findSending(own.app.db, invoiceId))?.state, 'rejected');
    await sendAgain(own.app, admin, later);
    equal((await findSending(own.app.db, invoiceId))?.state, 'waiting');
    await reject();
    for (const each of [pressed, later]) await sendAgain(own.app, admin, each);
    equal((await findSending(own.app.db, invoiceId))?.state, 'rejected');
    await set(`state = 'waiting', next_at = now(), errors = null`);
    const acts = await own.app.db.selectFrom('admin_acts').select('kind').execute();
    deepEqual(acts, [{ kind: 'sent-again' }, { kind: 'sent-again' }]);
    await markHandedIn(own.app, admin, asked);
  });

  it('are never deleted, nor moved to another place', async () => {
    const run = (text: string) => sql.raw(text).execute(own.app.db);
    await rejects(run('delete from efactura_sendings'), /append-only/);
    await rejects(run('truncate efactura_sendings'), /append-only/);
    await rejects(run(`update efactura_sendings set base = 'test'`), /one place/);
    await rejects(run(`update efactura_sendings set state = 'accepted'`), /check constraint/);
    const trial = `insert into efactura_sendings (invoice_id, base, released_at, next_at)
      select id, 'live', now(), now() from invoices where mode <> 'live'`;
    await rejects(run(trial), /no document for live/);
  });

  it('that are missing an hour later are found by verify', async () => {
    await sql`insert into efactura_periods (base, began_at) values ('live', '2026-11-01')`.execute(
      own.app.db,
    );
    await sql`alter table invoices disable trigger user`.execute(own.app.db);
    await sql`update invoices set created_at = '2026-11-02' where number = 3 and mode = 'live'`.execute(
      own.app.db,
    );
    await sql`alter table invoices enable trigger user`.execute(own.app.db);
    equal(await brokenRule(/issued since sending began/), 1);
  });

  it('lose their words and their signed file with the years of the books', async () => {
    const [, { invoice_id: id } = { invoice_id: '' }] = await rows();
    await sql`update efactura_sendings set state = 'accepted', upload_index = '8', download_id = '9', uploads = 1,
      accepted_at = now(), zip = 'kept', zip_sha256 = repeat('b', 64), next_at = null where invoice_id = ${id}`.execute(
      own.app.db,
    );
    await sql`insert into efactura_messages (base, download_id, kind, upload_index, type, details, created_at)
      values ('live', '10', 'R', '8', 'MESAJ', 'Nu am comandat', now())`.execute(own.app.db);
    equal((await findSignedFile(own.app, id)).mediaType, 'application/zip');
    await deleteOldBilling(own.at('2036-01-01T10:00:00Z'));
    await rejects(findSignedFile(own.app, id), /invoice-not-found/);
    deepEqual(await own.app.db.selectFrom('efactura_messages').select('details').execute(), [
      { details: '' },
    ]);
  });
});
