import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import { formatDay, toBucharestDay } from '#domain/language/time.ts';
import { CONSENT_VERSION, CONSENTS, versionDay } from '#domain/payments/consents.ts';
import { codeSha256, keepTexts, legalTexts } from '#server/account/legal/keep-texts.ts';
import { tellOfTerms } from '#server/account/legal/tell-of-terms.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import { readOrderFile } from '#server/admin/order-file-view.ts';
import type { App } from '#server/app.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { purchaseReceiptMail } from '#server/payments/mails/mails.ts';
import { notifyBuyers } from '#server/payments/mails/notify-buyers.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { testServer } from '#testing/server.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { NO_RECORD } from '#testing/shop/no-record.ts';

/** The fingerprint of the texts under CONSENT_VERSION. A change of any text needs a new day and a new fingerprint here. */
const KNOWN = {
  version: '2026-12-02',
  sha256: 'e651ba737906acecaaf57d53faa1b872b66775547ee4a144d3b125961e4fa825',
};

describe('the texts that people agree to', () => {
  let card: CardShop;
  let outbox: TestOutbox;
  let app: App;
  before(async () => {
    card = await cardShop();
    outbox = await testOutbox(card.app);
    app = outbox.app;
  });
  after(async () => {
    await outbox.close();
    await card.close();
  });
  const today = { version: CONSENT_VERSION, code: codeSha256() };
  const rows = (version: string) =>
    app.db.selectFrom('legal_texts').selectAll().where('version', '=', version).orderBy('kind').execute();

  it('have a new version whenever they change', () => {
    deepEqual({ version: CONSENT_VERSION, sha256: codeSha256() }, KNOWN);
  });

  it('are said to be of a day that has come, whatever their version is named', () => {
    ok(versionDay(CONSENT_VERSION) <= toBucharestDay(new Date()), CONSENT_VERSION);
  });

  it('are kept by version with their hashes, by several processes at once, and again at every start', async () => {
    await Promise.all(Array.from({ length: 8 }, () => keepTexts(app)));
    await keepTexts(app);
    const kept = await rows(CONSENT_VERSION);
    deepEqual(
      kept.map(({ kind }) => kind),
      [
        '/legal/accessibility',
        '/legal/contact',
        '/legal/notice',
        '/legal/privacy',
        '/legal/terms',
        'consent:start-now',
        'consent:terms',
      ],
    );
    for (const { html, sha256 } of kept) equal(createHash('sha256').update(html).digest('hex'), sha256);
    await rejects(sql`update legal_texts set html = ''`.execute(app.db), /append-only/);
    await rejects(sql`delete from legal_texts`.execute(app.db), /append-only/);
  });

  it('keep a process from starting where their version has other texts in the database, whichever of two came first', async () => {
    await rejects(keepTexts(app, { ...today, code: 'other' }), /Give CONSENT_VERSION .* a new day/);
    const both = await Promise.allSettled(
      ['one', 'other'].map((code) => keepTexts(app, { version: '2026-01-02', code })),
    );
    deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    // Code of the version before goes on beside this one.
    await keepTexts(app);
  });

  it('name another seller under the same version when its record changes', async () => {
    const operator = { ...NO_RECORD, name: 'Alta SRL' };
    await keepTexts({ ...app, operator });
    const terms = (await rows(CONSENT_VERSION)).filter(({ kind }) => kind === '/legal/terms');
    deepEqual(terms.map(({ html }) => html.includes('Alta SRL')).sort(), [false, true]);
    await keepTexts(app);
  });

  it('are shown as they were agreed to, to admins and in the receipt, whatever they say today', async () => {
    const user = await card.t.newUser();
    const orderId = await card.buy(user);
    const { checkout } = await readOrderFile(app, orderId);
    const terms = legalTexts(app).find(({ kind }) => kind === '/legal/terms');
    deepEqual(checkout?.consents.words, { ...CONSENTS });
    equal(checkout?.consents.version, versionDay(CONSENT_VERSION));
    equal(checkout?.consents.termsPath, `/legal/texts/${terms?.sha256}`);
    // The same as after a change of the text: the order names a version of its own.
    await sql`insert into legal_versions values ('2025-05-05', 'x', now())`.execute(app.db);
    for (const name of Object.keys(CONSENTS))
      await sql`insert into legal_texts values (${`consent:${name}`}, '2025-05-05', ${name}, ${`Vorba de atunci &amp; ${name}`}, now(), now())`.execute(
        app.db,
      );
    await sql`update checkouts set consents = jsonb_set(consents, '{version}', '"2025-05-05"') where user_id = ${user.id}`.execute(
      app.db,
    );
    const then = await readOrderFile(app, orderId);
    equal(then.checkout?.consents.words.terms, 'Vorba de atunci & terms');
    await makeInvoiceFiles(app);
    await notifyBuyers(app);
    await outbox.deliver();
    const { email } = await readUserDocument(app, user.id);
    const [receipt] = await outbox.mailsTo(email);
    match(receipt?.text ?? '', /„Vorba de atunci & start-now” „Vorba de atunci & terms”/);
    match(receipt?.text ?? '', new RegExp(`/legal/texts/${terms?.sha256}`));
    match(
      receipt?.text ?? '',
      /Alăturat: Factura-PROBA\d{4}\.pdf, Termeni și condiții 20\S+\.html, Formular de retragere\.html\./,
    );
    const { attachments = [] } = (await purchaseReceiptMail(app, { data: { orderId } } as never)) ?? {};
    const [, attached = '', form = ''] = attachments.map(({ bytes }) => Buffer.from(bytes).toString());
    ok(attached.includes(terms?.html ?? '–'), 'the very words, to be kept');
    ok(
      attached.includes(`<base href="${app.publicUrl()}/">`),
      'its links lead back from wherever it is saved',
    );
    match(form, /<h1>Formular de retragere<\/h1><blockquote>[\s\S]*Vă informez\/Vă informăm/);
    // A version that was never kept says no more than its name.
    await sql`update checkouts set consents = jsonb_set(consents, '{version}', '"2024-01-01"') where user_id = ${user.id}`.execute(
      app.db,
    );
    equal((await readOrderFile(app, orderId)).checkout?.consents.words.terms, 'terms');
  });

  it('are announced by mail to older accounts, once, and hold for them a full 15 days later at the earliest', async () => {
    const [old, current] = [await card.t.newUser(), await card.t.newUser()];
    await app.db.updateTable('users').set({ terms_version: '2026-11-23' }).where('id', '=', old.id).execute();
    const told = async (id: string) => {
      const { email } = await readUserDocument(app, id);
      await outbox.deliver();
      return (await outbox.mailsTo(email)).filter(({ subject }) =>
        /Termenii Fotolot se schimbă/.test(subject),
      );
    };
    await Promise.all([tellOfTerms(app), tellOfTerms(app)]);
    card.t.advance(40 * DAY_MS);
    await tellOfTerms(app);
    card.t.advance(-40 * DAY_MS);
    const [mail, ...more] = await told(old.id);
    deepEqual([more.length, (await told(current.id)).length], [0, 0]);
    match(mail?.text ?? '', /Pentru contul tău textul nou se aplică de pe/);
    const notice = await app.db
      .selectFrom('legal_notices')
      .selectAll()
      .where('user_id', '=', old.id)
      .executeTakeFirstOrThrow();
    const days = (Date.parse(notice.applies_from) - Date.parse(toBucharestDay(app.now()))) / DAY_MS;
    equal(days, 16);
  });

  it('are announced by the newest code alone', async () => {
    const old = await card.t.newUser();
    await app.db.updateTable('users').set({ terms_version: null }).where('id', '=', old.id).execute();
    await keepTexts(app, { version: '2099-01-01', code: 'newer' });
    await tellOfTerms(app);
    const notices = () =>
      app.db.selectFrom('legal_notices').select('version').where('user_id', '=', old.id).execute();
    deepEqual(await notices(), []);
    await tellOfTerms(app, '2099-01-01');
    deepEqual(await notices(), [{ version: '2099-01-01' }]);
  });
});

describe('a server with texts that people agree to', () => {
  it('keeps them at its start, shows each by its hash, and notes under which an account was opened', async () => {
    const server = await testServer();
    try {
      const { uid } = await server.newUser();
      const { rows } = await server.database.pool.query(
        `select terms_version, terms_agreed_at is not null as agreed from users where id = $1`,
        [uid],
      );
      deepEqual(rows, [{ terms_version: CONSENT_VERSION, agreed: true }]);
      const kept = await server.database.pool.query(
        `select sha256 from legal_texts where kind = '/legal/terms'`,
      );
      const response = await fetch(new URL(`/legal/texts/${kept.rows[0].sha256}`, server.url));
      const text = await response.text();
      match(text, /<h1>Termeni și condiții<\/h1>/);
      match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
      for (const unknown of ['0'.repeat(64), 'x', '%00', 'a%00b'])
        equal((await fetch(new URL(`/legal/texts/${unknown}`, server.url))).status, 404, unknown);
      ok(text.includes(`Textul acesta este din ${formatDay(new Date(versionDay(CONSENT_VERSION)))}.`));
    } finally {
      await server.close();
    }
  });
});
