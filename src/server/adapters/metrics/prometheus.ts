import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '#server/adapters/metrics/port.ts';

/** One reading of numbers by the value of a label. */
export type Readings = Readonly<Record<string, number>>;

interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

export interface Prometheus extends Metrics {
  /** Watches a number that is read at each scrape; null: unknown at present (NaN). */
  watch(what: GaugeOptions, read: () => number | null): void;
  /** Watches a number for several values of one label; values that a reading leaves out are not shown. */
  watchEach(what: GaugeOptions & { readonly label: string }, read: () => Readings): void;
  /** Awaited before each scrape; its rejections are ignored. */
  before(refresh: () => Promise<void>): void;
  /** Serves GET /metrics; returns a function that ends it. Throws when it can't listen on the address. */
  listen(port: number, host: string): Promise<() => Promise<void>>;
}

const QUICK = [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 60];
const CLAIMS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** A scrape's request is small; a client that sends nothing does not stay. */
const REQUEST_MS = 10_000;

/** Metrics of this process in Prometheus' format. Labels have few values: mounted routes, names of jobs and operations. */
export function createPrometheus(build: Readonly<Record<string, string>>): Prometheus {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'fotolot_build_info',
    help: 'Always 1; its labels say what runs here.',
    labelNames: Object.keys(build),
    registers,
  }).set(build, 1);
  const refreshes: (() => Promise<void>)[] = [];
  return {
    ...createRecorders(registers),
    watch: ({ name, help }, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read() ?? Number.NaN);
        },
      });
    },
    watchEach: ({ name, help, label }, read) => {
      new Gauge({
        name,
        help,
        registers,
        labelNames: [label],
        collect() {
          this.reset();
          for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number);
        },
      });
    },
    before: (refresh) => void refreshes.push(refresh),
    listen: (port, host) =>
      startMetricsServer({ port, host }, async () => {
        await Promise.allSettled(refreshes.map((refresh) => refresh()));
        return { type: registry.contentType, text: await registry.metrics() };
      }),
  };
}

/** Metrics of events, recorded when they happen. */
function createRecorders(registers: Registry[]): Metrics {
  const requests = new Counter({
    name: 'fotolot_http_requests_total',
    help: 'Requests by route and status of the reply.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'fotolot_http_request_seconds',
    help: 'From the request to the end of the reply; live streams are left out.',
    labelNames: ['method', 'route'],
    buckets: QUICK,
    registers,
  });
  const photos = new Counter({
    name: 'fotolot_batch_photos_total',
    help: 'Photos of batches that were in work here, by what came of them.',
    labelNames: ['outcome'],
    registers,
  });
  const claims = new Histogram({
    name: 'fotolot_claim_seconds',
    help: 'Looks for the next photo of a batch.',
    buckets: CLAIMS,
    registers,
  });
  const notify = new Histogram({
    name: 'fotolot_notify_delay_seconds',
    help: 'From a change that this process told of until it heard of it through the database.',
    buckets: QUICK,
    registers,
  });
  const storage = new Histogram({
    name: 'fotolot_storage_seconds',
    help: 'Calls to the store of files, by operation; _count is how many there were.',
    labelNames: ['operation', 'outcome'],
    buckets: QUICK,
    registers,
  });
  const notifications = new Counter({
    name: 'fotolot_payment_notifications_total',
    help: 'Notifications of the card provider that came here, by what came of them.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    request: ({ method: asked, route, status, seconds }) => {
      const method = METHODS.has(asked) ? asked : 'other';
      requests.inc({ method, route, status });
      if (seconds !== null) requestSeconds.observe({ method, route }, seconds);
    },
    photo: (outcome) => photos.inc({ outcome }),
    claim: (seconds) => claims.observe(seconds),
    notifyDelay: (seconds) => notify.observe(seconds),
    storage: (operation, isOk, seconds) =>
      storage.observe({ operation, outcome: isOk ? 'ok' : 'error' }, seconds),
    notification: (outcome) => notifications.inc({ outcome }),
  };
}

async function startMetricsServer(
  at: { port: number; host: string },
  read: () => Promise<{ type: string; text: string }>,
): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: REQUEST_MS }, async (request, reply) => {
    request.resume();
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return void reply.writeHead(404).end();
    try {
      const { type, text } = await read();
      reply.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    } catch {
      reply.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  };
}
