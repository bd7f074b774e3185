import { type RawBuilder, sql } from 'kysely';
import type { Bucket, Range } from '#domain/analytics/reports.ts';
import type { Tx } from '#server/app.ts';

/** The range as the queries want it; days are Bucharest's. */
export interface ReportScope extends Range {
  readonly bucket: Bucket;
}

export interface ReportRow {
  readonly at: string | null;
  readonly series: string;
  readonly value: number;
}

const ZONE = sql.lit('Europe/Bucharest');

/** True when an instant lies in the range: plain comparisons, so that an index over it serves. */
export function isWithin(column: RawBuilder<unknown>, { from, to }: Range): RawBuilder<boolean> {
  return sql<boolean>`(${column} >= ${from}::date::timestamp at time zone ${ZONE}
    and ${column} < (${to}::date + 1)::timestamp at time zone ${ZONE})`;
}

/** The day of Bucharest in which an instant lies. */
export function dayColumn(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${column} at time zone ${ZONE})::date`;
}

/** The first day of the bucket in which an instant lies, as a date: what is grouped by many rows is no text. */
export function buildBucketColumn(
  column: RawBuilder<unknown>,
  { bucket }: Pick<ReportScope, 'bucket'>,
): RawBuilder<string> {
  return sql<string>`date_trunc(${sql.lit(bucket)}, ${column} at time zone ${ZONE})::date`;
}

/**
 * The buckets of a range as rows (day, begins, ends), the outer ones cut where it ends: a report that looks into each by an index is spared
 * to reckon the zone of every row.
 */
export function buildSpansQuery({ from, to, bucket }: ReportScope): RawBuilder<unknown> {
  const one = sql.lit(`1 ${bucket}`);
  return sql`select day,
      greatest(day, ${from}::date)::timestamp at time zone ${ZONE} as begins,
      least((day + ${one}::interval)::date, ${to}::date + 1)::timestamp at time zone ${ZONE} as ends
    from (select generate_series(date_trunc(${sql.lit(bucket)}, ${from}::timestamp), ${to}::timestamp, ${one}::interval)::date as day) days`;
}

/** True when an instant lies in the span beside which it stands. */
export function isInSpan(column: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${column} >= spans.begins and ${column} < spans.ends)`;
}

/** Plans each query of the transaction for its own range: a month and three years want different plans. */
export async function planByRange(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
}

/** A date as the wire has it. */
export function asDay(date: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${date}, 'YYYY-MM-DD')`;
}
