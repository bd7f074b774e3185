import { type RawBuilder, sql } from 'kysely';
import type { Bucket, Range } from '#domain/analytics/reports.ts';
import type { Tx } from '#server/app.ts';

/** A report's range and bucket; days are Bucharest's. */
export interface ReportScope extends Range {
  readonly bucket: Bucket;
}

export interface ReportRow {
  readonly at: string | null;
  readonly series: string;
  readonly value: number;
}

const ZONE = sql.lit('Europe/Bucharest');

/** SQL: an instant lies in the range. Plain comparisons let an index serve. */
export function isWithin(column: RawBuilder<unknown>, { from, to }: Range): RawBuilder<boolean> {
  return sql<boolean>`(${column} >= ${from}::date::timestamp at time zone ${ZONE}
    and ${column} < (${to}::date + 1)::timestamp at time zone ${ZONE})`;
}

/** SQL: the day of Bucharest in which an instant lies. */
export function dayColumn(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${column} at time zone ${ZONE})::date`;
}

/** SQL: the first day of an instant's bucket, as a date: grouping many rows by text is slower. */
export function buildBucketColumn(
  column: RawBuilder<unknown>,
  { bucket }: Pick<ReportScope, 'bucket'>,
): RawBuilder<string> {
  return sql<string>`date_trunc(${sql.lit(bucket)}, ${column} at time zone ${ZONE})::date`;
}

/**
 * Selects the buckets of a range as rows (day, begins, ends), the outer ones cut to the range. A report that looks into each by an index
 * need not convert the zone of every row.
 */
export function buildSpansQuery({ from, to, bucket }: ReportScope): RawBuilder<unknown> {
  const one = sql.lit(`1 ${bucket}`);
  return sql`select day,
      greatest(day, ${from}::date)::timestamp at time zone ${ZONE} as begins,
      least((day + ${one}::interval)::date, ${to}::date + 1)::timestamp at time zone ${ZONE} as ends
    from (select generate_series(date_trunc(${sql.lit(bucket)}, ${from}::timestamp), ${to}::timestamp, ${one}::interval)::date as day) days`;
}

/** SQL: an instant lies in the joined row of spansOf. */
export function isInSpan(column: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${column} >= spans.begins and ${column} < spans.ends)`;
}

/** Plans each query of the transaction for its own range: a month and three years want different plans. */
export async function planByRange(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
}

/** SQL: a date as the wire has it. */
export function asDay(date: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${date}, 'YYYY-MM-DD')`;
}
