import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { listCreditPurchases } from '#contract/orders.ts';
import { type TestServer, testServer } from '#testing/server.ts';
import { readSaidNumber } from '#testing/shop/said-number.ts';
import { agreeToCheckout, type Buyer, beginPayment, packageCalled } from '#testing/shop/shop.ts';
import {
  buyStarter,
  type Forms,
  hiddenIn,
  withdrawalForms,
  withoutValues,
} from '#testing/shop/withdrawal-forms.ts';

/** A server that sells, and its forms as a browser without a script sends them. */
describe('the function of withdrawal under /legal/withdrawal', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
  });
  beforeEach(() => server.database.pool.query('delete from rate_limits'));
  after(() => server.close());

  const forms = () => withdrawalForms(server);
  const bought = () => buyStarter(server);
  const post: Forms['post'] = (path, fields, headers) => forms().post(path, fields, headers);
  const ask: Forms['ask'] = (order, email, name) => forms().ask(order, email, name);
  const confirm: Forms['confirm'] = (fields) => forms().confirm(fields);
  const stateOf = async (buyer: Buyer) =>
    (await buyer.call(listCreditPurchases, { query: {} })).purchases[0]?.withdrawal?.state ?? null;
  const withdrawals = async () =>
    (await server.database.pool.query('select * from withdrawals order by created_at')).rows;

  it('is a form without a script or a cookie, whose order may come from the mail', async () => {
    const { orderId } = await bought();
    // Mails of the version before name the id.
    for (const name of [orderId, await readSaidNumber(server.app, orderId)]) {
      const filled = await fetch(new URL(`/legal/withdrawal?order=${name}`, server.url));
      match(await filled.text(), new RegExp(`name="order"[^>]*value="${name}"`));
    }
    const response = await fetch(new URL(`/legal/withdrawal?order=${orderId}`, server.url));
    const text = await response.text();
    match(response.headers.get('content-security-policy') ?? '', /form-action 'self'/);
    equal(response.headers.get('set-cookie'), null);
    ok(!/<script|onclick/.test(text));
    const odd = await fetch(new URL('/legal/withdrawal?order=%22%3E%3Cscript%3E', server.url));
    ok(!(await odd.text()).includes('<script'));
  });

  it('shows what comes back, then withdraws by „Confirmă retragerea”, and proves it on the page', async () => {
    const { buyer, email, orderId } = await bought();
    const shown = await ask(` ${orderId.toUpperCase()} `, email.toUpperCase());
    equal(shown.status, 200);
    match(shown.text, /Se întorc <strong>50\u00a0lei<\/strong>/);
    match(shown.text, /<button class="button" type="submit">Confirmă retragerea<\/button>/);
    equal(await stateOf(buyer), null);
    const done = await confirm(hiddenIn(shown.text));
    equal(done.status, 200);
    match(
      done.text,
      new RegExp(
        `„Mă retrag din contractul pentru comanda ${await readSaidNumber(server.app, orderId)}: Starter 10\\.”`,
      ),
    );
    match(done.text, /<dd>Ștefania Țurcanu<\/dd>/);
    match(done.text, /<dd>\d+ \S+ 20\d\d, \d\d:\d\d:\d\d<\/dd>/);
    match(done.text, /50\u00a0lei se întorc pe cardul/);
    equal(await stateOf(buyer), 'done');
  });

  it('takes the short number as people write it, with the account’s address and with no other', async () => {
    const [{ email, orderId }, other] = [await bought(), await bought()];
    const number = await readSaidNumber(server.app, orderId);
    for (const written of [number, number.toLowerCase(), ` ${number.replace('-', ' ')}`]) {
      match((await ask(written, email)).text, /Se întorc <strong>50\u00a0lei<\/strong>/);
      match((await ask(written, other.email)).text, /<h1>Uită-te în email<\/h1>/);
    }
    const done = await confirm(hiddenIn((await ask(number, email)).text));
    match(done.text, /Am primit retragerea ta/);
    equal((await withdrawals()).filter(({ order_id: id }) => id === orderId).length, 1);
  });

  it('asks for no short number more than twenty times an hour', async () => {
    const { orderId } = await bought();
    const number = await readSaidNumber(server.app, orderId);
    const asked: number[] = [];
    for (let i = 0; i <= 20; i++)
      asked.push((await ask(i % 2 ? number : number.toLowerCase(), 'alt@fotolot.example')).status);
    deepEqual(asked, [...Array(20).fill(200), 429]);
  });

  it('sent twice, and asked for again, is the same withdrawal with the same receipt', async () => {
    const { email, orderId } = await bought();
    const fields = hiddenIn((await ask(orderId, email)).text);
    const receipts = await Promise.all([confirm(fields), confirm(fields), confirm(fields)]);
    deepEqual(
      receipts.map(({ status }) => status),
      [200, 200, 200],
    );
    const moment = /<dd>(\d+ \S+ 20\d\d, \d\d:\d\d:\d\d)<\/dd>/;
    const again = await ask(orderId, email);
    equal(new Set([...receipts, again].map(({ text }) => moment.exec(text)?.[1])).size, 1);
    equal((await withdrawals()).filter(({ order_id: id }) => id === orderId).length, 1);
    // A later look does not show who declared it.
    ok(!again.text.includes('Cine s-a retras'));
  });

  it('says the same of a wrong number, a wrong address and an unpaid order, and asks for an address that is one', async () => {
    const [mine, other] = [await bought(), await bought()];
    const item = await packageCalled(other.buyer, 'Pro 25');
    await agreeToCheckout(other.buyer, item);
    const { orderId: unpaid } = await beginPayment(other.buyer, item.id);
    const pages = await Promise.all([
      ask(mine.orderId, other.email),
      ask(
        other.orderId.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
        other.email,
      ),
      ask(unpaid, other.email),
      ask("' or 1=1 --", 'nimeni@fotolot.example'),
    ]);
    equal(new Set(pages.map(withoutValues)).size, 1);
    match(
      withoutValues(pages[0]),
      /^200 [\s\S]*role="status">Dacă numărul și adresa sunt ale unei comenzi plătite/,
    );
    equal(await stateOf(mine.buyer), null);
    const odd = await ask(mine.orderId, 'nu e adresă');
    equal(odd.status, 400);
    match(odd.text, /role="alert"[^>]*>Adresa de email/);
  });

  it('is bound to what was shown: no other order, address, name or amount can be put in its place', async () => {
    const [mine, other] = [await bought(), await bought()];
    const fields = hiddenIn((await ask(mine.orderId, mine.email)).text);
    const before = (await withdrawals()).length;
    const forgeries: Record<string, string>[] = [
      { ...fields, order: other.orderId, email: other.email },
      { ...fields, name: 'Altcineva' },
      { ...fields, amount: '1' },
      { ...fields, until: '9999999999999' },
      { ...fields, token: '' },
      { order: mine.orderId, email: mine.email, name: 'Ștefania' },
    ];
    for (const forged of forgeries) {
      const { status, text } = await confirm(forged);
      equal(status, 409);
      match(text, /Continuă și confirmă din nou/);
    }
    equal((await withdrawals()).length, before);
  });

  it('takes no form of another site', async () => {
    const { email, orderId } = await bought();
    const fields = hiddenIn((await ask(orderId, email)).text);
    const sites: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none', origin: 'https://alt.example' },
    ];
    for (const headers of sites) {
      const { status, text } = await post('/legal/withdrawal/confirm', fields, headers);
      equal(status, 403);
      match(text, /<html lang="ro">/);
    }
    equal((await withdrawals()).filter(({ order_id: id }) => id === orderId).length, 0);
  });

  it('works for a suspended account', async () => {
    const { buyer, email, orderId } = await bought();
    await server.database.pool.query('update users set suspended_at = now() where id = $1', [buyer.uid]);
    const done = await confirm(hiddenIn((await ask(orderId, email)).text));
    equal(done.status, 200);
    match(done.text, /Am primit retragerea ta/);
  });

  it('refuses with a sentence after 14 days, and where no credit is left', async () => {
    const [late, spent] = [await bought(), await bought()];
    const { pool } = server.database;
    await pool.query(`update orders set paid_at = paid_at - interval '25 days' where id = $1`, [
      late.orderId,
    ]);
    await pool.query('update credit_grants set remaining = 0 where ref = $1', [spent.orderId]);
    match((await ask(late.orderId, late.email)).text, /Au trecut 14 zile de la plată/);
    match((await ask(spent.orderId, spent.email)).text, /Toate creditele comenzii sunt folosite/);
  });

  it('shows the new amount where credits were used meanwhile', async () => {
    const { email, orderId } = await bought();
    const fields = hiddenIn((await ask(orderId, email)).text);
    const { pool } = server.database;
    await pool.query('update credit_grants set remaining = 7 where ref = $1', [orderId]);
    const changed = await confirm(fields);
    equal(changed.status, 409);
    match(changed.text, /Suma s-a schimbat între timp: acum s-ar întoarce 35\u00a0lei/);
    equal(hiddenIn(changed.text).amount, '3500');
    await pool.query('update credit_grants set remaining = 10 where ref = $1', [orderId]);
  });

  it('limits tries by IP address and by order', async () => {
    const order = 'ord_aaaaaaaaaaaaaaaaaaaaaaaaaa';
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await ask(order, `a${n}@fotolot.example`)).status);
    deepEqual(statuses.slice(-2), [200, 429]);
    await server.database.pool.query('delete from rate_limits');
    const others: number[] = [];
    for (let n = 0; n < 41; n++) others.push((await ask(`${order}${n}`, `a${n}@fotolot.example`)).status);
    deepEqual(others.slice(-2), [200, 429]);
    const last = await ask(order, 'a@fotolot.example');
    ok(Number(last.headers.get('retry-after')) > 0);
    match(last.text, /role="alert"/);
  });

  it('refuses other bodies with a page too', async () => {
    const response = await fetch(new URL('/legal/withdrawal', server.url), {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: '{"order":"ord_a"}',
    });
    ok(response.status >= 400 && response.status < 500);
    match(await response.text(), /<html lang="ro">/);
    const large = await ask('ord_a', 'a@fotolot.example', 'a'.repeat(9000));
    equal(large.status, 413);
  });
});
