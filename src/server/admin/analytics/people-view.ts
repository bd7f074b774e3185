import { sql } from 'kysely';
import { asDay, bucketOf, isWithin, type Row, type Scope } from '#server/admin/analytics/scope.ts';
import type { App } from '#server/app.ts';

/** The weeks of registration that a table still shows, and for how many weeks each is followed. */
const COHORTS = 12;
const BUCKET = asDay(sql.ref('bucket'));

export async function registrations({ db }: Pick<App, 'db'>, scope: Scope): Promise<Row[]> {
  const at = sql.ref('created_at');
  const { rows } = await sql<Row>`
    select ${BUCKET} as at, 'registered' as series, count(*)::int as value
    from (select ${bucketOf(at, scope)} as bucket from users where ${isWithin(at, scope)}) people
    group by bucket`.execute(db);
  return rows;
}

/** Who began a lot or a processing, once per bucket. */
export async function active({ db }: Pick<App, 'db'>, scope: Scope): Promise<Row[]> {
  const at = sql.ref('created_at');
  const { rows } = await sql<Row>`
    select ${BUCKET} as at, 'active' as series, count(*)::int as value from (
      select owner_id, ${bucketOf(at, scope)} as bucket from batches where ${isWithin(at, scope)}
      union
      select owner_id, ${bucketOf(at, scope)} as bucket from runs where ${isWithin(at, scope)}) people
    group by bucket`.execute(db);
  return rows;
}

/** Of those who registered in the range: who uploaded, had a processing end well, paid, until today. */
export async function funnel({ db }: Pick<App, 'db'>, scope: Scope): Promise<Row[]> {
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

/** Of those who registered in a week, how many began a lot or a processing in each week after it. */
export async function retention({ db }: Pick<App, 'db'>, scope: Scope): Promise<Row[]> {
  const week = { bucket: 'week' } as const;
  const [registered, begun] = [sql.ref('u.created_at'), sql.ref('a.created_at')];
  const { rows } = await sql<Row>`
    with cohort as materialized (
      select id, bucket from (
        select u.id, ${bucketOf(registered, week)} as bucket from users u where ${isWithin(registered, scope)}) u
      where bucket > ${scope.to}::date - ${COHORTS * 7}::int),
    acts as (
      select c.id, c.bucket, (${bucketOf(begun, week)} - c.bucket) / 7 as later
      from cohort c join batches a on a.owner_id = c.id
      union
      select c.id, c.bucket, (${bucketOf(begun, week)} - c.bucket) / 7 as later
      from cohort c join runs a on a.owner_id = c.id)
    select ${BUCKET} as at, 'size' as series, count(*)::int as value from cohort group by bucket
    union all
    select ${BUCKET}, later::text, count(*)::int from acts
    where later between 0 and ${COHORTS - 1} group by bucket, later`.execute(db);
  return rows;
}
