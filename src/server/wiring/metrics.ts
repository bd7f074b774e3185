import type { FastifyInstance } from 'fastify';
import { type Metrics, NO_METRICS } from '#server/adapters/metrics/port.ts';
import { createPrometheus, type Prometheus, type Readings } from '#server/adapters/metrics/prometheus.ts';
import type { RunningQueue, WaitingJobs } from '#server/adapters/queue/pg-boss.ts';
import { type MoneyNow, readMoneyNow } from '#server/admin/money-now-view.ts';
import { type QueueNow, readQueueNow } from '#server/admin/queue-now-view.ts';
import type { App } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { openStreams } from '#server/http/live-stream.ts';
import { listenProblem } from '#server/start-errors.ts';
import { getVersion } from '#server/wiring/version.ts';

/** Figures of a `pg` pool. */
interface Connections {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** What metrics read when they are asked for. */
interface Watched {
  readonly app: Pick<App, 'db' | 'log' | 'now'>;
  readonly queue: Pick<RunningQueue, 'waiting'>;
  readonly pools: Readonly<Record<string, Connections>>;
  /** Bytes of copies of stored files; null where files lie in folders. */
  readonly scratchBytes: (() => number) | null;
}

/** The database is asked no more often, however many readers there are. */
const KNOWN_MS = 2_000;

/** Returns the metrics; null where METRICS_PORT is not set. */
export function createMetrics({ METRICS_PORT, ROLE }: Config): Prometheus | null {
  if (METRICS_PORT === null) return null;
  return createPrometheus({ version: getVersion(), role: ROLE, node: process.version });
}

export function orNone(metrics: Prometheus | null): Metrics {
  return metrics ?? NO_METRICS;
}

/** Serves the metrics; returns a function that ends it. Throws a sentence about METRICS_PORT when it can't listen. */
export async function serveMetrics(metrics: Prometheus, config: Config, watched: Watched) {
  watchProcess(metrics, watched);
  watchDatabase(metrics, watched);
  const { METRICS_PORT, METRICS_HOST } = config;
  const at = { PORT: METRICS_PORT ?? 0, HOST: METRICS_HOST };
  return metrics.listen(at.PORT, at.HOST).catch((error) => {
    throw listenProblem(error, at, 'METRICS_');
  });
}

function watchProcess(metrics: Prometheus, { pools, scratchBytes }: Watched): void {
  const label = 'pool';
  const each = (of: (pool: Connections) => number) => () =>
    Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, of(pool)]));
  metrics.watchEach(
    { name: 'fotolot_pool_connections', help: 'Connections to the database that are open.', label },
    each(({ totalCount }) => totalCount),
  );
  metrics.watchEach(
    { name: 'fotolot_pool_idle', help: 'Of those, how many are free.', label },
    each(({ idleCount }) => idleCount),
  );
  metrics.watchEach(
    { name: 'fotolot_pool_waiting', help: 'Queries that wait for a connection.', label },
    each(({ waitingCount }) => waitingCount),
  );
  metrics.watch({ name: 'fotolot_live_streams', help: 'Tabs that hear of changes from here.' }, openStreams);
  if (scratchBytes)
    metrics.watch(
      { name: 'fotolot_scratch_bytes', help: 'Copies of stored files on this machine.' },
      scratchBytes,
    );
}

/** Figures of the whole installation: every process says the same. They are missing while the database is away. */
function watchDatabase(metrics: Prometheus, { app, queue }: Watched): void {
  let now: QueueNow | null = null;
  let money: MoneyNow | null = null;
  let jobs: readonly WaitingJobs[] = [];
  let asking: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async () => {
    try {
      [now, jobs, money] = await Promise.all([
        readQueueNow(app.db),
        queue.waiting(),
        readMoneyNow(app.db, app.now()),
      ]);
    } catch (error) {
      [now, jobs, money] = [null, [], null];
      app.log.warn({ error }, 'reading metrics');
    }
    askedAt = performance.now();
    asking = null;
  };
  metrics.before(async () => {
    if (performance.now() - askedAt < KNOWN_MS) return;
    asking ??= ask();
    await asking;
  });
  const count = (name: string, help: string, of: (queue: QueueNow) => number) =>
    metrics.watch({ name: `fotolot_${name}`, help }, () => now && of(now));
  count('claimable', 'Photos of batches that one more worker could take up now.', (q) => q.claimable);
  count('claimable_oldest_seconds', 'Since when the oldest run of those waits; 0: none does.', (q) =>
    secondsSince(q.claimableSince),
  );
  count('batch_photos_waiting', 'Photos of batches that wait.', (q) => q.waiting);
  count('batch_photos_oldest_seconds', 'Since when the oldest of their runs waits.', (q) =>
    secondsSince(q.waitingSince),
  );
  count('batch_photos_working', 'Photos of batches that are in work.', (q) => q.working);
  count('photos_preparing', 'Uploaded photos that are not ready yet.', (q) => q.preparing);
  count('mails_waiting', 'Mails that are not sent yet.', (q) => q.mails);
  const byJob = (name: string, help: string, of: (jobs: WaitingJobs) => number) =>
    metrics.watchEach(
      { name, help, label: 'queue' },
      (): Readings => Object.fromEntries(jobs.map((each) => [each.name, of(each)])),
    );
  byJob('fotolot_jobs_waiting', 'Jobs that may be carried out now.', ({ waiting }) => waiting);
  byJob('fotolot_jobs_active', 'Jobs that are carried out.', ({ active }) => active);
  byJob(
    'fotolot_jobs_oldest_seconds',
    'Since when the oldest of those that wait might be.',
    (each) => each.oldestSeconds,
  );
  watchMoney(metrics, () => money);
}

function watchMoney(metrics: Prometheus, read: () => MoneyNow | null): void {
  const count = (name: string, help: string, of: (money: MoneyNow) => number) =>
    metrics.watch({ name: `fotolot_${name}`, help }, () => {
      const money = read();
      return money && of(money);
    });
  metrics.watchEach(
    { name: 'fotolot_order_events_day', help: 'Events of orders within the last day.', label: 'event' },
    () => read()?.events ?? {},
  );
  count('orders_in_review', 'Orders that wait for an admin.', ({ inReview }) => inReview);
  count('debts', 'Debts of withdrawals that are not paid back yet.', ({ debts }) => debts);
  count('debts_late', 'Of those, how many are past their last day.', ({ debtsLate }) => debtsLate);
  count('mails_given_up', 'Mails that are not sent and not tried any more.', (money) => money.mailsGivenUp);
}

function secondsSince(time: Date | null): number {
  return time === null ? 0 : Math.max(0, (Date.now() - time.getTime()) / 1000);
}

/** Counts requests by their mounted route; files of the browser count as one. */
export function countRequests(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const isStream = String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream');
    metrics.request({
      method: request.method,
      route: getRouteLabel(request.routeOptions.url),
      status: reply.raw.statusCode,
      seconds: isStream ? null : reply.elapsedTime / 1000,
    });
  });
}

const OWN = /^\/(api|avatars|legal|healthz|livez|readyz)\b/;

function getRouteLabel(mounted: string | undefined): string {
  if (mounted === undefined) return 'none';
  return OWN.test(mounted) ? mounted : 'files';
}
