import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { connectByKey, endConnection, readConnections } from '#contract/adverts/connections.ts';
import { listAdverts } from '#contract/adverts/sendings.ts';
import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import { STAND_IN_SHOP } from '#domain/adverts/sites.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { renewConnections } from '#server/adverts/connections/renew-connections.ts';
import { openGrant } from '#server/adverts/connections/seal-grant.ts';
import { listLinked } from '#testing/accounts/olx-server.ts';
import { createShopSender, type ShopSender } from '#testing/accounts/shop-sender.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

const SITE = 'woocommerce';
const DAY = 86_400_000;

describe('linking a shop with WooCommerce', () => {
  let of: ShopSender;
  let server: TestServer;
  let person: Client & { uid: string };
  const lines: string[] = [];
  before(async () => {
    of = await createShopSender({}, (line) => lines.push(line));
    ({ server } = of);
  });
  after(() => server.close());
  beforeEach(async () => {
    person = await server.newUser();
    await of.setFaults({});
    await of.sql('delete from rate_limits');
  });

  const link = async (typed: Partial<Record<'address' | 'key' | 'secret', string>> = {}, by = person) =>
    (await by.call(connectByKey, { body: { site: SITE, ...STAND_IN_SHOP, ...typed } })).outcome;

  it('takes several shops of one person, each once, and one shop of two people', async () => {
    deepEqual((await person.call(readConnections, {})).sites, [
      { connectsBy: 'key', site: SITE, mode: 'stand-in', canConnect: true },
    ]);
    for (const address of ['magazin.example', ' HTTPS://Magazin.example/wp-admin/ ', 'alt.example/shop'])
      equal(await link({ address }), 'linked', address);
    const linked = await listLinked(person);
    deepEqual(linked.map(({ seller }) => seller).sort(), ['alt.example/shop', 'magazin.example']);
    deepEqual([linked[0]?.accessEndsAt, linked[0]?.broken], [null, null]);
    equal(await link({}, await server.newUser()), 'linked');
  });

  it('tells an address, a key and a shop that is away apart, and stores nothing of what is wrong', async () => {
    const tries: [object, Parameters<typeof link>[0], ConnectionOutcome][] = [
      [{}, { address: '10.0.0.1' }, 'address'],
      [{}, { address: 'localhost' }, 'address'],
      [{}, { address: 'https://magazin.example:8443' }, 'address'],
      [{}, { key: 'admin' }, 'wrong'],
      [{}, { secret: 'cs_altul' }, 'wrong'],
      [{}, { key: 'ck_customer' }, 'wrong'],
      [{ api: '502-html' }, {}, 'away'],
      [{ api: 'firewall' }, {}, 'away'],
      [{ api: 'no-route' }, {}, 'away'],
    ];
    for (const [faults, typed, outcome] of tries) {
      await of.setFaults(faults);
      equal(await link(typed), outcome, JSON.stringify([faults, typed]));
    }
    deepEqual(await listLinked(person), []);
  });

  it('lets addresses be tried by no person, network or crowd', async () => {
    const others = [await server.newUser(), await server.newUser()] as const;
    for (let n = 0; n < 10; n++) await link({ address: `${n}.example` });
    await rejects(link(), { code: 'http/too-many-requests' });
    for (let n = 0; n < 10; n++) await link({ address: `a${n}.example` }, others[0]);
    await rejects(link({}, others[1]), { code: 'http/too-many-requests' });
    // A crowd with addresses of its own has one shop's tries together.
    await of.sql(`update rate_limits set hits = 30 where key like 'adverts:key:shop:%'`);
    await of.sql(`delete from rate_limits where key not like 'adverts:key:shop:%'`);
    for (const address of [' 0.EXAMPLE', 'https://www.0.example/wp-admin', '0.example.', '0.example/magazin'])
      await rejects(link({ address }, others[1]), { code: 'http/too-many-requests' });
    equal(await link({ address: 'cu-totul-altul.example' }, others[1]), 'linked');
  });

  it('keeps the key in no log, row, answer or call of its stand-in', async () => {
    lines.length = 0;
    const answers: string[] = [await link(), await link({ secret: 'cs_gresit_dar_secret' })];
    answers.push(JSON.stringify((await person.call(readConnections, {})).connections));
    const [row] = await of.sql('select id, sealed_grant from advert_connections where user_id = $1', [
      person.uid,
    ]);
    const grant = openGrant(server.app, String(row?.id), String(row?.sealed_grant));
    equal(JSON.parse(grant?.accessToken ?? '{}').secret, STAND_IN_SHOP.secret);
    const tables = await of.sql(
      `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const { calls } = await of.sim('');
    for (const secret of [STAND_IN_SHOP.key, STAND_IN_SHOP.secret, 'cs_gresit_dar_secret']) {
      for (const { name } of tables)
        deepEqual(
          await of.sql(`select 1 from ${name} t where t::text like '%' || $1 || '%'`, [secret]),
          [],
          String(name),
        );
      for (const said of [...lines, ...answers, JSON.stringify(calls)]) equal(said.includes(secret), false);
    }
    match(lines.join('\n'), /advert-connected/);
  });

  it('is broken where the shop takes the key no more, and linked again in its place', async () => {
    await link();
    const only = async () => (await listLinked(person))[0];
    const id = (await only())?.id ?? '';
    await of.setFaults({ api: 'plugin' });
    await rejects(person.call(listAdverts, { params: { connectionId: id } }), { code: 'adverts/reconnect' });
    equal((await only())?.broken?.reason, 'ended');
    await of.setFaults({});
    equal(await link(), 'linked');
    deepEqual([(await only())?.id, (await only())?.broken], [id, null]);
  });

  it('lasts without asking the shop, and is forgotten a month after shops are switched off', async () => {
    await link();
    const calls = async () => ((await of.sim('')).calls as unknown[]).length;
    const before = await calls();
    const later = (days: number, adverts = server.app.adverts) => ({
      ...server.app,
      adverts,
      now: () => new Date(Date.now() + days * DAY),
    });
    await renewConnections(later(2));
    equal(await calls(), before);
    const off = { ...server.app.adverts, woocommerce: null };
    await renewConnections(later(32, off));
    equal((await listLinked(person)).length, 1);
    await renewConnections(later(34, off));
    deepEqual(await of.sql('select 1 from advert_connections where user_id = $1', [person.uid]), []);
  });

  it('ends by its owner alone, and goes with the account', async () => {
    await link();
    const params = { connectionId: (await listLinked(person))[0]?.id ?? '' };
    const other = await server.newUser();
    await rejects(other.call(endConnection, { params }), { code: 'http/not-found' });
    await person.call(endConnection, { params });
    deepEqual(await of.sql('select 1 from advert_connections where user_id = $1', [person.uid]), []);
    await link();
    await server.app.change((unit) => eraseAccount(unit, server.app, person.uid));
    deepEqual(await of.sql('select 1 from advert_connections where user_id = $1', [person.uid]), []);
  });
});

describe('shops with WooCommerce', () => {
  it('are not offered where the operator has none; live ones are asked at no address of our own network', async () => {
    const body = { site: SITE, ...STAND_IN_SHOP } as const;
    const off = await testServer();
    try {
      await rejects((await off.newUser()).call(connectByKey, { body }), { code: 'http/not-found' });
    } finally {
      await off.close();
    }
    const live = await testServer({ WOOCOMMERCE_MODE: 'live' });
    try {
      const person = await live.newUser();
      const { sites } = await person.call(readConnections, {});
      ok(sites.some(({ site, mode, canConnect }) => site === SITE && mode === 'live' && canConnect));
      for (const [address, outcome] of [
        ['127.0.0.1', 'address'],
        ['https://[::1]', 'address'],
        ['a.localhost', 'away'],
      ] as const)
        equal((await person.call(connectByKey, { body: { ...body, address } })).outcome, outcome, address);
    } finally {
      await live.close();
    }
  });
});
