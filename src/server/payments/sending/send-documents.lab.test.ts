import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import { listHandIns } from '#server/payments/hand-in/hand-ins-view.ts';
import { markHandedIn, undoHandIn } from '#server/payments/hand-in/mark-handed-in.ts';
import { keepPeriod } from '#server/payments/sending/keep-period.ts';
import { sendAgain, sendFromBefore } from '#server/payments/sending/send-again.ts';
import { sendDocuments } from '#server/payments/sending/send-documents.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { signedKey } from '#server/photos/file-keys.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testOutbox } from '#testing/mail/outbox.ts';
import { anafShop } from '#testing/shop/anaf-shop.ts';
import { SELLER } from '#testing/shop/invoice-shop.ts';

const admin = { id: 'usr_admin', role: 'admin', sessionId: 'ses' } as const;
const reason = 'Încărcată în SPV';
let presses = 0;
const press = () => {
  presses += 1;
  return { reason, key: `press-${String(presses).padStart(4, '0')}` };
};

describe('documents on their way to ANAF', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof anafShop>>;
  before(async () => {
    t = await testApp();
    own = await anafShop(t);
    own.goTo('2026-12-01T08:00:00Z');
    await own.meetClocks();
  });
  after(async () => {
    await own.close();
    await t.close();
  });
  beforeEach(async () => {
    await own.setFaults({});
  });

  const isBroken = async () => {
    const broken: string[] = [];
    for (const [rule, query] of Object.entries(CHECKS).filter(([name]) => /sent|hand/.test(name)))
      if ((await sql`select * from (${sql.raw(query)}) b`.execute(own.app.db)).rows.length) broken.push(rule);
    return broken;
  };
  const arrivalsOf = async (document: InvoiceRow) => {
    const { xml_sha256: sha } = await own.app.db
      .selectFrom('invoices')
      .select('xml_sha256')
      .where('id', '=', document.id)
      .executeTakeFirstOrThrow();
    return (await own.office()).arrivals.filter(({ sha256 }) => sha256 === sha).length;
  };

  it('wait, and nothing is called, until an admin connects; those from before go at a press alone', async () => {
    const early = await own.issue();
    await own.run(2);
    deepEqual(await own.rows().then((rows) => rows.map(({ state }) => state)), ['waiting']);
    equal((await own.office()).calls.length, 0);
    await own.connect();
    await own.run(3);
    equal(await own.stateOf(early), 'waiting');
    equal((await own.office()).arrivals.length, 0);
    const { counts, sendings, documents } = await listHandIns(own.app, {});
    deepEqual([counts.due, sendings.unsent, documents[0]?.sending?.state], [1, 1, 'before']);
    const asked = press();
    for (const each of [asked, asked]) deepEqual(await sendFromBefore(own.app, admin, each), { released: 1 });
    deepEqual(await sendFromBefore(own.app, admin, press()), { released: 0 });
    await own.run(5);
    equal(await own.stateOf(early), 'accepted');
  });

  it('that are issued seconds after connecting go by themselves, before the job has run', async () => {
    await sql`delete from efactura_periods`.execute(own.app.db);
    const early = await own.issue();
    await own.connect();
    const first = await own.issue();
    const { documents } = await listHandIns(own.app, {});
    deepEqual(
      [early, first].map(({ id }) => documents.find((each) => each.id === id)?.sending?.state),
      ['before', 'waiting'],
    );
    await markHandedIn(own.app, admin, { invoiceId: early.id, index: '76', ...press() });
    await own.run(6);
    deepEqual([await own.stateOf(early), await own.stateOf(first)], ['waiting', 'accepted']);
  });

  it('are accepted, with the file that ANAF signed, and are no more to be handed in', async () => {
    const invoice = await own.issue();
    equal(await own.stateOf(invoice), 'waiting');
    await own.run(5);
    const [row] = (await own.rows()).filter(({ invoice_id: id }) => id === invoice.id);
    deepEqual([row?.state, row?.zip, row?.uploads, row?.next_at], ['accepted', 'kept', 1, null]);
    ok(await own.app.files.readWhole(signedKey(invoice.id)));
    equal(await arrivalsOf(invoice), 1);
    const { counts, sendings } = await listHandIns(own.app, {});
    deepEqual([counts.due, sendings.sent, sendings.rejected], [0, 3, 0]);
    deepEqual(await isBroken(), []);
  });

  it('of persons and firms go to their own counters, and a storno after its invoice', async () => {
    const invoice = await own.issue();
    const { storno, invoice: again } = await own.mend(invoice);
    await own.setFaults({ state: 'slow:4' });
    await own.run(3);
    deepEqual(
      [await own.stateOf(invoice), await own.stateOf(storno), await own.stateOf(again)],
      ['sent', 'waiting', 'sent'],
    );
    const { documents } = await listHandIns(own.app, {});
    equal(documents.find(({ id }) => id === storno.id)?.sending?.waitsFor, 'FTL0005');
    await own.setFaults({});
    await own.run(25);
    for (const each of [invoice, storno, again]) equal(await own.stateOf(each), 'accepted');
    const { documents: sent } = await own.office();
    const methods = sent.slice(-3).map(({ method }) => method);
    deepEqual(methods, ['uploadb2c', 'upload', 'uploadb2c']);
  });

  it('whose answer was lost are found in ANAF’s list by their bytes, and never sent twice', async () => {
    for (const upload of ['timeout-after', 'reset-after']) {
      const invoice = await own.issue();
      await own.setFaults({ upload, times: 1 });
      await own.run(1);
      equal(await own.stateOf(invoice), 'unknown', upload);
      await own.run(19);
      equal(await own.stateOf(invoice), 'unknown');
      await own.run(4);
      equal(await own.stateOf(invoice), 'accepted');
      equal(await arrivalsOf(invoice), 1);
    }
  });

  it('that ANAF did not take are sent again, the same bytes, an hour after a technical error and six after silence', async () => {
    for (const [upload, hours] of [
      ['technical-1814', 1],
      ['waf-html', 6],
    ] as const) {
      const invoice = await own.issue();
      await own.setFaults({ upload, times: 1 });
      await own.run(1);
      for (let minutes = 0; minutes < hours * 60 - 10; minutes += 10) {
        await own.advance(9);
        await own.run(1);
      }
      deepEqual([await own.stateOf(invoice), await arrivalsOf(invoice)], ['unknown', 1], upload);
      await own.run(15);
      deepEqual([await own.stateOf(invoice), await arrivalsOf(invoice)], ['accepted', 2], upload);
    }
    deepEqual(await isBroken(), []);
  });

  it('follow the index of an earlier upload that ANAF names', async () => {
    const invoice = await own.issue();
    await own.setFaults({ upload: 'timeout-after', times: 1, lists: 'late:600' });
    await own.run(1);
    for (let hour = 0; hour < 37; hour += 1) {
      await own.advance(9);
      await own.run(1);
    }
    equal(await arrivalsOf(invoice), 2);
    await own.run(20);
    const { documents } = await own.office();
    const [first, second] = documents.slice(-2);
    deepEqual([first?.stare, second?.stare], ['ok', 'nok']);
    const row = (await own.rows()).find(({ invoice_id: id }) => id === invoice.id);
    deepEqual([row?.state, row?.upload_index, row?.zip], ['accepted', first?.index, 'kept']);
  });

  it('are rejected in ANAF’s own words, and sent again by a press', async () => {
    const invoice = await own.issue();
    await own.setFaults({ state: 'nok:[BR-RO-110]-Judetul lipseste' });
    await own.run(6);
    const row = (await own.rows()).find(({ invoice_id: id }) => id === invoice.id);
    equal(row?.state, 'rejected');
    match(row?.errors ?? '', /BR-RO-110/);
    const { documents, counts, sendings } = await listHandIns(own.app, {});
    deepEqual([counts.due, sendings.rejected], [1, 1]);
    match(documents[0]?.sending?.errors ?? '', /Judetul lipseste/);
    await own.setFaults({});
    await own.run(3);
    equal(await own.stateOf(invoice), 'rejected');
    await sendAgain(own.app, admin, { invoiceId: invoice.id, ...press() });
    await own.run(6);
    equal(await own.stateOf(invoice), 'accepted');
    await rejects(sendAgain(own.app, admin, { invoiceId: invoice.id, ...press() }), /not-rejected/);
  });

  it('that an admin marked are never sent, and those under way are marked by no admin', async () => {
    const marked = await own.issue();
    const mark = { invoiceId: marked.id, index: '77', ...press() };
    await markHandedIn(own.app, admin, mark);
    const sent = await own.issue();
    await own.setFaults({ state: 'slow:9' });
    await own.run(3);
    deepEqual([await own.stateOf(marked), await own.stateOf(sent)], ['waiting', 'sent']);
    await rejects(
      markHandedIn(own.app, admin, { invoiceId: sent.id, index: '78', ...press() }),
      /already-sending/,
    );
    equal(await arrivalsOf(marked), 0);
    await undoHandIn(own.app, admin, { invoiceId: marked.id, ...press() });
    await own.setFaults({});
    await own.run(30);
    deepEqual([await own.stateOf(marked), await own.stateOf(sent)], ['accepted', 'accepted']);
  });

  it('stop all while ANAF asks to wait, and go on after its time', async () => {
    const invoices = [await own.issue(), await own.issue()];
    await own.setFaults({ api: '429-with-time', times: 1 });
    const before = (await own.office()).calls.length;
    await sendDocuments(own.app);
    await sendDocuments(own.app);
    equal((await own.office()).calls.length, before + 1);
    ok((await listHandIns(own.app, {})).pause);
    await own.advance(10);
    await own.run(8);
    for (const each of invoices) equal(await own.stateOf(each), 'accepted');
  });

  it('are all handed in by themselves after a day without ANAF', async () => {
    const invoices = [await own.issue(), await own.issue(), await own.issue()];
    await own.sim('/away', { seconds: 86_400 });
    for (let hour = 0; hour < 24; hour += 1) {
      await own.run(1);
      await own.advance(59);
    }
    await own.run(30);
    for (let hour = 0; hour < 8; hour += 1) {
      await own.advance(55);
      await own.run(5);
    }
    for (const each of invoices)
      deepEqual([await own.stateOf(each), await arrivalsOf(each)], ['accepted', 1]);
    deepEqual(await isBroken(), []);
  });

  it('are taken once by two servers that run at once', async () => {
    const invoices = [await own.issue(), await own.issue(), await own.issue()];
    await Promise.all([sendDocuments(own.app), sendDocuments(own.app), sendDocuments(own.app)]);
    await own.advance(1);
    await own.run(6);
    for (const each of invoices)
      deepEqual([await own.stateOf(each), await arrivalsOf(each)], ['accepted', 1]);
  });

  it('that servers of the version before left out are added, and trials go nowhere', async () => {
    const trial = await own.trial(own.app.now().toISOString());
    const left = await own.issue();
    await sql`alter table efactura_sendings disable trigger user`.execute(own.app.db);
    await sql`delete from efactura_sendings where invoice_id = ${left.id}`.execute(own.app.db);
    await sql`alter table efactura_sendings enable trigger user`.execute(own.app.db);
    await own.run(6);
    deepEqual([await own.stateOf(left), await own.stateOf(trial)], ['accepted', 'none']);
  });

  it('that were issued while nothing was sent are never sent by themselves when the mode changes back', async () => {
    const off = { ...own.app, eFactura: 'export' as const, anaf: null };
    const waiting = await own.issue();
    await sendDocuments(off);
    await own.run(1);
    await own.advance(1);
    equal((await own.rows()).find(({ invoice_id: id }) => id === waiting.id)?.state, 'waiting');
    const { sendings } = await listHandIns(own.app, {});
    equal(sendings.unsent, 1);
    await markHandedIn(off, admin, { invoiceId: waiting.id, index: '991', ...press() });
    await own.run(6);
    deepEqual([await own.stateOf(waiting), await arrivalsOf(waiting)], ['waiting', 0]);
    equal((await listHandIns(own.app, {})).sendings.unsent, 0);
    deepEqual(await isBroken(), []);
  });

  it('go by themselves from the very start of a mode that sends, and none that was issued before it', async () => {
    const { eFactura, anaf } = own.app;
    Object.assign(own.app, { eFactura: 'export', anaf: null });
    await keepPeriod(own.app);
    const outside = await own.issue();
    Object.assign(own.app, { eFactura, anaf });
    await keepPeriod(own.app);
    const first = await own.issue();
    await own.run(6);
    deepEqual([await own.stateOf(outside), await own.stateOf(first)], ['none', 'accepted']);
    equal((await listHandIns(own.app, {})).sendings.unsent, 1);
    await markHandedIn(own.app, admin, { invoiceId: outside.id, index: '992', ...press() });
  });

  it('are told to the admins once: a rejection, a signed file that is missing after a day, a buyer’s objection', async () => {
    const outbox = await testOutbox(own.app);
    const run = async () => {
      await sendDocuments(outbox.app);
      await own.advance(1);
      await outbox.deliver();
    };
    const mails = async () =>
      (await outbox.mailsTo(SELLER.email)).map(({ subject, text }) => `${subject} ${text}`);
    for (let minute = 0; minute < 3; minute += 1) await run();
    const seen = (await mails()).length;
    const rejected = await own.issue();
    await own.setFaults({ state: 'nok:[BR-RO-110]-Judetul lipseste' });
    for (let minute = 0; minute < 6; minute += 1) await run();
    const late = await own.issue();
    await own.setFaults({ download: '500' });
    for (let minute = 0; minute < 6; minute += 1) await run();
    for (let hour = 0; hour < 25; hour += 1) {
      await own.advance(60);
      await run();
    }
    deepEqual([await own.stateOf(rejected), await own.stateOf(late)], ['rejected', 'accepted']);
    const told = (await mails()).slice(seen);
    equal(told.length, 2);
    match(told[0] ?? '', /1 document cere atenția ta.*Judetul lipseste/s);
    match(told[1] ?? '', /fișierul semnat nu e încă aici.*fără fișier semnat/s);
    await own.setFaults({});
    const { upload_index: index } = (await own.rows()).find(({ zip }) => zip === 'kept') ?? {};
    await own.sim('/buyer-message', { index, message: 'Cantitatea nu este cea comandată' });
    for (let hour = 0; hour < 26; hour += 1) {
      await own.advance(60);
      await run();
    }
    equal((await mails()).length, seen + 3);
    const { documents } = await listHandIns(own.app, { list: 'sent' });
    const objected = documents.filter(({ sending }) => sending?.objections.length);
    deepEqual(
      objected.map(({ sending }) => sending?.objections.map(({ details }) => details)),
      [['Cantitatea nu este cea comandată']],
    );
    await outbox.close();
  });
});
