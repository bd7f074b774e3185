import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { findFirm } from '#contract/orders.ts';
import { readOperator } from '#contract/payments.ts';
import { DAY_MS } from '#domain/days.ts';
import { createAnafRegistry } from '#server/adapters/firm-registry/anaf.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { takeTurn } from '#server/payments/firms/firm-store.ts';
import { type Client, Refused, type TestServer, testServer } from '#testing/server.ts';
import { type Anaf, FIRMS, NOT_THERE, startAnaf } from '#testing/shop/anaf.ts';

describe('a firm looked up for a bill', () => {
  let server: TestServer;
  let anaf: Anaf;
  let person: Client;
  /** Milliseconds that the server's clock is ahead. */
  let ahead = 0;
  const heard: string[] = [];

  before(async () => {
    anaf = await startAnaf();
    server = await testServer({ FIRM_REGISTRY: 'live' }, (line) => heard.push(line));
    Object.assign(server.app, {
      now: () => new Date(Date.now() + ahead),
      firmRegistry: createAnafRegistry({ mode: 'live', baseUrl: async () => anaf.url, callMs: 60_000 }),
    });
  });
  after(async () => {
    await server.close();
    await anaf.close();
  });
  beforeEach(async () => {
    ahead = 0;
    heard.length = 0;
    await anaf.setFaults({});
    await server.database.pool.query('delete from registered_firms');
    person = await server.newUser();
    await passSecond();
  });
  /** The second between two requests, of the stand-in and of the installation. */
  const passSecond = async () => {
    await anaf.passSecond();
    await server.database.pool.query('delete from firm_registry_turns');
  };
  /** Seconds after which a person is to try again. */
  const secondsAskedFor = async (by = person) => {
    const refusal = await ask(FIRMS.SECTOR, by).catch((error: Refused) => error);
    ok(refusal instanceof Refused);
    equal(refusal.code, 'http/too-many-requests');
    return Number(refusal.details.retryAfter);
  };
  const ask = (cui: string, by = person) => by.call(findFirm, { body: { cui } });

  it('comes with what the registry has, however the CUI is written', async () => {
    const { outcome, firm } = await ask(` ro ${FIRMS.PAYER} `);
    deepEqual(
      [outcome, firm?.cui, firm?.name, firm?.paysVat],
      ['found', FIRMS.PAYER, 'ANTICARIAT DE PROBĂ S.R.L.', true],
    );
    await passSecond();
    equal((await ask(FIRMS.INACTIVE)).firm?.standing, 'inactive');
    await passSecond();
    deepEqual(await ask(NOT_THERE), { outcome: 'not-found', firm: null });
  });

  it('is for people who are signed in', async () => {
    await rejects(ask(FIRMS.PAYER, server.client()), { status: 401, code: 'auth/session-required' });
  });

  it('reaches no registry with a wrong digit', async () => {
    const before = await anaf.countRequests();
    for (const cui of ['9000000012', '', 'abc', '99999999999', '1'.repeat(300)]) {
      const refusal = await ask(cui).catch((error: Refused) => error);
      ok(refusal instanceof Refused);
      deepEqual(
        [refusal.code, refusal.details],
        ['payments/billing-invalid', { problems: { cui: 'wrong' } }],
      );
    }
    equal(await anaf.countRequests(), before);
  });

  it('is asked for once a day, for all who look it up, and again on the next', async () => {
    await ask(FIRMS.PAYER);
    const asked = await anaf.countRequests();
    await anaf.setFaults({ registry: '500' });
    const other = await server.newUser();
    ahead = DAY_MS - 60_000;
    equal((await ask(FIRMS.PAYER, other)).outcome, 'found');
    equal(await anaf.countRequests(), asked);
    ahead = DAY_MS + 60_000;
    equal((await ask(FIRMS.PAYER)).outcome, 'away');
    equal(await anaf.countRequests(), asked + 1);
    await anaf.setFaults({});
    await passSecond();
    equal((await ask(FIRMS.PAYER)).outcome, 'found');
  });

  it('is kept without a trace of who asked, and forgotten after a day', async () => {
    await ask(FIRMS.PAYER);
    const { rows } = await server.database.pool.query('select * from registered_firms');
    deepEqual(Object.keys(rows[0]).sort(), ['asked_at', 'cui', 'facts']);
    ok(!JSON.stringify(rows).includes('fotolot.example'));
    const count = async () =>
      (await server.database.pool.query('select count(*)::int as n from registered_firms')).rows[0].n;
    ahead = DAY_MS - 60_000;
    await dailyCleanup(server.app, server.uploads);
    equal(await count(), 1);
    ahead = DAY_MS + 60_000;
    await dailyCleanup(server.app, server.uploads);
    equal(await count(), 0);
  });

  it('is away where the registry fails, which the log says without the CUI', async () => {
    for (const registry of ['html', '500', 'cut', 'reset']) {
      await passSecond();
      await anaf.setFaults({ registry });
      deepEqual(await ask(FIRMS.PAYER), { outcome: 'away', firm: null }, registry);
    }
    const said = heard.filter((line) => line.includes('the registry of firms is away'));
    equal(said.length, 4);
    ok(!said.join('').includes(FIRMS.PAYER));
    const { rowCount } = await server.database.pool.query('select from registered_firms');
    equal(rowCount, 0);
  });

  it('is asked for once more after the pause that the registry wants, where a person may wait so long', async () => {
    for (const registry of ['429', 'limit']) {
      await server.database.pool.query('delete from registered_firms');
      await passSecond();
      await anaf.setFaults({ registry, times: 1 });
      const asked = await anaf.countRequests();
      equal((await ask(FIRMS.PAYER)).outcome, 'found', registry);
      equal(await anaf.countRequests(), asked + 2);
    }
  });

  it('is refused with the seconds to wait where the registry wants a longer pause, for all who look firms up', async () => {
    await anaf.setFaults({ registry: '429-with-time', times: 1 });
    const asked = await anaf.countRequests();
    for (const by of [person, await server.newUser()]) {
      const seconds = await secondsAskedFor(by);
      // More than any person waits.
      ok(seconds > 3 && seconds <= 7, `${seconds}`);
    }
    equal(await anaf.countRequests(), asked + 1);
    await passSecond();
    equal((await ask(FIRMS.PAYER)).outcome, 'found');
  });

  it('is looked up thirty times an hour by one person', async () => {
    await ask(FIRMS.PAYER);
    for (let n = 1; n < 30; n += 1) await ask(FIRMS.PAYER);
    const refusal = await ask(FIRMS.PAYER).catch((error: Refused) => error);
    ok(refusal instanceof Refused);
    equal(refusal.code, 'http/too-many-requests');
    equal((await ask(FIRMS.PAYER, await server.newUser())).outcome, 'found');
  });

  it('waits for its turn of one a second over all processes, and for three seconds at most', async () => {
    const waits: (number | null)[] = [];
    for (let n = 0; n < 5; n += 1) waits.push(await takeTurn(server.app.db));
    const [first, second, third, fourth, fifth] = waits as [number, number, number, number | null, null];
    equal(first, 0);
    ok(second > 1000 - 200 && second <= 1200, `${second}`);
    ok(third - second > 900 && third <= 2400, `${third}`);
    // The fourth has a place only when the ones before took long.
    ok(fourth === null || fourth <= 3000, `${fourth}`);
    equal(fifth, null);
    ok((await secondsAskedFor()) <= 5);
    await server.database.pool.query(`update firm_registry_turns set next_at = next_at + interval '1 day'`);
    equal(await takeTurn(server.app.db), 0);
  });

  it('is not offered where the registry is off', async () => {
    equal((await server.client().call(readOperator, {})).firmRegistry, 'live');
    const registry = server.app.firmRegistry;
    Object.assign(server.app, { firmRegistry: null });
    equal((await server.client().call(readOperator, {})).firmRegistry, 'off');
    deepEqual(await ask(FIRMS.PAYER), { outcome: 'away', firm: null });
    Object.assign(server.app, { firmRegistry: registry });
  });
});
