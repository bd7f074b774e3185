import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { toBucharestDay } from '#domain/language/time.ts';
import { listOrders } from '#server/admin/order-list-view.ts';
import { openOrdersCsv, openUsersCsv } from '#server/admin/search/lists-csv-view.ts';
import { readOrderTotals } from '#server/admin/search/order-filter-view.ts';
import { countUsers } from '#server/admin/search/user-filter-view.ts';
import { listAuditLog } from '#server/admin/users/audit-log-view.ts';
import { listUsers } from '#server/admin/users/user-list-view.ts';
import type { User } from '#server/app.ts';
import { mendOrderInvoice } from '#server/payments/orders/decide-storno.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { invoiceShop } from '#testing/shop/invoice-shop.ts';
import { readSaidNumber } from '#testing/shop/said-number.ts';
import { BILLING } from '#testing/shop/shop.ts';

describe('support’s search', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof invoiceShop>>;
  let admin: User;
  let person: User;
  let firm: User;
  /** Paid with an invoice, paid by a firm, and left open. */
  let [paid, ofFirm, open] = ['', '', ''];

  before(async () => {
    t = await testApp();
    own = await invoiceShop(t);
    [admin, person, firm] = [await t.newUser(), await t.newUser(), await t.newUser()];
    [paid, ofFirm, open] = [
      await own.paidOrder(own.starter, person),
      await own.paidOrder('pro', firm),
      await own.shop.order(person, 'basic'),
    ];
    await bill(paid, { kind: 'person', firstName: 'Ștefania', lastName: 'Țiriac-Pop' });
    await bill(ofFirm, { kind: 'firm', name: 'Înfrățirea Auto SRL', cui: '6938446' });
    await set('orders', paid, { provider_id: '14399840', created_at: '2026-03-29T21:30:00Z' });
    await t.app.db
      .updateTable('users')
      .set({ display_name: 'Ion Mărginean' })
      .where('id', '=', firm.id)
      .execute();
  });
  after(() => t.close());

  /** With its mark, which a decoder would take away. */
  const read = async (body: Readable) => (await buffer(body)).toString('utf8');
  const set = (table: 'orders' | 'checkouts', id: string, values: object) =>
    t.app.db.updateTable(table).set(values).where('id', '=', id).execute();
  const bill = async (orderId: string, billing: object) => {
    const { checkout_id: id } = await t.app.db
      .selectFrom('orders')
      .select('checkout_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    await set('checkouts', id ?? '', { billing: JSON.stringify(billing) });
  };
  const orders = async (filter: Parameters<typeof listOrders>[1]) =>
    (await listOrders(t.app, filter)).orders.map(({ id }) => id).sort();
  const users = async (search: string) => (await listUsers(t.app, { search })).users.map(({ uid }) => uid);
  const emailOf = async ({ id }: User) =>
    (await t.app.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

  it('finds an order by each number that people quote, written whole', async () => {
    const number = await readSaidNumber(t.app, paid);
    const { series, number: n } = await own.only(paid);
    for (const search of [
      number,
      number.toLowerCase().replace('-', ''),
      paid,
      `${series} ${n}`,
      '14399840',
      ' 14399840 ',
    ])
      deepEqual(await orders({ search }), [paid], search);
    for (const search of [number.slice(0, 5), paid.slice(0, 20), '1439984'])
      deepEqual(await orders({ search }), [], search);
  });

  it('finds it by name, firm and CUI, each word from its start, in any order, with diacritics or without', async () => {
    for (const search of ['țiriac', 'Tiriac', 'ștef pop', 'POP STEFANIA', 'tir'])
      deepEqual(await orders({ search }), [paid], search);
    for (const search of ['infratirea', 'auto înfr', '6938446', 'RO6938446', 'ro 6938446', 'marg'])
      deepEqual(await orders({ search }), [ofFirm], search);
    for (const search of ['iriac', 'stefania auto', '693844', "o'x:* | !a", '\\', ':*'])
      deepEqual(await orders({ search }), [], search);
  });

  it('finds all of a person by the address, by its start and by the name of the account', async () => {
    const email = await emailOf(person);
    for (const search of [email, email.toUpperCase(), email.slice(0, -4)])
      deepEqual(await orders({ search }), [paid, open].sort(), search);
  });

  it('finds by the buyer of an invoice that was made again with other data', async () => {
    await mendOrderInvoice(own.app, admin, {
      orderId: paid,
      reason: 'Nume greșit',
      billing: { ...BILLING, firstName: 'Zamfira' },
    });
    deepEqual(await orders({ search: 'zamf' }), [paid]);
  });

  it('finds by sum, and by the day on which an order was made or paid, as Bucharest counts days', async () => {
    deepEqual(await orders({ search: '149 lei' }), [ofFirm]);
    deepEqual(await orders({ search: '50,00' }), [paid]);
    deepEqual(await orders({ search: '30.03.2026' }), [paid]);
    deepEqual(await orders({ search: '29.03.2026' }), []);
    deepEqual(await orders({ search: toBucharestDay(t.app.now()) }), [paid, ofFirm, open].sort());
  });

  it('finds by a day in words, the newest one that has come where its year is left out', async () => {
    const year = Number(toBucharestDay(t.app.now()).slice(0, 4));
    const day = `${toBucharestDay(t.app.now()) < `${year}-03-30` ? year - 1 : year}-03-30`;
    await set('orders', open, { created_at: `${day}T09:00:00Z` });
    const byDay = [...(day === '2026-03-30' ? [paid] : []), open].sort();
    for (const search of ['30 martie', '30 MAR.', `30 martie ${day.slice(0, 4)}`])
      deepEqual(await orders({ search }), byDay, search);
    deepEqual(await users('30 martie'), [person.id]);
    await set('orders', open, { created_at: t.app.now() });
  });

  it('finds accounts by all of these, and by the day on which they were opened', async () => {
    deepEqual(await users('tiriac'), [person.id]);
    deepEqual(await users('6938446'), [firm.id]);
    deepEqual(await users('marginean ion'), [firm.id]);
    deepEqual(await users(await readSaidNumber(t.app, open)), [person.id]);
    deepEqual(await users('149 lei'), [firm.id]);
    deepEqual(await users('149,01'), []);
    const opened = await t.newUser();
    await t.app.db
      .updateTable('users')
      .set({ created_at: '2025-02-03T22:30:00Z' })
      .where('id', '=', opened.id)
      .execute();
    deepEqual(await users('4 februarie 2025'), [opened.id]);
    deepEqual(await users('03.02.2025'), []);
  });

  it('narrows by list, days and sums together, and says how many there are and what was paid', async () => {
    deepEqual(await orders({ list: 'paid', least: 50, most: 50 }), [paid]);
    deepEqual(await orders({ from: '2026-03-30', until: '2026-03-30' }), [paid]);
    deepEqual(await orders({ until: '2026-03-29' }), []);
    deepEqual(await orders({ search: 'tiriac', list: 'open' }), []);
    deepEqual(await readOrderTotals(t.app, {}), { orders: 3, paid: 2, paidLei: 199 });
    deepEqual(await readOrderTotals(t.app, { search: 'tiriac' }), { orders: 1, paid: 1, paidLei: 50 });
    equal(await countUsers(t.app, { group: 'paying' }), 2);
    equal(await countUsers(t.app, { plan: 'pro' }), 1);
    equal(await countUsers(t.app, { plan: 'free', until: '2020-01-01' }), 0);
  });

  it('hands a list out as CSV, whole, with nothing that a spreadsheet takes for a formula, and writes down who took it', async () => {
    await bill(ofFirm, { kind: 'firm', name: '=HYPERLINK("http://x")', cui: '6938446' });
    const { body, fileName } = await openOrdersCsv(t.app, admin, { list: 'paid' });
    match(fileName, /^Comenzi-\d{4}-\d\d-\d\d\.csv$/);
    const [heads, ...lines] = (await read(body)).trimEnd().split('\r\n');
    match(heads ?? '', /^\ufeffcomandă;plata NETOPIA;factură;/);
    equal(lines.length, 2);
    match(
      lines.join('\n'),
      new RegExp(`${await readSaidNumber(t.app, paid)};14399840;FTL\\d{4};2026-03-29|30;`),
    );
    match(lines.join('\n'), /;50,00;.*;Ștefania Țiriac-Pop;/);
    match(lines.join('\n'), /'=HYPERLINK/);
    const people = await read((await openUsersCsv(t.app, admin, {})).body);
    equal(people.trimEnd().split('\r\n').length - 1, await countUsers(t.app, {}));
    doesNotMatch(people.slice(1), /\ufeff/);
    const { acts } = await listAuditLog(t.app, {});
    deepEqual(
      acts.filter(({ kind }) => kind === 'list-downloaded').map(({ details }) => details.list),
      ['users', 'orders'],
    );
  });

  it('goes on over a thousand rows without repeating or losing one', async () => {
    await sql`insert into orders (id, user_id, kind, item, name, credits, amount_bani, mode, state, created_at)
       select 'ord_many' || lpad(n::text, 20, '0'), ${person.id}, 'package', 'p', 'Mult', 1, 777, 'simulator', 'expired', '2026-01-01'
       from generate_series(1, 2300) n`.execute(t.app.db);
    const { body } = await openOrdersCsv(t.app, admin, { list: 'unpaid' });
    const lines = (await read(body)).trimEnd().split('\r\n').slice(1);
    equal(lines.length, 2300);
    equal(new Set(lines.map((line) => line.split(';')[0])).size, 2300);
    const { isCut } = await listOrders(t.app, { search: '7,77' });
    equal(isCut, true);
    deepEqual(await readOrderTotals(t.app, { least: 7.77, most: 7.77 }), {
      orders: 2300,
      paid: 0,
      paidLei: 0,
    });
  });
});
