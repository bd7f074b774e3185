import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readMe } from '#contract/users.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';
import { unusedPort } from '#testing/unused-port.ts';

describe('metrics', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let metricsUrl: string;
  const read = async () => (await fetch(metricsUrl)).text();
  /** Value of the series with exactly these labels; null where it is not shown. */
  const valueIn = (text: string, series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return line ? Number(line.slice(series.length)) : null;
  };
  const value = async (series: string) => valueIn(await read(), series);

  before(async () => {
    const port = await unusedPort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    server = await testServer({ METRICS_PORT: String(port), NETOPIA_MODE: 'simulator' });
    owner = await server.newUser();
  });
  after(() => server.close());

  it('are on a port of their own, and on no other path or port', async () => {
    const reply = await fetch(metricsUrl);
    match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    match(await reply.text(), /^fotolot_build_info\{version="[\d.]+",role="all",node="v[\d.]+"\} 1$/m);
    equal((await fetch(new URL('/', metricsUrl))).status, 404);
    equal((await fetch(metricsUrl, { method: 'POST' })).status, 404);
    const atPublic = await fetch(`${server.url}/metrics`);
    ok(!(await atPublic.text()).includes('fotolot_'), 'the public port says nothing');
  });

  it('count requests, photos, claims, calls of the store, streams, connections and jobs of a lot', async () => {
    const tab = new EventStream(owner);
    await tab.waitForLiveEvent(({ key }) => key === 'users/me');
    const photoIds = await uploadPhotos(owner, [1, 2]);
    const batch = await newBatch(owner, { name: 'Skoda', photoIds });
    await startRun(owner, batch.id, { photoIds, cost: 1 });
    await runEnded(owner, batch.id);
    const text = await pollUntil(
      read,
      (all) => (valueIn(all, 'fotolot_notify_delay_seconds_count') ?? 0) > 0,
    );
    const of = (series: string) => valueIn(text, series) ?? Number.NaN;
    equal(of('fotolot_batch_photos_total{outcome="done"}'), 2);
    ok(of('fotolot_claim_seconds_count') >= 2);
    ok(of('fotolot_storage_seconds_count{operation="keep",outcome="ok"}') >= 2);
    equal(of('fotolot_live_streams'), 1);
    ok(of('fotolot_pool_connections{pool="requests"}') >= 1);
    equal(of('fotolot_pool_waiting{pool="jobs"}'), 0);
    equal(of('fotolot_jobs_waiting{queue="prepare-photo"}'), 0);
    deepEqual([of('fotolot_claimable'), of('fotolot_claimable_oldest_seconds')], [0, 0]);
    ok(of('nodejs_eventloop_lag_p99_seconds') >= 0);
    tab.close();
  });

  it('name routes as they are mounted and status codes, and nothing that is about a person', async () => {
    await owner.call(readMe, {});
    for (const path of [
      '/api/batches/lot_aaaaaaaaaaaaaaaaaaaaaaaaaa',
      '/api/batches/lot_bbbbbbbbbbbbbbbbbbbbbbbbbb',
      '/nicio/pagina',
    ])
      await (await owner.fetch(path)).text();
    const text = await pollUntil(
      read,
      (all) =>
        valueIn(
          all,
          'fotolot_http_requests_total{method="GET",route="/api/batches/:batchId",status="404"}',
        ) === 2,
    );
    ok(!/\b(usr|lot|img|res|run)_[a-z0-9]/.test(text), 'no ids');
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route));
    ok(routes.size < 30, [...routes].join(' '));
  });

  it('leave the queue’s figures unknown while the database is away, and show the rest as ever', async () => {
    await server.database.pool.query('alter view queue_now rename to away');
    await pollUntil(() => value('fotolot_claimable'), Number.isNaN);
    ok(((await value('fotolot_claim_seconds_count')) ?? 0) > 0);
    await server.database.pool.query('alter view away rename to queue_now');
    await pollUntil(
      () => value('fotolot_claimable'),
      (claimable) => claimable === 0,
    );
  });

  it('count what happens to orders, what an admin has to see to, and notifications by what came of them', async () => {
    const { pool } = server.database;
    await pool.query(
      `insert into orders (id, user_id, kind, item, name, credits, amount_bani, mode, state)
      select 'ord_' || state, $1, 'package', 'p', 'P', 1, 100, 'simulator', state from unnest(array['review', 'declined']) state`,
      [owner.uid],
    );
    await pool.query(`insert into order_events (order_id, seq, source, event, created_at)
      select 'ord_review', seq, 'us', event, now() - old from (values
        (1, 'start', '2 days'::interval), (2, 'start', '1 hour'), (3, 'paid', '1 hour')) as each (seq, event, old)`);
    await pool.query(`insert into mails (id, kind, ref, address, created_at)
      values ('mail_old', 'lot-ready', 'a', 'ana@fotolot.example', now() - interval '7 hours'),
        ('mail_new', 'lot-ready', 'b', 'ana@fotolot.example', now())`);
    const forged = await fetch(`${server.url}/api/payments/netopia/notify`, { method: 'POST', body: '{}' });
    await forged.text();
    const text = await pollUntil(read, (all) => valueIn(all, 'fotolot_orders_in_review') === 1);
    const of = (series: string) => valueIn(text, series);
    deepEqual(
      ['start', 'paid', 'refunded'].map((event) => of(`fotolot_order_events_day{event="${event}"}`)),
      [1, 1, null],
    );
    deepEqual(
      ['debts', 'debts_late', 'mails_given_up'].map((name) => of(`fotolot_${name}`)),
      [0, 0, 1],
    );
    equal(of('fotolot_payment_notifications_total{outcome="not believed"}'), 1);
  });
});
