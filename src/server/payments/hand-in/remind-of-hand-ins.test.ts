import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { markHandedIn } from '#server/payments/hand-in/mark-handed-in.ts';
import { remindOfHandIns } from '#server/payments/hand-in/remind-of-hand-ins.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { handInShop } from '#testing/shop/hand-in-shop.ts';
import { SELLER } from '#testing/shop/invoice-shop.ts';

const admin = { id: 'usr_admin', role: 'admin', sessionId: 'ses' } as const;

describe('reminders of documents to be handed in', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof handInShop>>;
  let outbox: TestOutbox;
  let friday: InvoiceRow;
  before(async () => {
    t = await testApp();
    own = await handInShop(t, '2026-11-20T00:00:00Z');
    outbox = await testOutbox(own.app);
    await own.invoice('2026-10-05T10:00:00Z');
    await own.trial('2026-11-26T10:00:00Z');
    friday = await own.invoice('2026-11-27T10:00:00Z');
    await own.invoice('2026-12-02T10:00:00Z');
  });
  after(async () => {
    await outbox.close();
    await t.close();
  });

  /** Lines of the mails that went out since the last call, at the job's hour on that day; the job runs on two servers, and again. */
  async function remindersOn(day: string): Promise<string[][]> {
    own.goTo(`${day}T07:17:00Z`);
    const seen = (await outbox.mailsTo(SELLER.email)).length;
    await Promise.all([remindOfHandIns(outbox.app), remindOfHandIns(outbox.app)]);
    await outbox.deliver();
    await remindOfHandIns(outbox.app);
    await outbox.deliver();
    const mails = (await outbox.mailsTo(SELLER.email)).slice(seen);
    return mails.map(({ subject, text }) => [subject, ...(text.match(/FTL\d+: [^(\n]+/g) ?? [])]);
  }

  it('come on the third and the fifth working day, once each, with all that waits in one mail', async () => {
    deepEqual(await remindersOn('2026-12-03'), []);
    deepEqual(await remindersOn('2026-12-04'), [
      ['De predat în RO e-Factura: 1 document', 'FTL0002: mai sunt 2 zile lucrătoare '],
    ]);
    for (const weekend of ['2026-12-05', '2026-12-06']) deepEqual(await remindersOn(weekend), []);
    deepEqual(await remindersOn('2026-12-07'), [
      [
        'De predat în RO e-Factura: 2 documente',
        'FTL0002: mai este 1 zi lucrătoare ',
        'FTL0003: mai sunt 2 zile lucrătoare ',
      ],
    ]);
    deepEqual(await remindersOn('2026-12-08'), [
      ['De predat în RO e-Factura: 2 documente', 'FTL0002: azi ', 'FTL0003: mai este 1 zi lucrătoare '],
    ]);
  });

  it('come a day later where no server ran on the day, and name what is overdue first', async () => {
    deepEqual(await remindersOn('2026-12-10'), [
      ['De predat în RO e-Factura: 2 documente, 2 restante', 'FTL0002: restantă ', 'FTL0003: restantă '],
    ]);
    deepEqual(await remindersOn('2026-12-11'), []);
  });

  it('are of stornos too, and not of what was handed in before the mail went out', async () => {
    const mark = { invoiceId: friday.id, index: '1', reason: 'Încărcată în SPV', key: 'press-0001' };
    await markHandedIn(own.app, admin, mark);
    own.goTo('2026-12-14T10:00:00Z');
    const storno = await own.storno(friday);
    own.goTo('2026-12-17T07:17:00Z');
    await remindOfHandIns(outbox.app);
    equal(outbox.queued.length, 1);
    await outbox.deliver();
    const [mail] = (await outbox.mailsTo(SELLER.email)).slice(-1);
    match(mail?.text ?? '', /FTL0003: restantă .*Storno FTL0004: mai sunt 2 zile lucrătoare/s);
    own.goTo('2026-12-21T07:17:00Z');
    await remindOfHandIns(outbox.app);
    equal(outbox.queued.length, 1);
    const seen = (await outbox.mailsTo(SELLER.email)).length;
    for (const [i, document] of [storno, await third()].entries())
      await markHandedIn(own.app, admin, { ...mark, invoiceId: document.id, key: `press-100${i}` });
    await outbox.deliver();
    equal((await outbox.mailsTo(SELLER.email)).length, seen);
  });

  it('are not sent while the mode is off', async () => {
    await own.invoice('2027-01-13T10:00:00Z');
    own.goTo('2027-02-01T07:17:00Z');
    await remindOfHandIns({ ...outbox.app, eFactura: 'off' });
    equal(outbox.queued.length, 0);
    await remindOfHandIns(outbox.app);
    equal(outbox.queued.length, 1);
  });

  it('warn once of a year whose holidays were not checked', async () => {
    await outbox.deliver();
    const seen = (await outbox.mailsTo(SELLER.email)).length;
    for (const day of ['2028-12-20', '2028-12-29', '2028-12-30', '2029-01-03']) {
      own.goTo(`${day}T07:17:00Z`);
      await remindOfHandIns(outbox.app);
      await outbox.deliver();
    }
    const subjects = (await outbox.mailsTo(SELLER.email)).slice(seen).map(({ subject }) => subject);
    deepEqual(subjects, ['Zilele libere din 2029 nu sunt verificate']);
  });

  async function third(): Promise<InvoiceRow> {
    const rows = await own.app.db.selectFrom('invoices').selectAll().where('number', '=', 3).execute();
    return rows.find(({ series }) => series === 'FTL') as InvoiceRow;
  }
});
