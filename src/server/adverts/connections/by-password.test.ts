import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { connectByPassword, endConnection, readConnections } from '#contract/adverts/connections.ts';
import { listAdverts } from '#contract/adverts/sendings.ts';
import { readSession } from '#contract/auth.ts';
import type { ConnectionOutcome } from '#domain/adverts/connection.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { renewConnections } from '#server/adverts/connections/renew-connections.ts';
import { runWithGrant } from '#server/adverts/connections/run-with-grant.ts';
import { openGrant, sealGrant } from '#server/adverts/connections/seal-grant.ts';
import { siteRefusalMail } from '#server/adverts/connections/site-refusal-mail.ts';
import { type AutovitServer, autovitServer, GOLF } from '#testing/accounts/autovit-server.ts';
import { PARC, RULATE } from '#testing/accounts/autovit-stand-in.ts';
import { listLinked } from '#testing/accounts/olx-server.ts';
import { type Client, testServer } from '#testing/server.ts';

const HOUR = 3_600_000;
const SECRET = 'parola-pe-care-n-o-tine-nimeni';

describe('linking an account at Autovit', () => {
  let server: AutovitServer;
  let person: Client & { uid: string };
  const lines: string[] = [];
  before(async () => {
    server = await autovitServer({}, (line) => lines.push(line));
  });
  after(() => server.close());
  beforeEach(async () => {
    person = await server.newUser();
    await server.setFaults({});
  });

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const only = async () => (await listLinked(person))[0];
  const list = async () => person.call(listAdverts, { params: { connectionId: (await only())?.id ?? '' } });
  /** Another process on the same database, some hours later. */
  const later = (hours: number) => ({ ...server.app, now: () => new Date(Date.now() + hours * HOUR) });
  /** The connection as if it had been made some hours earlier. */
  const ageBy = (hours: number) =>
    sql(
      `update advert_connections set expires_at = expires_at - $1 * interval '1 hour',
       renewed_at = renewed_at - $1 * interval '1 hour' where user_id = $2`,
      [hours, person.uid],
    );

  it('says before that access lasts twelve hours, and afterwards until when', async () => {
    deepEqual(await person.call(readConnections, {}), {
      sites: [
        { connectsBy: 'password', site: 'autovit', mode: 'stand-in', canConnect: true, accessHours: 12 },
      ],
      connections: [],
    });
    equal((await person.call(readSession, {})).adverts, true);
    equal(await server.link(person), 'linked');
    const linked = await only();
    deepEqual([linked?.site, linked?.seller, linked?.broken], ['autovit', PARC.email, null]);
    ok(Math.abs(Date.parse(linked?.accessEndsAt ?? '') - Date.now() - 12 * HOUR) < 60_000);
    equal((await list()).adverts.length > 0, true);
  });

  it('takes several accounts of one person, each once, and one account of two people', async () => {
    for (const account of [PARC, RULATE, { ...PARC, email: ' Parc@Autovit.example' }])
      equal(await server.link(person, account), 'linked');
    deepEqual((await listLinked(person)).map(({ seller }) => seller).sort(), [PARC.email, RULATE.email]);
    const other = await server.newUser();
    equal(await server.link(other), 'linked');
    equal((await listLinked(person)).length, 2);
  });

  it('tells a wrong password and a locked account from a site that is away, and stores nothing', async () => {
    await sql("update users set role = 'admin', email = 'sefa@fotolot.example' where id = $1", [person.uid]);
    const tries: [object, Partial<typeof PARC>, ConnectionOutcome][] = [
      [{}, { password: 'altceva' }, 'wrong'],
      [{}, { email: 'nu e o adresă' }, 'wrong'],
      [{ account: 'locked' }, {}, 'wrong'],
      [{ token: '500' }, {}, 'away'],
      [{ token: '429' }, {}, 'away'],
      [{ api: '502-html' }, {}, 'away'],
      [{ client: 'suspended' }, {}, 'operator'],
      [{ callers: 'listed' }, {}, 'operator'],
    ];
    for (const [faults, typed, outcome] of tries) {
      await sql('delete from rate_limits');
      await server.setFaults(faults);
      equal(await server.link(person, { ...PARC, ...typed }), outcome, JSON.stringify([faults, typed]));
    }
    deepEqual(await listLinked(person), []);
    const mails = await sql("select address, data from mails where kind = 'site-refusal'");
    deepEqual(mails, [{ address: 'sefa@fotolot.example', data: { site: 'autovit' } }]);
    for (const [site, subject, setting] of [
      ['autovit', 'Autovit refuză aplicația Fotolot', /AUTOVIT_CLIENT_ID/],
      ['olx', 'OLX refuză aplicația Fotolot', /OLX_CLIENT_ID/],
    ] as const) {
      const mail = await siteRefusalMail(server.app, { data: { site } } as never);
      equal(mail?.subject, subject);
      match(mail?.text ?? '', setting);
    }
  });

  it('lets passwords be guessed by no person, network or crowd', async () => {
    const guess = (by: Client, n: number) => server.link(by, { ...PARC, password: `a${n}` });
    for (let n = 0; n < 5; n++) equal(await guess(person, n), 'wrong');
    await rejects(server.link(person), { code: 'http/too-many-requests' });
    const people = [await server.newUser(), await server.newUser(), await server.newUser()];
    await sql('delete from rate_limits');
    for (const each of people.slice(0, 2)) for (let n = 0; n < 5; n++) await guess(each, n);
    await rejects(guess(people[2] as Client, 0), { code: 'http/too-many-requests' });
    // A crowd with addresses of its own has one account's tries together.
    await sql(`update rate_limits set hits = 20 where key like 'adverts:password:account:%'`);
    await sql(`delete from rate_limits where key not like 'adverts:password:account:%'`);
    await rejects(guess(people[2] as Client, 0), { code: 'http/too-many-requests' });
    equal(await server.link(people[2] as Client, RULATE), 'linked');
  });

  it('keeps the password in no log, row, queue, answer or call of its stand-in, and the token in none either', async () => {
    lines.length = 0;
    const typed = { ...PARC, password: SECRET };
    equal(await server.link(person, typed), 'wrong');
    await server.setFaults({ callers: 'listed' });
    equal(await server.link(person), 'operator');
    await server.setFaults({});
    await server.sim('/password', { dealerId: 501, password: SECRET });
    const answers = [await server.link(person, typed)];
    equal(answers[0], 'linked');
    // What is sent is broken in ways that answers and logs like to quote.
    for (const body of [
      `{"site":"autovit","email":"${PARC.email}","password":"${SECRET}",}`,
      JSON.stringify({ site: 'autovit', email: PARC.email, password: { it: SECRET } }),
      JSON.stringify({ site: 'autovit', email: PARC.email, password: `${SECRET}\0` }),
      JSON.stringify({ site: SECRET, email: PARC.email, password: SECRET }),
      JSON.stringify({ site: 'autovit', email: PARC.email, password: SECRET, [SECRET]: 1 }),
    ]) {
      const headers = { 'content-type': 'application/json' };
      const answer = await person.fetch(connectByPassword.path, { method: 'POST', headers, body });
      equal(answer.status, 400);
      answers.push((await answer.text()) as ConnectionOutcome);
    }
    const [row] = await sql('select id, sealed_grant from advert_connections where user_id = $1', [
      person.uid,
    ]);
    const grant = openGrant(server.app, row.id, row.sealed_grant);
    const { token } = JSON.parse(grant?.accessToken ?? '{}');
    equal(grant?.refreshToken, null);
    ok(token.length > 20);
    const tables = await sql(
      `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const { calls } = await server.sim('');
    for (const secret of [SECRET, token]) {
      for (const { name } of tables)
        deepEqual(
          await sql(`select 1 from ${name} t where t::text like '%' || $1 || '%'`, [secret]),
          [],
          name,
        );
      for (const said of [...lines, ...answers, JSON.stringify(calls)]) equal(said.includes(secret), false);
    }
    match(lines.join('\n'), /advert-connected/);
    await server.sim('/password', { dealerId: 501, password: PARC.password });
  });

  it('is used to its end, says then that its hours are over, and is linked again in its place', async () => {
    await server.link(person);
    const id = (await only())?.id;
    await ageBy(11.95);
    ok((await list()).adverts.length > 0);
    equal((await only())?.broken, null);
    await ageBy(0.1);
    equal((await only())?.broken?.reason, 'over');
    await rejects(list(), {
      code: 'adverts/reconnect',
      message: /Autovit nu mai dă acces Fotolotului\. Leagă contul din nou\.$/,
    });
    equal(await server.link(person), 'linked');
    deepEqual([(await only())?.id, (await only())?.broken], [id, null]);
    ok((await list()).adverts.length > 0);
  });

  it('keeps no token whose hours are over, and takes none away before', async () => {
    await server.link(person);
    const sealed = async () =>
      (
        await sql('select sealed_grant, broken_reason from advert_connections where user_id = $1', [
          person.uid,
        ])
      )[0];
    await renewConnections(later(11.9));
    equal((await sealed()).broken_reason, null);
    await renewConnections(later(12.1));
    deepEqual(await sealed(), { sealed_grant: null, broken_reason: 'over' });
  });

  it('is broken before its time where the site takes the access back', async () => {
    await server.link(person);
    await server.setFaults({ account: 'locked' });
    await rejects(list(), { code: 'adverts/reconnect' });
    equal((await only())?.broken?.reason, 'ended');
  });

  it('is renewed without the password where the operator is a partner', async () => {
    await server.link(person);
    const { autovit } = server.app.adverts;
    ok(autovit);
    let renewals = 0;
    const partner = {
      ...autovit,
      accessHours: null,
      renew: async () => {
        renewals += 1;
        const given = await autovit.exchangePassword(PARC);
        return { ...given, refreshToken: 'partner' };
      },
    };
    const adverts = { ...server.app.adverts, autovit: partner };
    const linked = await sql('select id from advert_connections where user_id = $1', [person.uid]);
    const connectionId = linked[0].id;
    const { accessToken } = await autovit.exchangePassword(PARC);
    await sql('update advert_connections set sealed_grant = $1 where id = $2', [
      sealGrant(server.app, connectionId, { accessToken, refreshToken: 'partner' }),
      connectionId,
    ]);
    equal((await only())?.accessEndsAt, null);
    await renewConnections({ ...later(12.1), adverts });
    equal(renewals, 1);
    const reader = { userId: person.uid, connectionId };
    const found = await runWithGrant({ ...server.app, adverts }, reader, ({ site, accessToken: token }) =>
      site.readAdvert(token, GOLF),
    );
    equal(found.id, GOLF);
  });

  it('ends by its owner alone, and goes with the account', async () => {
    await server.link(person);
    const params = { connectionId: (await only())?.id ?? '' };
    const other = await server.newUser();
    await rejects(other.call(endConnection, { params }), { code: 'http/not-found' });
    await person.call(endConnection, { params });
    deepEqual(await sql('select 1 from advert_connections where user_id = $1', [person.uid]), []);
    await server.link(person);
    await server.app.change((unit) => eraseAccount(unit, server.app, person.uid));
    deepEqual(await sql('select 1 from advert_connections where user_id = $1', [person.uid]), []);
  });
});

describe('accounts at Autovit', () => {
  it('are not offered where the operator has none, and are at the real site without https', async () => {
    const typed = { site: 'autovit', ...PARC } as const;
    const off = await testServer();
    try {
      const person = await off.newUser();
      await rejects(person.call(connectByPassword, { body: typed }), { code: 'http/not-found' });
    } finally {
      await off.close();
    }
    const client = { AUTOVIT_CLIENT_ID: '1', AUTOVIT_CLIENT_SECRET: 'x' };
    const partner = { AUTOVIT_PARTNER_CODE: 'P', AUTOVIT_PARTNER_SECRET: 's' };
    const live = await testServer({ AUTOVIT_MODE: 'auto', ...client, ...partner });
    try {
      const person = await live.newUser();
      deepEqual((await person.call(readConnections, {})).sites, [
        { connectsBy: 'password', site: 'autovit', mode: 'live', canConnect: true, accessHours: null },
      ]);
    } finally {
      await live.close();
    }
  });
});
