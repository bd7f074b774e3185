import { randomBytes } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { ensureFirstAdmin } from '#server/account/first-start/first-admin.ts';
import { greetOperator } from '#server/account/first-start/greet.ts';
import { keepTexts } from '#server/account/legal/keep-texts.ts';
import { pdfDocuments } from '#server/adapters/documents/pdf-invoice.ts';
import { openFiles } from '#server/adapters/files/open.ts';
import { openUploads } from '#server/adapters/files/uploads/open.ts';
import { createTransactionRunner } from '#server/adapters/live/changes.ts';
import { startHub } from '#server/adapters/live/hub.ts';
import { measureCalls } from '#server/adapters/metrics/measured-files.ts';
import { startQueue } from '#server/adapters/queue/pg-boss.ts';
import { followModelChoice } from '#server/admin/models/follow-choice.ts';
import { ensurePaired } from '#server/admin/pair-installation.ts';
import type { App } from '#server/app.ts';
import { askToFinishUploads } from '#server/batches/retention/daily-cleanup.ts';
import { releaseAllLeases } from '#server/batches/runs/claim-store.ts';
import { startProcessing } from '#server/batches/runs/process-photos.ts';
import { type Config, drainSeconds, googleIssuer, readConfig } from '#server/config.ts';
import { eFacturaMode } from '#server/e-factura-settings.ts';
import { healthServer } from '#server/http/health.ts';
import { InFlight } from '#server/http/in-flight.ts';
import { retryWhileUnavailable } from '#server/http/limits/patiently.ts';
import { buildJobs, JOB_NAMES } from '#server/jobs.ts';
import { failuresIn, loggedError } from '#server/logged-error.ts';
import { freeMailLeases } from '#server/mail/mail-store.ts';
import { keepPeriod } from '#server/payments/sending/keep-period.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { hasSecret, keyedHasher } from '#server/secret.ts';
import { getNumbering, getOperator, getVatRules } from '#server/seller-settings.ts';
import { listenProblem, openDataFolder } from '#server/start-errors.ts';
import { drainServer } from '#server/wiring/drain.ts';
import { describeSettings, findMistypedSettings } from '#server/wiring/given-settings.ts';
import { startImaging } from '#server/wiring/imaging.ts';
import { createMetrics, orNone, serveMetrics } from '#server/wiring/metrics.ts';
import {
  type DatabaseAddress,
  getPoolSizes,
  newestMigration,
  ownFolderAndDatabase,
  reachDatabase,
} from '#server/wiring/open-database.ts';
import { getTerminal, printFailure, printLine } from '#server/wiring/operator-lines.ts';
import { outsideServices } from '#server/wiring/outside-services.ts';
import { type Presence, stayPresent } from '#server/wiring/presence.ts';
import { Readiness } from '#server/wiring/readiness.ts';
import { getVersion } from '#server/wiring/version.ts';
import { type OwnBuild, readBuild } from '#server/wiring/web-build.ts';
import { getServerUrl, type Served, WEB_FOLDER, webServer } from '#server/wiring/web-server.ts';
import { WebVersions } from '#server/wiring/web-versions.ts';

/** Wires everything with the parts in wiring/: settings → adapters → app → HTTP and workers. Nothing else does. */
export interface RunningServer {
  readonly app: App;
  readonly url: string;
  /** Outcome for the account of ADMIN_EMAIL; null where none is named. */
  readonly firstAdmin: Awaited<ReturnType<typeof ensureFirstAdmin>> | null;
  /** Aborted once this code can't work on the database any more: the process has to end. */
  readonly outdated: AbortSignal;
  stop(): Promise<void>;
}

const WORKER_NICE = 10;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

function newId(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(26), (byte) => BASE32[byte & 31]).join('')}`;
}

/** Starts a server. Throws an Error with a sentence for the operator when a setting, folder, port or the database prevents it. */
export async function startServer(config: Config, log: Logger, page = WEB_FOLDER): Promise<RunningServer> {
  await openDataFolder(config.DATA_DIR);
  const started = new AsyncDisposableStack();
  try {
    const early = await healthMeanwhile(config, started);
    const address = await ownFolderAndDatabase(config, log, started);
    const build = await readBuild(page);
    const presence = await readPresence(config, build);
    const outdated = new AbortController();
    const onOutdated = () => outdated.abort();
    const plugged = await openAdapters(config, { address, log, started, presence, onOutdated });
    const { app, ownUrl, queue, hub } = plugged;
    await keepTexts(app);
    await keepPeriod(app);
    await tidyUp(plugged, config);
    const readiness = new Readiness(app, {
      isBucket: config.FILES_URL !== null,
      isWorker: config.ROLE === 'worker',
    });
    const { metrics } = plugged;
    if (metrics) started.adopt(await serveMetrics(metrics, config, plugged), (end) => end());
    const versions = config.ROLE !== 'worker' && build ? new WebVersions(app, build, presence) : null;
    if (versions) started.adopt(await versions.startSyncing(), (running) => running.end());
    const served = { health: readiness, otherVersions: versions, webFolder: page };
    const fastify = await createRequestServer(plugged, config, served);
    const inFlight = config.ROLE === 'worker' ? null : new InFlight(fastify.server);
    started.adopt(followModelChoice(app), (end) => end());
    const processing = await startWorker(plugged, config, { started, readiness });
    started.defer(() => fastify.close());
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
    // Before the first request: a sign-in would otherwise be told that the password is wrong.
    const firstAdmin = email
      ? await retryWhileUnavailable(log, () => ensureFirstAdmin(app, { email, password }))
      : null;
    await early?.close();
    await listenOnPort(fastify, config);
    ownUrl.url = getServerUrl(fastify, config);
    readiness.phase = 'serving';
    const stop = async () => {
      const seconds = drainSeconds(config);
      if (seconds > 0) await drainServer(seconds, { readiness, queue, hub, log, processing, inFlight });
      await stopAll(started, log);
    };
    return { app, url: ownUrl.url, firstAdmin, outdated: outdated.signal, stop };
  } catch (error) {
    await stopAll(started, log);
    throw error;
  }
}

async function listenOnPort(fastify: FastifyInstance, config: Config): Promise<void> {
  await fastify.listen({ port: config.PORT, host: config.HOST }).catch((error) => {
    throw listenProblem(error, config);
  });
}

/** Replies that the process lives during long migrations; null for a process without others, which browsers would take for the server. */
async function healthMeanwhile(
  config: Config,
  started: AsyncDisposableStack,
): Promise<FastifyInstance | null> {
  if (config.ROLE === 'all' || config.PORT === 0) return null;
  const early = healthServer({ isReady: async () => false, listMissing: async () => ['starting'] });
  started.defer(() => early.close());
  await listenOnPort(early, config);
  return early;
}

type Adapters = Awaited<ReturnType<typeof openAdapters>>;

/** Cleans up after the process before, where there was only one. */
async function tidyUp({ app, uploads }: Adapters, config: Config): Promise<void> {
  if (config.DATABASE_URL !== '') return;
  await Promise.all([releaseAllLeases(app), freeMailLeases(app.db)]);
  await removeOrphanFiles(app, uploads, { before: new Date() });
}

function createRequestServer({ app, uploads }: Adapters, config: Config, served: Omit<Served, 'uploads'>) {
  return config.ROLE === 'worker'
    ? healthServer(served.health)
    : webServer(app, config, { uploads, ...served });
}

/** The embedded database has no other process than this one. */
async function readPresence({ ROLE, DATABASE_URL }: Config, build: OwnBuild | null): Promise<Presence> {
  const isAlone = DATABASE_URL === '';
  return {
    id: newId('prc'),
    role: ROLE,
    build: build?.id ?? null,
    isAlone,
    migration: await newestMigration(),
  };
}

/** Starts jobs and batch processing; returns null for a process that leaves them to others. */
async function startWorker(
  { app, queue, uploads }: Adapters,
  config: Config,
  { started, readiness }: { started: AsyncDisposableStack; readiness: Readiness },
) {
  const all = buildJobs(app, uploads);
  await queue.declare(all);
  await askToFinishUploads(app);
  if (config.ROLE === 'web') return null;
  await queue.work(all, app.live.onWake);
  const processing = startProcessing(app, { missing: () => readiness.listMissing() });
  started.defer(() => processing.stop());
  return processing;
}

/** Stops everything in reverse order of its start; a failure to stop is logged and holds up nothing. */
async function stopAll(started: AsyncDisposableStack, log: Logger): Promise<void> {
  try {
    await started.disposeAsync();
  } catch (failure) {
    for (const error of failuresIn(failure)) log.error({ error }, 'stopping');
  }
}

interface AdapterOptions {
  readonly address: DatabaseAddress;
  readonly log: Logger;
  readonly started: AsyncDisposableStack;
  readonly presence: Presence;
  readonly onOutdated: () => void;
}

async function openAdapters(config: Config, { address, log, started, presence, onOutdated }: AdapterOptions) {
  const database = await reachDatabase(config, address, { log, presence });
  started.defer(() => database.close());
  started.adopt(stayPresent(database, presence, { log, onOutdated }), (staying) => staying.end());
  const metrics = createMetrics(config);
  const opened = await openFiles(config);
  const files = metrics ? measureCalls(opened, metrics) : opened;
  const uploads = await openUploads(config, files);
  started.defer(async () => uploads.close());
  started.defer(() => files.close());
  const hadSecret = await hasSecret(config);
  const keyedHash = await keyedHasher(config);
  await ensurePaired({ db: database.db, files, newId, keyedHash }, { hadSecret });
  const hub = await startHub(address.directUrl, database.db, log);
  started.defer(() => hub.close());
  hub.onDelay((seconds) => metrics?.notifyDelay(seconds));
  const now = () => new Date();
  const { cutoutModels, imaging } = await startImaging(config, { db: database.db, files, log, now, started });
  const services = await outsideServices(config, { log, now, started });
  // Started last, so that it stops first: its jobs use all of the others.
  const queue = await startQueue(address.url, JOB_NAMES, {
    log,
    isWorker: config.ROLE !== 'web',
    connections: getPoolSizes(config).jobs,
  });
  started.defer(() => queue.stop());
  const ownUrl = { url: config.PUBLIC_URL ?? '' };
  const app: App = {
    db: database.db,
    change: createTransactionRunner(database.db, { now, log, notify: hub.notify, wakesOf: queue.wakesOf }),
    files,
    imaging,
    cutoutModels,
    queue,
    live: hub,
    ...services,
    operator: getOperator(config),
    salPicture: config.OPERATOR_SAL_IMAGE,
    vat: getVatRules(config),
    numbering: getNumbering(config),
    eFactura: eFacturaMode(config),
    documents: pdfDocuments(),
    bookYears: config.BOOK_YEARS,
    version: getVersion(),
    isDatabaseEmbedded: config.DATABASE_URL === '',
    backupDays: config.BACKUP_DAYS,
    hosting: config.OPERATOR_HOSTING,
    log,
    metrics: orNone(metrics),
    publicUrl: () => ownUrl.url,
    now,
    newId,
    keyedHash,
  };
  const pools = { requests: database.pool, jobs: queue.pool };
  return { app, ownUrl, queue, hub, uploads, metrics, pools, scratchBytes: opened.scratchBytes ?? null };
}

/** On Ctrl-C the terminal signals the server, and npm signals it again within this time. */
const SAME_PRESS_MS = 1_000;

async function main(): Promise<void> {
  const config = readConfig();
  // Requests of people take precedence over batches, where both share a machine.
  if (config.ROLE === 'worker') setPriority(Math.max(WORKER_NICE, getPriority()));
  const log = pino({ level: config.LOG_LEVEL, serializers: { error: loggedError } }, getTerminal());
  log.info({ version: getVersion(), node: process.versions.node, settings: describeSettings() }, 'starting');
  for (const { given, meant } of findMistypedSettings())
    log.warn(`${given} is no setting: did you mean ${meant}?`);
  const running = await startServer(config, log);
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined && Date.now() - stoppingSince < SAME_PRESS_MS) return;
      if (stoppingSince !== undefined) process.exit(1);
      stoppingSince = Date.now();
      log.info({ signal }, 'stopping');
      void running.stop().then(() => {
        log.info('stopped');
        process.exit(0);
      });
    });
  }
  running.outdated.addEventListener('abort', () => process.kill(process.pid, 'SIGTERM'));
  await greetOperator({
    ...running,
    printLine,
    isGoogleStandIn: googleIssuer(config) === 'stand-in',
    wantsSamples: config.SAMPLE_DATA && config.ROLE !== 'worker',
  }).catch((error: unknown) => {
    // The signal to stop came meanwhile, which is no failure.
    if (stoppingSince === undefined) throw error;
  });
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    printFailure(error);
    process.exit(1);
  });
}
