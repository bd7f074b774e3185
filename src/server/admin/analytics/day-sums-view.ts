import { type RawBuilder, sql } from 'kysely';
import { addDays, type Range } from '#domain/analytics/reports.ts';
import { dayColumn, isWithin, type ReportRow, type ReportScope } from '#server/admin/analytics/scope-view.ts';
import type { Db } from '#server/app.ts';

/** Reports that add up by days: past days are read as sums, later ones from the rows themselves. */
export const SUMMED = ['credits', 'presets'] as const;
export type Summed = (typeof SUMMED)[number];

/** Selects rows of (day, series, value) over a range. */
export const SOURCES: Record<Summed, (range: Range) => RawBuilder<unknown>> = {
  credits: (range) => sql`
    select ${dayColumn(sql.ref('hour'))} as day, series, sum(amount)::bigint as value from (
      select date_trunc('hour', created_at) as hour, sum(amount) as amount,
        case when kind = 'spend' then 'spent' when kind = 'expire' then 'expired'
          when kind = 'refund' or (kind = 'correct' and delta < 0) then 'withdrawn' else 'granted' end as series
      from credit_ledger
      where ${isWithin(sql.ref('created_at'), range)} and kind not in ('hold', 'release') and amount > 0
      group by 1, 3) hours
    group by 1, 2`,
  presets: (range) => sql`
    select ${dayColumn(sql.ref('r.finished_at'))} as day,
      case when output->>'key' like 'custom-%' then 'custom' else output->>'key' end as series,
      sum(done.n)::bigint as value
    from runs r
    cross join lateral (
      select count(*) as n from run_photos p where p.run_id = r.id and p.state = 'done') done
    cross join lateral jsonb_array_elements(r.outputs) output
    where ${isWithin(sql.ref('r.finished_at'), range)} and done.n > 0
    group by 1, 2`,
};

export const FIRST_DAYS: Record<Summed, RawBuilder<unknown>> = {
  credits: sql`select min(created_at) as at from credit_ledger`,
  presets: sql`select min(finished_at) as at from runs`,
};

/** Returns the report by bucket; `at` is null where it has no time. */
export async function readSums(
  db: Db,
  report: Summed,
  { scope, isOverTime }: { scope: ReportScope; isOverTime: boolean },
): Promise<ReportRow[]> {
  const { rows: sums } = await sql<{ until: string }>`
    select to_char(until, 'YYYY-MM-DD') as until from report_sums where report = ${report}`.execute(db);
  const until = sums[0]?.until ?? '';
  const fresh = { from: until >= scope.from ? addDays(until, 1) : scope.from, to: scope.to };
  const at = isOverTime
    ? sql`to_char(date_trunc(${sql.lit(scope.bucket)}, day::timestamp), 'YYYY-MM-DD')`
    : sql`null::text`;
  const { rows } = await sql<ReportRow>`
    select ${at} as at, series, sum(value)::float8 as value from (
      select day, series, value from report_days
      where report = ${report} and day between ${scope.from}::date and ${scope.to}::date
      ${fresh.from > fresh.to ? sql`` : sql`union all ${SOURCES[report](fresh)}`}) days
    group by 1, 2 order by 1, 3 desc`.execute(db);
  return rows;
}
