import { sql } from 'kysely';
import { addDays, bucketStarts } from '#domain/analytics/reports.ts';
import {
  asDay,
  buildBucketColumn,
  buildSpansQuery,
  isInSpan,
  isWithin,
  type ReportRow,
  type ReportScope,
} from '#server/admin/analytics/scope-view.ts';
import type { App } from '#server/app.ts';

/** The weeks of registration that a table still shows, and for how many weeks each is followed. */
const COHORTS = 12;
const BUCKET = asDay(sql.ref('bucket'));

export async function readRegistrations({ db }: Pick<App, 'db'>, scope: ReportScope): Promise<ReportRow[]> {
  const at = sql.ref('created_at');
  const { rows } = await sql<ReportRow>`
    select ${BUCKET} as at, 'registered' as series, count(*)::int as value
    from (select ${buildBucketColumn(at, scope)} as bucket from users where ${isWithin(at, scope)}) people
    group by bucket`.execute(db);
  return rows;
}

/** The users who began a batch or a processing in a span, each once. */
const BEGUN = isInSpan(sql.ref('created_at'));
const ACTING = sql`select owner_id from batches where ${BEGUN} union select owner_id from runs where ${BEGUN}`;

/** Counts the users who began a batch or a processing, once per bucket. */
export async function readActiveUsers({ db }: Pick<App, 'db'>, scope: ReportScope): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    with spans as materialized (${buildSpansQuery(scope)})
    select ${asDay(sql.ref('day'))} as at, 'active' as series, people as value
    from spans cross join lateral (select count(*)::int as people from (${ACTING}) acting) counted
    where people > 0`.execute(db);
  return rows;
}

/** Counts those who registered in the range, and how many of them uploaded, had a processing end well, paid, until today. */
export async function readFunnel({ db }: Pick<App, 'db'>, scope: ReportScope): Promise<ReportRow[]> {
  const { rows } = await sql<{ registered: number; uploaded: number; processed: number; paid: number }>`
    select count(*)::int as registered,
      count(*) filter (where processed or uploaded)::int as uploaded,
      count(*) filter (where processed)::int as processed,
      count(*) filter (where paid)::int as paid
    from (
      select
        exists (select from runs r where r.owner_id = u.id and r.state in ('done', 'partial')) as processed,
        exists (select from batches b join batch_photos p on p.batch_id = b.id where b.owner_id = u.id)
          or exists (select from photos p where p.owner_id = u.id and p.purged_at is null) as uploaded,
        exists (select from credit_purchases c join orders o on o.id = c.order_id
          where c.user_id = u.id and o.mode <> 'imported') as paid
      from users u where ${isWithin(sql.ref('u.created_at'), scope)}) people`.execute(db);
  const [people] = rows;
  return Object.entries(people ?? {}).map(([series, value]) => ({ at: null, series, value }));
}

/** Counts, of those who registered in a week, how many began a batch or a processing in each week after it. */
export async function readUserRetention({ db }: Pick<App, 'db'>, scope: ReportScope): Promise<ReportRow[]> {
  const { from, to } = scope;
  const registered = sql.ref('created_at');
  const week = { bucket: 'week' } as const;
  const first = addDays(to, 1 - COHORTS * 7);
  const [monday = from] = bucketStarts({ from: from > first ? from : first, to }, 'week');
  const weeks = buildSpansQuery({ ...week, from: monday, to: addDays(to, COHORTS * 7) });
  const { rows } = await sql<ReportRow>`
    with spans as materialized (${weeks}),
    cohort as materialized (
      select id, bucket from (
        select id, ${buildBucketColumn(registered, week)} as bucket from users where ${isWithin(registered, scope)}) u
      where bucket >= ${first}::date)
    select ${BUCKET} as at, 'size' as series, count(*)::int as value from cohort group by bucket
    union all
    select ${BUCKET}, ((day - bucket) / 7)::text, count(*)::int
    from spans cross join lateral (${ACTING}) acting join cohort on cohort.id = acting.owner_id
    where (day - bucket) / 7 between 0 and ${COHORTS - 1} and day >= bucket
    group by bucket, (day - bucket) / 7`.execute(db);
  return rows;
}
