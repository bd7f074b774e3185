import { sql } from 'kysely';
import { addDays } from '#domain/analytics/reports.ts';
import { FIRST_DAYS, SOURCES, type Summed } from '#server/admin/analytics/day-sums-view.ts';
import { dayColumn } from '#server/admin/analytics/scope-view.ts';
import type { Tx } from '#server/app.ts';

/** Sums up the days since the last time, up to and including `until`. Doing it twice adds nothing twice. */
export async function sumUpDays(tx: Tx, report: Summed, until: string): Promise<void> {
  const first = sql`(select coalesce(${dayColumn(sql.ref('at'))} - 1, ${until}::date) from (${FIRST_DAYS[report]}) first)`;
  await sql`insert into report_sums (report, until) values (${report}, ${first}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ until: string }>`
    select to_char(until, 'YYYY-MM-DD') as until from report_sums where report = ${report} for update`.execute(
    tx,
  );
  const last = rows[0]?.until ?? until;
  if (last >= until) return;
  const range = { from: addDays(last, 1), to: until };
  await sql`
    insert into report_days (report, day, series, value)
    select ${report}, day, series, value from (${SOURCES[report](range)}) source`.execute(tx);
  await sql`update report_sums set until = ${until} where report = ${report}`.execute(tx);
}
