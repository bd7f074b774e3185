import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { addDays, REPORTS, type Report } from '#domain/analytics/reports.ts';
import { dayOf } from '#domain/language/time.ts';
import { readReport } from '#server/admin/analytics/read-report.ts';
import { sumUpDays } from '#server/admin/analytics/sum-up-days.ts';
import type { App } from '#server/app.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { seedAnalytics } from './seed-analytics.ts';

describe('reports over a seeded year', () => {
  let t: TestApp;
  let app: App;
  const to = () => dayOf(app.now());
  const range = () => ({ from: addDays(to(), -364), to: to() });
  const sums = async (report: Report) => {
    const { rows } = await readReport(app, report, range());
    const all = new Map<string, number>();
    for (const { series, value } of rows) all.set(series, (all.get(series) ?? 0) + value);
    return Object.fromEntries([...all].sort(([a], [b]) => a.localeCompare(b)));
  };
  const counted = async (text: string) => {
    const since = ` >= '${range().from} 00:00 Europe/Bucharest'`;
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what the query carries
    return (await sql<any>`${sql.raw(text.replaceAll('RANGE', since))}`.execute(app.db)).rows;
  };

  before(async () => {
    t = await testApp();
    app = t.app;
    await seedAnalytics(app, { users: 200, runs: 3000 });
  });
  after(() => t.close());

  it('agree with what a plain count says', async () => {
    const [people] = await counted(`select count(*)::int as registered from users where created_at RANGE`);
    deepEqual(await sums('registrations'), people);
    const credits = await counted(
      `select kind, sum(amount)::int as n from credit_ledger where created_at RANGE and amount > 0 group by 1`,
    );
    const of = (kind: string) => credits.find((row) => row.kind === kind)?.n ?? 0;
    deepEqual(await sums('credits'), { granted: of('grant'), spent: of('spend') });
    const [failed] = await counted(
      `select count(*)::int as "photos/corrupt" from run_photos where state = 'failed' and finished_at RANGE`,
    );
    deepEqual(await sums('failures'), failed);
    const sold = await counted(
      `select 'package:' || name as series, sum(price_bani)::float8 / 100 as value from credit_purchases
       where created_at RANGE group by 1 order by 1`,
    );
    deepEqual(await sums('revenue'), Object.fromEntries(sold.map(({ series, value }) => [series, value])));
    const [photos] = await counted(
      `select count(*)::int as n from run_photos p join runs r on r.id = p.run_id
       where p.state = 'done' and r.outputs @> '[{"key": "olx"}]' and r.finished_at RANGE`,
    );
    equal((await sums('presets')).OLX, photos.n);
    const { registered = 0, uploaded = 0, processed = 0, paid = 0 } = await sums('funnel');
    ok(registered > uploaded && uploaded > processed && processed > paid && paid > 0);
  });

  it('say the same once the days that are over are summed up, however often that is done', async () => {
    const before = await Promise.all([sums('credits'), sums('presets')]);
    await sumUpDays(app);
    await sumUpDays(app);
    const [{ n }] = await counted(`select count(*)::int as n from report_days`);
    ok(n > 300);
    deepEqual(await Promise.all([sums('credits'), sums('presets')]), before);
    // A day that ends later is added to those before it.
    t.advance(3 * 86_400_000);
    await sumUpDays(app);
    t.advance(-3 * 86_400_000);
    deepEqual(await Promise.all([sums('credits'), sums('presets')]), before);
  });

  it('are refused for days that are none, and for too many of them', async () => {
    for (const [from, till] of [
      ['2026-02-30', '2026-03-01'],
      ['2026-03-02', '2026-03-01'],
      ['2020-01-01', '2026-01-01'],
    ])
      for (const report of REPORTS)
        await rejects(readReport(app, report, { from, to: till }), { code: 'http/bad-request' });
  });

  it('come from no database in which anybody has an account', async () => {
    await rejects(seedAnalytics(app, { users: 1, runs: 1 }), /no scratch database/);
  });
});
