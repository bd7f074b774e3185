import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { deleteAccount } from '#contract/deletion.ts';
import { proveMyself } from '#contract/security.ts';
import { askWithdrawal } from '#server/account/legal/withdrawal-function.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { App } from '#server/app.ts';
import { SEND_MAIL } from '#server/mail/mail-outbox.ts';
import { deleteOldBilling } from '#server/payments/checkout/delete-old-billing.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { notifyBuyers } from '#server/payments/mails/notify-buyers.ts';
import { withClock } from '#testing/app.ts';
import { mailsSent, readMails } from '#testing/mail/mails.ts';
import { PASSWORD, pollUntil, type TestServer, testServer } from '#testing/server.ts';
import { readSaidNumber } from '#testing/shop/said-number.ts';
import type { Buyer } from '#testing/shop/shop.ts';
import {
  buyStarter,
  type Forms,
  hiddenIn,
  withdrawalForms,
  withoutValues,
} from '#testing/shop/withdrawal-forms.ts';

const OPERATOR = { OPERATOR_NAME: 'Poze SRL', OPERATOR_EMAIL: 'sef@fotolot.example' };
const HOUR_MS = 3_600_000;

describe('a withdrawal without an account', () => {
  let server: TestServer;
  let forms: Forms;
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator', ...OPERATOR });
    forms = withdrawalForms(server);
  });
  beforeEach(() => server.database.pool.query('delete from rate_limits'));
  after(async () => {
    deepEqual(await findViolations(server.app, { deep: false, orphanGraceMs: 0 }), []);
    await server.close();
  });

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const leave = async (buyer: Buyer) => {
    await buyer.call(proveMyself, { body: { password: PASSWORD } });
    await buyer.call(deleteAccount, {});
  };
  async function boughtAndLeft() {
    const bought = await buyStarter(server);
    await leave(bought.buyer);
    return bought;
  }
  const invoiceOf = async (orderId: string) => {
    const [{ series, number }] = await sql(`select series, number from invoices where order_id = $1`, [
      orderId,
    ]);
    return `${series} ${String(number).padStart(4, '0')}`;
  };
  const mailsTo = async (address: string) => {
    await mailsSent(server);
    return (await readMails(server.dataDir)).filter(({ to }) => to === address);
  };
  /** Returns the links that were mailed to an address, oldest first. */
  const linksTo = async (address: string) =>
    (await mailsTo(address)).flatMap(({ text }) => /https?:\/\/\S+\?link=\S+/.exec(text) ?? []);
  const newestLink = async (number: string, email: string) => {
    await forms.ask(number, email);
    return (await linksTo(email)).at(-1) ?? '';
  };
  const withdrawals = (orderId: string) => sql('select * from withdrawals where order_id = $1', [orderId]);

  it('goes by a link to the address that paid, and then as with an account: money back, storno, receipt', async () => {
    const { email, orderId } = await boughtAndLeft();
    const asked = await forms.ask(orderId, email.toUpperCase());
    match(asked.text, /<h1>Uită-te în email<\/h1>/);
    await forms.ask(await readSaidNumber(server.app, orderId), email);
    equal((await linksTo(email)).length, 2);
    equal((await withdrawals(orderId)).length, 0);
    const shown = await forms.open((await linksTo(email)).at(-1) ?? '');
    equal(shown.status, 200);
    match(shown.text, /Ștefania Țurcanu se retrage din contractul pentru comanda/);
    match(shown.text, /Se întorc <strong>50\u00a0lei<\/strong>/);
    match(shown.text, /Contul este șters\. Se socotesc creditele/);
    ok(!shown.text.includes('rămân la locul lor'));
    equal((await withdrawals(orderId)).length, 0);
    const done = await forms.confirm(hiddenIn(shown.text));
    equal(done.status, 200);
    match(done.text, /Am primit retragerea ta/);
    const [order] = await sql('select state from orders where id = $1', [orderId]);
    equal(order.state, 'refunded');
    await makeInvoiceFiles(server.app);
    await notifyBuyers(server.app);
    const receipt = (await mailsTo(email)).find(({ subject }) => /retragerea ta/.test(subject));
    match(
      receipt?.text ?? '',
      new RegExp(
        `„Mă retrag din contractul pentru comanda ${await readSaidNumber(server.app, orderId)}: Starter 10\\.”`,
      ),
    );
    match(receipt?.text ?? '', /50\slei se întorc pe cardul.* Alăturat: Storno-PROBA\d{4}\.pdf\./);
    ok(!receipt?.text.includes('/settings'));
    const history = await sql('select source, event from order_events where order_id = $1 order by seq', [
      orderId,
    ]);
    ok(history.some(({ source, event }) => source === 'user' && event === 'withdrawal-declared'));
  });

  it('confirmed in two tabs, and from two links, is one, whose receipt both see', async () => {
    const { email, orderId } = await boughtAndLeft();
    const links = [await newestLink(orderId, email), await newestLink(orderId, email)];
    const pages = await Promise.all(links.map((link) => forms.open(link)));
    const both = pages.map(({ text }) => hiddenIn(text));
    const receipts = await Promise.all([...both, ...both].map((fields) => forms.confirm(fields)));
    deepEqual([...new Set(receipts.map(({ status }) => status))], [200]);
    equal((await withdrawals(orderId)).length, 1);
    const [{ n }] = await sql(
      `select count(*)::int as n from order_events where order_id = $1 and event = 'refund-asked'`,
      [orderId],
    );
    equal(n, 1);
    match((await forms.open(links[0] ?? '')).text, /Am primit retragerea ta/);
  });

  it('finds the order by the number of its invoice, however it is written, with an account or without', async () => {
    const [here, gone] = [await buyStarter(server), await boughtAndLeft()];
    for (const { orderId, email } of [here, gone]) {
      const printed = await invoiceOf(orderId);
      const number = await readSaidNumber(server.app, orderId);
      for (const written of [printed, printed.replace(' ', '').toLowerCase()])
        match((await forms.open(await newestLink(written, email))).text, new RegExp(number));
    }
  });

  it('tells a stranger nothing: the same page for buyers, for those who left, for strangers and for another number', async () => {
    const [here, gone, other] = [await buyStarter(server), await boughtAndLeft(), await boughtAndLeft()];
    const statements = [
      [gone.orderId, gone.email],
      [await invoiceOf(gone.orderId), gone.email],
      [await invoiceOf(here.orderId), here.email],
      [gone.orderId, other.email],
      [await invoiceOf(gone.orderId), here.email],
      [gone.orderId, 'nimeni@fotolot.example'],
      ['PROBA 9999', here.email],
    ] as const;
    await mailsSent(server);
    const before = (await sql(`select id from mails where kind = 'withdrawal-link'`)).length;
    const pages: string[] = [];
    for (const [number, email] of statements) pages.push(withoutValues(await forms.ask(number, email)));
    equal(new Set(pages).size, 1);
    // Each left the same trace too: the job alone finds out what is known.
    const rows = await sql(`select id from mails where kind = 'withdrawal-link'`);
    equal(rows.length - before, statements.length);
    const links = await Promise.all([gone, here, other].map(({ email }) => linksTo(email)));
    deepEqual(
      [...links.map(({ length }) => length), (await mailsTo('nimeni@fotolot.example')).length],
      [2, 1, 0, 0],
    );
  });

  it('opens nothing without its link: the page of another order, a made-up or an old link, a typed seal', async () => {
    const [mine, other] = [await boughtAndLeft(), await boughtAndLeft()];
    const link = await newestLink(mine.orderId, mine.email);
    const fields = hiddenIn((await forms.open(link)).text);
    const forgeries: Record<string, string>[] = [
      { ...fields, order: other.orderId, email: other.email },
      { ...fields, order: other.orderId },
      { ...fields, amount: '1' },
      { order: other.orderId, email: other.email, name: 'Ștefania' },
    ];
    for (const forged of forgeries) {
      const { status, text } = await forms.confirm(forged);
      deepEqual([status, /Continuă și confirmă din nou/.test(text)], [409, true]);
    }
    for (const odd of [`${link}a`, '/legal/withdrawal?link=', '/legal/withdrawal?link=%00%27&link=b'])
      ok(!(await forms.open(odd)).text.includes('Te retragi din contract?'), odd);
    await sql(`update withdrawal_links set expires_at = now()`);
    const old = await forms.open(link);
    equal(old.status, 409);
    match(old.text, /role="alert"[^>]*>Linkul nu mai merge/);
    equal((await withdrawals(mine.orderId)).length + (await withdrawals(other.orderId)).length, 0);
  });

  it('is bound to the address that paid, not to one that the account has had later', async () => {
    const { buyer, orderId, email } = await buyStarter(server);
    await sql('update users set email = $2 where id = $1', [buyer.uid, `nou.${email}`]);
    await leave(buyer);
    deepEqual(
      [await newestLink(orderId, `nou.${email}`), (await newestLink(orderId, email)) !== ''],
      ['', true],
    );
  });

  it('is over after its last day: the link that is still open says so and gives nothing, and nothing is kept', async () => {
    const { email, orderId } = await boughtAndLeft();
    const link = await newestLink(orderId, email);
    const fields = hiddenIn((await forms.open(link)).text);
    await sql(`update orders set paid_at = paid_at - interval '25 days' where id = $1`, [orderId]);
    await sql(`update buyer_keys set last_day = '2026-01-02' where order_id = $1`, [orderId]);
    for (const page of [await forms.open(link), await forms.confirm(fields)])
      match(page.text, /Au trecut 14 zile de la plată/);
    await deleteOldBilling(server.app);
    deepEqual(await sql('select * from buyer_keys where order_id = $1', [orderId]), []);
    equal((await forms.open(link)).status, 409);
    equal((await forms.confirm(fields)).status, 409);
    equal((await withdrawals(orderId)).length, 0);
    const late = withClock(server.app, () => new Date(Date.now() + 25 * HOUR_MS));
    await deleteOldBilling(late);
    deepEqual(await sql('select * from withdrawal_links'), []);
  });

  it('keeps no address: its hash is of the order too, and needs the key of the installation', async () => {
    const { email, orderId } = await boughtAndLeft();
    const [{ address_key: key }] = await sql('select address_key from buyer_keys where order_id = $1', [
      orderId,
    ]);
    match(key, /^[0-9a-f]{64}$/);
    ok(key !== server.app.keyedHash('gift', email));
    const again = await sql('select count(*)::int as n from buyer_keys where address_key = $1', [key]);
    equal(again[0].n, 1);
  });

  it('names the way by mail for buyers whose order has no key any more', async () => {
    const { email, orderId } = await boughtAndLeft();
    await sql('delete from buyer_keys where order_id = $1', [orderId]);
    for (const page of [await forms.open('/legal/withdrawal'), await forms.ask(orderId, email)])
      match(page.text, /Dacă nu vine, scrie la <a href="mailto:sef@fotolot\.example\?subject=Retragere/);
    deepEqual(await linksTo(email), []);
  });

  it('floods no mailbox, and strangers’ requests keep no buyer away: only sent links are counted, ten an hour', async () => {
    const { email, orderId } = await boughtAndLeft();
    const number = await invoiceOf(orderId);
    const statuses = new Set<number>();
    for (let n = 0; n < 12; n++) {
      statuses.add((await forms.ask(`PROBA ${7000 + n}`, email)).status);
      statuses.add((await forms.ask(number, `strain${n}@fotolot.example`)).status);
    }
    equal((await linksTo(email)).length, 0);
    for (let n = 0; n < 12; n++) statuses.add((await forms.ask(number, email)).status);
    equal((await linksTo(email)).length, 10);
    deepEqual([...statuses], [200]);
  });

  it('takes a long name that ends in a character of two halves', async () => {
    const { email, orderId } = await boughtAndLeft();
    const name = `${'A'.repeat(199)}😀😀`;
    for (const number of [orderId, await invoiceOf(orderId)])
      equal((await forms.ask(number, email, name)).status, 200);
    equal((await linksTo(email)).length, 2);
  });

  it('goes on where the process ended between request and mail', async () => {
    const { email, orderId } = await boughtAndLeft();
    // The outbox has the row, and its job never ran.
    const stopping: App = { ...server.app, queue: { ...server.app.queue, send: async () => {} } };
    const statement = { order: orderId, email, name: 'Ștefania' };
    await askWithdrawal(stopping, { ip: '10.0.0.9' } as FastifyRequest, statement);
    const [{ id: mailId }] = await sql(
      `select id from mails where kind = 'withdrawal-link' and address = $1`,
      [email],
    );
    await server.app.change(({ tx }) => server.app.queue.send(tx, SEND_MAIL, { mailId }));
    const links = await pollUntil(
      () => linksTo(email),
      ({ length }) => length > 0,
    );
    match((await forms.open(links[0] ?? '')).text, /Te retragi din contract\?/);
  });
});
