import { sql } from 'kysely';
import type { Overview } from '#contract/admin/admin-overview.ts';
import { MONEY_BACK } from '#server/admin/analytics/money-view.ts';
import { modelOnItsWay } from '#server/admin/models/read-models.ts';
import { readQueueNow } from '#server/admin/queue-now-view.ts';
import { lastVerify } from '#server/admin/verify/verify-result-store.ts';
import type { App } from '#server/app.ts';

type Span = Overview['revenue'];
interface Spans {
  registered: Span;
  active: Span;
  revenue: Span;
  returned: Span;
  sold: Span;
  withdrawn: Span;
  spent: Span;
  ended: Span;
  done: Span;
  failed: Span;
}

/** Returns the present figures, counted as the reports count, money in lei. Reads only the last 30 days, by the indexes on time. */
export async function readOverview(app: App): Promise<Overview> {
  const now = app.now();
  const [spans, counts, queue, verify, room, processes] = await Promise.all([
    readSpans(app, now),
    readCounts(app),
    readQueueNow(app.db),
    lastVerify(app.db),
    app.files.room(),
    readProcesses(app),
  ]);
  const { registered, active, revenue, returned, sold, withdrawn, spent, ended, done, failed } = spans;
  const oldest = queue.waitingSince;
  return {
    at: now.toISOString(),
    users: { all: counts.users, registered, active },
    revenue,
    returned,
    credits: { sold, withdrawn, spent, outstanding: counts.outstanding },
    lots: { open: counts.open, ended },
    photos: { done, failed },
    queue: {
      photos: queue.waiting,
      oldestSeconds: oldest && Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000)),
      preparing: queue.preparing,
      mails: queue.mails,
    },
    pageReports: counts.reports,
    storage: { usedBytes: counts.stored, room },
    processes,
    model: modelOnItsWay(app),
    verify,
  };
}

/** Reads the sums in one pass over each table's last 30 days. */
async function readSpans({ db }: App, now: Date): Promise<Spans> {
  const dayBegan = (daysAgo: number) =>
    sql`(date_trunc('day', ${now}::timestamptz at time zone 'Europe/Bucharest') - ${daysAgo} * interval '1 day') at time zone 'Europe/Bucharest'`;
  const [today, week, month] = [dayBegan(0), dayBegan(6), dayBegan(29)];
  const since = (at: string, what: string) => {
    const of = (from: typeof today) =>
      sql`coalesce(${sql.raw(what)} filter (where ${sql.ref(at)} >= ${from}), 0)`;
    return sql`jsonb_build_object('today', ${of(today)}, 'week', ${of(week)}, 'month', ${of(month)})`;
  };
  const within = (at: string) => sql`${sql.ref(at)} >= ${month} and ${sql.ref(at)} <= ${now}`;
  const { rows } = await sql<Spans>`select
    (select ${since('created_at', 'count(*)')} from users where ${within('created_at')} and deleted_at is null) as registered,
    (select ${since('created_at', 'count(distinct owner_id)')} from (
      select created_at, owner_id from batches where ${within('created_at')}
      union all select created_at, owner_id from runs where ${within('created_at')}) begun) as active,
    (select ${since('c.created_at', 'sum(c.price_bani / 100.0)')} from credit_purchases c join orders o on o.id = c.order_id
      where ${within('c.created_at')} and o.mode <> 'imported') as revenue,
    (select ${since('at', 'sum(bani / 100.0)')} from (${MONEY_BACK}) back where ${within('at')}) as returned,
    (select ${since('c.created_at', 'sum(greatest(c.credits, 0))')} from credit_purchases c join orders o on o.id = c.order_id
      where ${within('c.created_at')} and o.mode <> 'imported') as sold,
    (select ${since('created_at', 'sum(amount)')} from credit_ledger
      where (kind = 'refund' or (kind = 'correct' and delta < 0)) and ${within('created_at')}) as withdrawn,
    (select ${since('created_at', 'sum(amount)')} from credit_ledger where kind = 'spend' and ${within('created_at')}) as spent,
    (select ${since('finished_at', 'count(*)')} from runs where ${within('finished_at')}) as ended,
    (select ${since('p.finished_at', `count(*)`)} from runs r join run_photos p on p.run_id = r.id and p.state = 'done'
      where ${within('r.created_at')}) as done,
    (select ${since('finished_at', 'count(*)')} from run_photos where state = 'failed' and ${within('finished_at')}) as failed`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('no spans');
  return found;
}

/** Returns the processes that renewed their row within the last minute. */
function readProcesses({ db }: App): Promise<Overview['processes']> {
  return db
    .selectFrom('processes')
    .select(({ fn }) => ['role', 'build', 'migration', fn.countAll<number>().as('count')])
    .where('seen_at', '>', sql<Date>`clock_timestamp() - interval '1 minute'`)
    .groupBy(['role', 'build', 'migration'])
    .orderBy('role')
    .orderBy('migration')
    .orderBy('build')
    .execute();
}

interface Counts {
  users: number;
  outstanding: number;
  open: number;
  reports: number;
  stored: number;
}

async function readCounts({ db }: App): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*) from users where deleted_at is null) as users,
    (select coalesce(sum(balance), 0)::bigint from credit_accounts) as outstanding,
    (select count(*) from runs where state in ('queued', 'running')) as open,
    (select count(*) from lot_page_reports where decided_at is null) as reports,
    (select coalesce(sum(stored_bytes), 0)::bigint from users) as stored`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('no counts');
  return found;
}
