import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listAuditEntries } from '#contract/admin/admin-actions.ts';
import { readInstallation, tryMail, tryPayments } from '#contract/admin/admin-installation.ts';
import { storeBackup, storeBackupCheck } from '#server/admin/last-backup-store.ts';
import { tryPayments as ask } from '#server/admin/try-services.ts';
import type { App, User } from '#server/app.ts';
import { handleWebhook } from '#server/payments/provider/handle-webhook.ts';
import { MAIL_PASSWORD, type TestSmtp, testSmtp } from '#testing/mail/smtp.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { GOOD_CARD } from '#testing/shop/provider.ts';

const SECRETS = {
  SECRET_KEY: 'ab'.repeat(32),
  NETOPIA_API_KEY: 'cheia-api-secreta',
  NETOPIA_POS_SIGNATURE: 'ABCD-EFGH-IJKL-MNOP-QRST',
  OLX_CLIENT_SECRET: 'secretul-olx',
  AUTOVIT_CLIENT_SECRET: 'secretul-autovit',
  ANAF_CLIENT_SECRET: 'secretul-anaf',
  GOOGLE_CLIENT_SECRET: 'secretul-google',
};
const HOUR_MS = 3_600_000;

describe('the installation, as its operator sees it', () => {
  let smtp: TestSmtp;
  let server: TestServer;
  let admin: Client & { uid: string };
  const read = () => admin.call(readInstallation, {});

  before(async () => {
    smtp = await testSmtp({ authOptional: false });
    const password = encodeURIComponent(MAIL_PASSWORD);
    server = await testServer({
      ...SECRETS,
      SMTP_URL: `smtp://fotolot:${password}@127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`,
      NETOPIA_MODE: 'sandbox',
      OLX_CLIENT_ID: 'olx',
      AUTOVIT_CLIENT_ID: 'autovit',
      ANAF_CLIENT_ID: 'anaf',
      GOOGLE_CLIENT_ID: 'google',
    });
    admin = await server.newUser('sef@fotolot.example');
    await server.database.pool.query("update users set role = 'admin' where id = $1", [admin.uid]);
  });
  after(async () => {
    await server.close();
    await smtp.close();
  });

  it('shows version, address, database, mail server and modes, and no secret of the settings', async () => {
    const found = await read();
    match(found.version, /^\d+\.\d+\.\d+$/);
    match(found.database.version, /^\d+\.\d+$/);
    ok(found.database.bytes > 1_000_000);
    deepEqual(
      [found.database.isEmbedded, found.mailHost, found.payments, found.publicUrl, found.eFactura],
      [false, '127.0.0.1', 'sandbox', server.url, 'off'],
    );
    const { password, username } = new URL(server.database.url);
    const given = JSON.stringify(found);
    for (const secret of [...Object.values(SECRETS), MAIL_PASSWORD, encodeURIComponent(MAIL_PASSWORD)])
      equal(given.includes(secret), false, secret);
    for (const secret of [password, username, server.database.url].filter((text) => text.length > 3))
      equal(given.includes(`${secret}@`), false, secret);
  });

  it('tells of the last backup: none, not checked, whole, damaged, and one that is too old', async () => {
    const { db } = server.app;
    const summary = async () => {
      const { backup } = await read();
      return backup && [backup.isLate, backup.check?.isWhole ?? null];
    };
    equal(await summary(), null);
    const madeAt = new Date(Date.now() - 47 * HOUR_MS);
    await storeBackup(db, { name: 'fotolot-1Z', madeAt });
    equal((await read()).backup?.madeAt, madeAt.toISOString());
    deepEqual(await summary(), [false, null]);
    await storeBackupCheck(db, { name: 'fotolot-0Z', isWhole: false });
    deepEqual(await summary(), [false, null], 'an older one was checked');
    await storeBackupCheck(db, { name: 'fotolot-1Z', isWhole: true });
    deepEqual(await summary(), [false, true]);
    await storeBackupCheck(db, { name: 'fotolot-1Z', isWhole: false });
    deepEqual(await summary(), [false, false]);
    await storeBackup(db, { name: 'fotolot-2Z', madeAt: new Date(Date.now() - 49 * HOUR_MS) });
    deepEqual(await summary(), [true, null], 'a new backup is not checked yet');
  });

  it('sends a trial mail to the admin who asks, past the outbox, and says why it failed in the mail server’s words', async () => {
    const queued = async () => (await server.database.pool.query('select id from mails')).rows.length;
    const before = await queued();
    deepEqual(await admin.call(tryMail, {}), { to: 'sef@fotolot.example', problem: null });
    const { recipients, mail } = smtp.taken.at(-1) ?? {};
    deepEqual([recipients, mail?.subject], [['sef@fotolot.example'], 'Mail de probă de la Fotolot']);
    equal(await queued(), before);
    smtp.busyFor(1);
    const { problem } = await admin.call(tryMail, {});
    equal(problem, '451 no room for sef@fotolot.example now');
  });

  it('limits trials to six an hour, and writes each into the journal', async () => {
    await server.database.pool.query('delete from rate_limits');
    for (let n = 0; n < 6; n++) await admin.call(tryMail, {});
    await rejects(admin.call(tryMail, {}), { code: 'http/too-many-requests', status: 429 });
    const { acts } = await admin.call(listAuditEntries, {});
    deepEqual(
      new Set(acts.map(({ kind, by }) => `${kind} ${by}`)),
      new Set(['mail-tried sef@fotolot.example']),
    );
    equal(acts.length, 8);
  });

  it('is shown to admins alone, and so are its trials', async () => {
    const ana = await server.newUser();
    for (const route of [readInstallation, tryMail, tryPayments])
      await rejects(ana.call(route, {}), { status: 403 });
  });
});

describe('a trial of the card provider', () => {
  let card: CardShop;
  let admin: User;
  before(async () => {
    card = await cardShop();
    admin = { ...(await card.t.newUser()), role: 'admin' };
  });
  after(() => card.close());

  const countRows = async () => {
    const { db } = card.app;
    const tables = ['orders', 'order_events', 'credit_ledger', 'credit_purchases', 'invoices'] as const;
    const counts = tables.map((table) => db.selectFrom(table).select(db.fn.countAll<number>().as('n')));
    return Promise.all(counts.map(async (query) => (await query.executeTakeFirstOrThrow()).n));
  };

  it('says whether the keys are taken, in the provider’s words, and makes no order, no invoice and no credit', async () => {
    const before = await countRows();
    deepEqual(await ask(card.app, admin), { verdict: 'accepted', words: 'Payment not found' });
    const refused = { ...card.app, payments: card.provider.withOptions({ apiKey: 'alta cheie' }) };
    equal((await ask(refused, admin)).verdict, 'refused');
    deepEqual(await countRows(), before);
    const acts = await card.app.db.selectFrom('admin_acts').select('kind').execute();
    deepEqual(acts, [{ kind: 'payments-tried' }, { kind: 'payments-tried' }]);
    await card.tidy();
  });

  it('is of no order: a notification that comes for one changes nothing', async () => {
    const before = await countRows();
    const orderId = 'check-3f1c0b52-7d5e-4f0e-9d0f-7f7f4f4c2a10';
    await card.provider.begin({ orderId });
    await card.provider.pay(orderId, GOOD_CARD);
    const heard: string[] = [];
    const app: App = {
      ...card.app,
      log: { ...card.app.log, error: () => {} },
      metrics: { ...card.app.metrics, notification: (outcome) => heard.push(outcome) },
    };
    const notices = card.provider.notices.splice(0);
    for (const { body, headers } of notices)
      equal((await handleWebhook(app, { rawBody: body, headers })).status, 200);
    deepEqual(heard, ['of no order']);
    deepEqual(await countRows(), before);
    await card.tidy();
  });

  it('is refused where payments are off', async () => {
    await rejects(ask({ ...card.app, payments: null }, admin), { code: 'payments/closed' });
  });
});
