import { sql } from 'kysely';
import { readSums } from '#server/admin/analytics/day-sums-view.ts';
import {
  asDay,
  buildSpansQuery,
  isInSpan,
  isWithin,
  type ReportRow,
  type ReportScope,
} from '#server/admin/analytics/scope-view.ts';
import type { App } from '#server/app.ts';
import { presetsAt } from '#server/recipes/preset-store.ts';

/** Photos delivered by output: custom sizes together. */
export async function readPresetUse(
  { db, now }: Pick<App, 'db' | 'now'>,
  scope: ReportScope,
): Promise<ReportRow[]> {
  const labels = new Map((await presetsAt(db, now())).map(({ key, label }) => [key, label]));
  const rows = await readSums(db, 'presets', { scope, isOverTime: false });
  return rows.map((row) => ({ ...row, series: labels.get(row.series) ?? row.series }));
}

/** Seconds until a run began, and of its work: of half of the runs, and of all but the slowest twentieth. */
export async function readProcessingTimes({ db }: Pick<App, 'db'>, scope: ReportScope): Promise<ReportRow[]> {
  const { rows } = await sql<{ at: string; wait: number[]; work: number[] }>`
    with spans as materialized (${buildSpansQuery(scope)})
    select ${asDay(sql.ref('day'))} as at, wait, work from spans cross join lateral (
      select percentile_cont(array[0.5, 0.95]) within group (order by date_part('epoch', started_at - created_at)) as wait,
        percentile_cont(array[0.5, 0.95]) within group (order by date_part('epoch', finished_at - started_at)) as work
      from runs
      where ${isInSpan(sql.ref('finished_at'))} and started_at is not null and state in ('done', 'partial')) ended
    where wait is not null`.execute(db);
  return rows.flatMap(({ at, wait, work }) => {
    const [waitHalf = 0, waitMost = 0] = wait;
    const [workHalf = 0, workMost = 0] = work;
    const values = { 'wait-50': waitHalf, 'wait-95': waitMost, 'work-50': workHalf, 'work-95': workMost };
    return Object.entries(values).map(([series, value]) => ({ at, series, value: Number(value.toFixed(2)) }));
  });
}

/** Photos that could not be processed, by why. */
export async function readFailures({ db }: Pick<App, 'db'>, scope: ReportScope): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select null as at, coalesce(error->>'code', 'http/internal') as series, count(*)::int as value from run_photos
    where state = 'failed' and ${isWithin(sql.ref('finished_at'), scope)}
    group by 2 order by 3 desc`.execute(db);
  return rows;
}
