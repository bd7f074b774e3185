import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { addDays, REPORTS, type Report } from '#domain/analytics/reports.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { readReport } from '#server/admin/analytics/read-report.ts';
import { sumUpDays } from '#server/admin/analytics/sum-up-days.ts';
import type { App } from '#server/app.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { seedAnalytics } from './seed-analytics.ts';

describe('reports over a seeded year', () => {
  let t: TestApp;
  let app: App;
  const to = () => toBucharestDay(app.now());
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

  it('say of weeks, months and days what grouping every row by its own says', async () => {
    const bucket = (at: string, unit: string) =>
      `to_char(date_trunc('${unit}', ${at} at time zone 'Europe/Bucharest'), 'YYYY-MM-DD')`;
    for (const [days, unit] of [
      [365, 'week'],
      [700, 'month'],
      [45, 'day'],
    ] as const) {
      const asked = { from: addDays(to(), 1 - days), to: addDays(to(), -2) };
      const within = (at: string) =>
        `(${at} at time zone 'Europe/Bucharest')::date between '${asked.from}' and '${asked.to}'`;
      const rowsOf = async (report: Report) =>
        (await readReport(app, report, asked)).rows
          .map(({ at, series, value }) => `${at} ${series} ${value}`)
          .sort();
      const plain = async (text: string) =>
        (await counted(text))
          .map(({ at, series, value }) => `${at} ${series} ${Number(Number(value).toFixed(2))}`)
          .sort();
      const acts = `(select owner_id, created_at from batches union all select owner_id, created_at from runs) acts`;
      deepEqual(
        await rowsOf('active'),
        await plain(`select ${bucket('created_at', unit)} as at, 'active' as series, count(distinct owner_id) as value
          from ${acts} where ${within('created_at')} group by 1`),
      );
      const half = (name: string, { from, till }: { from: string; till: string }, share: number) =>
        `select ${bucket('finished_at', unit)} as at, '${name}' as series,
           percentile_cont(${share}) within group (order by date_part('epoch', ${till} - ${from})) as value
         from runs where ${within('finished_at')} and state in ('done', 'partial') group by 1`;
      deepEqual(
        await rowsOf('processing'),
        await plain(
          [
            half('wait-50', { from: 'created_at', till: 'started_at' }, 0.5),
            half('wait-95', { from: 'created_at', till: 'started_at' }, 0.95),
            half('work-50', { from: 'started_at', till: 'finished_at' }, 0.5),
            half('work-95', { from: 'started_at', till: 'finished_at' }, 0.95),
          ].join(' union all '),
        ),
      );
      const monday = (at: string) => `date_trunc('week', ${at} at time zone 'Europe/Bucharest')::date`;
      deepEqual(
        await rowsOf('retention'),
        await plain(`with c as (
            select id, ${monday('created_at')} as week from users
            where ${within('created_at')} and ${monday('created_at')} > '${asked.to}'::date - 84)
          select to_char(week, 'YYYY-MM-DD') as at, 'size' as series, count(*) as value from c group by 1
          union all
          select to_char(week, 'YYYY-MM-DD'), ((${monday('acts.created_at')} - week) / 7)::text, count(distinct id)
          from c join ${acts} on owner_id = id
          where ${monday('acts.created_at')} between week and week + 83 group by 1, 2`),
      );
    }
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
      ['0000-01-01', '0000-02-01'],
      ['9999-12-01', '9999-12-31'],
    ] as const)
      for (const report of REPORTS)
        await rejects(readReport(app, report, { from, to: till }), { code: 'http/bad-request' });
  });

  it('come from no database in which there is an account', async () => {
    await rejects(seedAnalytics(app, { users: 1, runs: 1 }), /no scratch database/);
  });
});
