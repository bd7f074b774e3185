import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { readConnections } from '#server/adverts/connections/connections.ts';
import { renewConnections } from '#server/adverts/connections/renew-connections.ts';
import { type Access, runWithGrant } from '#server/adverts/connections/run-with-grant.ts';
import { openGrant } from '#server/adverts/connections/seal-grant.ts';
import { listLinked, type OlxServer, olxServer, SHOP } from '#testing/accounts/olx-server.ts';
import { type Client, countWaitersFor, pollUntil } from '#testing/server.ts';

const HOUR = 3_600_000;

describe('access to an account at OLX', () => {
  let server: OlxServer;
  let person: Client & { uid: string };
  let connectionId = '';
  before(async () => {
    server = await olxServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    await server.setFaults({});
    await sql('delete from advert_connections');
    person = await server.newUser();
    await server.link(person);
    connectionId = (await listLinked(person))[0]?.id ?? '';
  });

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const readRow = async () =>
    (await sql('select * from advert_connections where id = $1', [connectionId]))[0];
  const readGrant = async () => openGrant(server.app, connectionId, (await readRow()).sealed_grant);
  /** Another process on the same database, some hours later. */
  const later = (hours: number) => ({
    ...server.app,
    now: () => new Date(Date.now() + hours * HOUR),
  });
  /** The connection as if it had been made some hours earlier. */
  const ageBy = (hours: number) =>
    sql(
      `update advert_connections set expires_at = expires_at - $1 * interval '1 hour',
       renewed_at = renewed_at - $1 * interval '1 hour'`,
      [hours],
    );
  const run = <T>(work: (access: Access) => Promise<T>, app = server.app) =>
    runWithGrant(app, { userId: person.uid, connectionId }, work);
  const countTitles = ({ site, accessToken }: Access) =>
    site.listAdverts(accessToken, 0).then(({ adverts }) => adverts.length);
  const countRenewals = async () =>
    ((await server.sim('')).calls as { path: string; status: number }[]).filter(
      ({ path, status }) => path === '/api/open/oauth/token' && status === 200,
    ).length;
  const isBroken = async () => (await listLinked(person))[0]?.broken?.reason ?? null;

  it('serves calls for hours by the same token', async () => {
    const before = await countRenewals();
    ok((await run(countTitles)) > 0);
    ok((await run(countTitles, later(20))) > 0);
    equal(await countRenewals(), before);
  });

  it('is renewed once a day, and tokens of the day before go', async () => {
    const first = await readGrant();
    await renewConnections(server.app);
    deepEqual(await readGrant(), first);
    await renewConnections(later(23.5));
    const second = await readGrant();
    notEqual(second?.accessToken, first?.accessToken);
    notEqual(second?.refreshToken, first?.refreshToken);
    ok((await run(countTitles)) > 0);
  });

  it('is renewed before a use that begins in the last minutes of its token', async () => {
    const first = await readGrant();
    ok((await run(countTitles, later(23.95))) > 0);
    notEqual((await readGrant())?.accessToken, first?.accessToken);
  });

  it('is renewed by one of many that want it at once, and no account is lost', async () => {
    const before = await countRenewals();
    await ageBy(23.95);
    const runs = [1, 2, 3, 4, 5].map(() => run(countTitles));
    const jobs = [1, 2, 3].map(() => renewConnections(server.app));
    for (const titles of await Promise.all(runs)) ok(titles > 0);
    await Promise.all(jobs);
    equal((await countRenewals()) - before, 1);
    equal(await isBroken(), null);
    ok((await run(countTitles)) > 0);
  });

  it('waits for another process that renews it, and takes what that one got', async () => {
    const holder = await server.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from advert_connections where id = $1 for update', [connectionId]);
      const before = await countRenewals();
      await renewConnections(later(23.95));
      equal(await countRenewals(), before);
      const used = run(countTitles, later(23.95));
      await pollUntil(
        () => countWaitersFor(holder),
        (waiters) => waiters === 1,
      );
      await holder.query("update advert_connections set expires_at = now() + interval '3 days'");
      await holder.query('commit');
      ok((await used) > 0);
      equal(await countRenewals(), before);
    } finally {
      holder.release();
    }
  });

  it('is renewed once when the site refuses a token before its time, and the work is run again', async () => {
    await server.setFaults({ api: '401-once' });
    const first = await readGrant();
    ok((await run(countTitles)) > 0);
    notEqual((await readGrant())?.accessToken, first?.accessToken);
    await server.setFaults({ api: '401' });
    await rejects(run(countTitles), { kind: 'token' });
    equal(await isBroken(), null);
  });

  it('keeps a renewal token that the site does not replace, and understands its seconds as text', async () => {
    await server.setFaults({ refresh: 'same-token', seconds: 'text' });
    const first = await readGrant();
    await renewConnections(later(24));
    const second = await readGrant();
    notEqual(second?.accessToken, first?.accessToken);
    equal(second?.refreshToken, first?.refreshToken);
    const { expires_at: until, renewed_at: at } = await readRow();
    ok(until.getTime() > Date.now() + 23 * HOUR && at.getTime() > Date.now() + 23 * HOUR);
    await server.setFaults({});
    await renewConnections(later(48));
    notEqual((await readGrant())?.refreshToken, first?.refreshToken);
  });

  it('is broken once the person withdrew it at OLX; tokens go, and linking again mends it', async () => {
    await server.sim('/withdraw', { sellerId: 101 });
    await rejects(run(countTitles), { kind: 'reconnect' });
    equal(await isBroken(), 'ended');
    equal((await readRow()).sealed_grant, null);
    await rejects(run(countTitles), { kind: 'reconnect' });
    await server.link(person);
    equal(await isBroken(), null);
    ok((await run(countTitles)) > 0);
  });

  it('is broken by the daily renewal too, for that account alone', async () => {
    await server.link(person, SHOP);
    await server.sim('/withdraw', { sellerId: 101 });
    await renewConnections(later(24));
    const states = (await listLinked(person)).map(({ seller, broken }) => [seller, broken?.reason ?? null]);
    deepEqual(states.sort(), [
      ['Ana (privat)', 'ended'],
      ['Magazin (firmă)', null],
    ]);
  });

  it('that is too small for the work is to be given again', async () => {
    await rejects(
      run(async () => {
        throw new SiteFailure('reconnect');
      }),
      { kind: 'reconnect' },
    );
    equal(await isBroken(), 'narrow');
  });

  it('stays through an outage of OLX, and is renewed an hour later', async () => {
    const first = await readGrant();
    await server.setFaults({ refresh: '500' });
    await renewConnections(later(24));
    await rejects(run(countTitles, later(24)), { kind: 'away' });
    deepEqual(await readGrant(), first);
    equal(await isBroken(), null);
    await server.setFaults({});
    await renewConnections(later(25));
    notEqual((await readGrant())?.accessToken, first?.accessToken);
  });

  it('stays where OLX refuses the operator, who is told by mail once a day', async () => {
    await sql("update users set role = 'admin' where id = $1", [person.uid]);
    const first = await readGrant();
    await server.setFaults({ refresh: 'invalid_client' });
    await renewConnections(later(24));
    await renewConnections(later(24.1));
    await rejects(run(countTitles, later(24)), { kind: 'operator' });
    deepEqual(await readGrant(), first);
    equal(await isBroken(), null);
    equal((await sql("select 1 from mails where kind = 'site-refusal'")).length, 1);
  });

  it('is given to no other person, nor used for a suspended account, which keeps it', async () => {
    const other = await server.newUser();
    const strange = runWithGrant(server.app, { userId: other.uid, connectionId }, countTitles);
    await rejects(strange, { code: 'http/not-found' });
    await sql('update users set suspended_at = now() where id = $1', [person.uid]);
    await rejects(run(countTitles), { code: 'auth/suspended' });
    ok(await readGrant());
    await sql('update users set suspended_at = null where id = $1', [person.uid]);
    ok((await run(countTitles)) > 0);
  });

  it('at the stand-in is none at the real OLX, and is forgotten there in time', async () => {
    const { olx } = server.app.adverts;
    ok(olx);
    const real = { adverts: { autovit: null, woocommerce: null, olx: { ...olx, mode: 'live' as const } } };
    const reader = { id: person.uid, role: 'user', sessionId: '' } as const;
    deepEqual((await readConnections({ ...server.app, ...real }, reader)).connections, []);
    await rejects(run(countTitles, { ...later(0), ...real }), { code: 'http/not-found' });
    const first = await readGrant();
    await renewConnections({ ...later(24), ...real });
    deepEqual(await readGrant(), first);
    await renewConnections({ ...later(31 * 24 + 1), ...real });
    equal(await readRow(), undefined);
  });

  it('is forgotten 31 days after its last renewal where the operator has no OLX any more', async () => {
    const without = (hours: number) => ({
      ...later(hours),
      adverts: { olx: null, autovit: null, woocommerce: null },
    });
    await renewConnections(without(30 * 24));
    ok(await readRow());
    await rejects(run(countTitles, without(0)), { code: 'http/not-found' });
    await renewConnections(without(31 * 24 + 1));
    equal(await readRow(), undefined);
  });
});
