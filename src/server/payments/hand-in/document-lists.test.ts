import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { describeSending, sendingWords } from '#domain/invoices/anaf/sending-words.ts';
import { E_FACTURA_MODES, type EFacturaMode, HAND_IN_LISTS } from '#domain/invoices/hand-in.ts';
import { openBook } from '#server/payments/books/book-files.ts';
import { listHandIns } from '#server/payments/hand-in/hand-ins-view.ts';
import { markHandedIn } from '#server/payments/hand-in/mark-handed-in.ts';
import { remindOfHandIns } from '#server/payments/hand-in/remind-of-hand-ins.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import { tellOfSendings } from '#server/payments/sending/tell-of-sendings.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { lockOrder } from '#server/payments/store/order-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testOutbox } from '#testing/mail/outbox.ts';
import { handInShop } from '#testing/shop/hand-in-shop.ts';
import { SELLER } from '#testing/shop/invoice-shop.ts';

const admin = { id: 'usr_admin', role: 'admin', sessionId: 'ses' } as const;
const BEGAN = '2026-12-02T08:00:00Z';

/** Columns of a sending in a state, as it would be. */
const STARTED = `uploads = 1, started_at = '2026-12-02', xml_sha256 = repeat('a', 64)`;
const STATES: Readonly<Record<string, string>> = {
  waiting: '',
  sending: STARTED,
  unknown: `${STARTED}, unknown_since = '2026-12-02', again_at = '2026-12-02'`,
  sent: `${STARTED}, upload_index = INDEX`,
  nok: `${STARTED}, upload_index = INDEX, download_id = '7'`,
  rejected: `${STARTED}, next_at = null, errors = 'Judetul lipseste'`,
  accepted: `${STARTED}, upload_index = INDEX, download_id = '7', accepted_at = '2026-12-02'`,
};

/** Each document: its kind, its sending's place and state, and whether an admin marked it; then its list and state in three modes. */
const DOCUMENTS: readonly (readonly [what: string, live: string, exported: string, tested: string])[] = [
  ['real', 'due before', 'due', 'due'],
  ['real live waiting', 'due waiting', 'due', 'due'],
  ['real live waiting early', 'due before', 'due', 'due'],
  ['real live sending', 'due sending', 'due unwatched', 'due unwatched'],
  ['real live unknown', 'due unknown', 'due unwatched', 'due unwatched'],
  ['real live unknown early', 'due unknown', 'due unwatched', 'due unwatched'],
  ['real live sent', 'due sent', 'due unwatched', 'due unwatched'],
  ['real live nok', 'due nok', 'due nok', 'due nok'],
  ['real live rejected', 'due rejected', 'due rejected', 'due rejected'],
  ['real live accepted', 'sent accepted', 'sent accepted', 'sent accepted'],
  ['real live rejected marked', 'handed-in rejected', 'handed-in rejected', 'handed-in rejected'],
  ['real marked', 'handed-in before', 'handed-in', 'handed-in'],
  ['trial', '', '', 'trials before'],
  ['trial test waiting', '', '', 'trials before'],
  ['trial test sent', '', '', 'trials sent'],
  ['trial test rejected', '', '', 'trials rejected'],
  ['trial test accepted', '', '', 'sent accepted'],
  ['trial stand-in waiting', '', '', ''],
  ['trial stand-in accepted', '', '', ''],
];

describe('the lists of documents for RO e-Factura', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof handInShop>>;
  const made = new Map<string, InvoiceRow>();

  before(async () => {
    t = await testApp();
    own = await handInShop(t, '2026-11-20T00:00:00Z');
    let index = 100;
    for (const [what] of DOCUMENTS) {
      const [kind, ...words] = what.split(' ');
      const document = await own[kind === 'real' ? 'invoice' : 'trial']('2026-12-01T10:00:00Z');
      made.set(what, document);
      const base = words.find((word) => ['live', 'test', 'stand-in'].includes(word));
      const state = words.find((word) => word in STATES) ?? 'waiting';
      index += 1;
      if (base) {
        const at = words.includes('early') || base !== 'live' ? '2026-12-01' : '2026-12-03';
        await sql`insert into efactura_sendings (invoice_id, base, released_at, next_at) values (${document.id}, ${base}, ${at}, ${at})`.execute(
          own.app.db,
        );
        const set = [`state = '${state}'`, STATES[state]].filter(Boolean).join(', ');
        await sql`update efactura_sendings set ${sql.raw(set.replace('INDEX', `'${index}'`))} where invoice_id = ${document.id}`.execute(
          own.app.db,
        );
      }
      const mark = { invoiceId: document.id, index: '5', reason: 'Încărcată în SPV', key: `press-${index}` };
      if (words.includes('marked')) await markHandedIn(own.app, admin, mark);
    }
    own.goTo('2026-12-03T10:00:00Z');
  });
  after(() => t.close());

  const inMode = async (eFactura: EFacturaMode) => {
    await sql`delete from efactura_periods`.execute(own.app.db);
    if (eFactura === 'live' || eFactura === 'test')
      await sql`insert into efactura_periods (base, began_at) values (${eFactura}, ${BEGAN})`.execute(
        own.app.db,
      );
    const app = { ...own.app, eFactura };
    const pages = await Promise.all(
      HAND_IN_LISTS.map(async (list) => ({ list, page: await listHandIns(app, { list }) })),
    );
    const placesOf = ({ id }: InvoiceRow) =>
      pages.flatMap(({ list, page }) =>
        page.documents
          .filter((document) => document.id === id)
          .map(({ sending }) => (sending ? `${list} ${sending.state}` : list)),
      );
    const [{ page } = { page: null }] = pages;
    ok(page);
    return { app, page, pages, placesOf };
  };

  it('hold each document once, with its one state, in whatever mode they are read', async () => {
    for (const [column, mode] of [
      [1, 'live'],
      [2, 'export'],
      [3, 'test'],
    ] as const) {
      const { placesOf } = await inMode(mode);
      const found = DOCUMENTS.map(([what]) => [what, placesOf(made.get(what) as InvoiceRow).join(' + ')]);
      deepEqual(
        found,
        DOCUMENTS.map((row) => [row[0], row[column]]),
        mode,
      );
    }
  });

  it('have as many documents as the page says, and alarm of those that are rejected and handed in nowhere', async () => {
    for (const mode of E_FACTURA_MODES) {
      const { page, pages } = await inMode(mode);
      const lengths = Object.fromEntries(
        pages.map(({ list, page: { documents } }) => [list, documents.length]),
      );
      const { counts, sendings, onlyTrials } = page;
      deepEqual(
        {
          due: counts.due,
          before: counts.before,
          'handed-in': counts.handedIn,
          sent: sendings.sent,
          trials: counts.trials,
        },
        lengths,
        mode,
      );
      const open = pages.filter(({ list }) => list === 'due' || list === 'trials');
      const turned = open.flatMap(({ page: { documents } }) =>
        documents.filter(({ sending }) => sending?.state === 'rejected' || sending?.state === 'nok'),
      );
      equal(sendings.rejected, turned.length, mode);
      equal(onlyTrials, false);
    }
  });

  it('say which documents go at a press alone, since when, and by which day', async () => {
    const { page } = await inMode('live');
    const name = (what: string) => `FTL${String(made.get(what)?.number).padStart(4, '0')}`;
    const early = ['real', 'real live waiting early', 'real live unknown early'];
    equal(page.sendings.unsent, 3);
    deepEqual(page.unsent, {
      names: early.map(name),
      lastDay: '2026-12-08',
      since: new Date(BEGAN).toISOString(),
    });
    const pressed = page.documents.filter(({ sending }) => sending?.waitsForPress).map((each) => each.name);
    deepEqual(pressed, early.map(name));
    equal((await inMode('export')).page.unsent, null);
    const { unsent } = (await inMode('test')).page;
    equal(unsent?.lastDay, null);
    match(sendingWords('before', 'invoice'), /nu pleacă singură, ci la „Trimite și pe cele dinainte”/);
  });

  it('say of a document on its way what the journal of sales says, in whatever mode', async () => {
    for (const mode of ['live', 'export', 'test'] as const) {
      const { app, pages } = await inMode(mode);
      const { body } = await openBook(app, { month: '2026-12', file: 'journal' });
      const lines = (await text(body)).split('\r\n').map((line) => line.split(';'));
      for (const [what] of DOCUMENTS.filter(([each]) => /^real live .*(?<!accepted|marked)$/.test(each))) {
        const { id, number } = made.get(what) as InvoiceRow;
        const shown = pages.flatMap(({ page }) => page.documents).find((each) => each.id === id)?.sending;
        const said = lines
          .find((cells) => cells[1] === String(number))
          ?.at(-2)
          ?.replace(/^"|"$/g, '');
        equal(said, shown ? describeSending(shown, 'invoice') : '', `${mode}: ${what}`);
      }
    }
  });

  it('name the press in the reminders of documents that wait for it', async () => {
    const { app } = await inMode('live');
    const outbox = await testOutbox(app);
    own.goTo('2026-12-07T07:17:00Z');
    await remindOfHandIns(outbox.app);
    await outbox.deliver();
    const [mail] = (await outbox.mailsTo(SELLER.email)).slice(-1);
    const lines = (mail?.text ?? '').split('\n').filter((line) => /FTL\d+:/.test(line));
    equal(lines.filter((line) => line.includes('ci la „Trimite și pe cele dinainte”')).length, 2);
    equal(lines.filter((line) => line.includes('pleacă din nou la „Trimite și pe cele dinainte”')).length, 1);
    await outbox.close();
  });

  it('advise to mend a rejected invoice only while its order has a rest to mend, in the mail of it too', async () => {
    const { app } = await inMode('live');
    const rejected = made.get('real live rejected') as InvoiceRow;
    const mayMend = async () => {
      const { documents } = await listHandIns(app, {});
      return documents.find(({ id }) => id === rejected.id)?.sending?.mayMend;
    };
    equal(await mayMend(), true);
    const whole = {
      amountBani: rejected.gross_bani,
      cause: 'outside',
      refundId: null,
      isPaid: true,
    } as const;
    await app.change(async (unit) =>
      issueStorno(unit, app, {
        ...whole,
        order: await lockOrder(unit.tx, rejected.order_id),
        reason: 'Banii au plecat',
      }),
    );
    equal(await mayMend(), false);
    const outbox = await testOutbox(app);
    await tellOfSendings(outbox.app);
    await outbox.deliver();
    const [mail] = (await outbox.mailsTo(SELLER.email)).slice(-1);
    const [, advice = ''] = (mail?.text ?? '').split(`FTL${String(rejected.number).padStart(4, '0')}: `);
    match(advice, /^Judetul lipseste Factura este deja stornată și nu se mai reface/);
    await outbox.close();
  });
});
