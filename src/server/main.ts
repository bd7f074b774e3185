import { randomBytes } from 'node:crypto';
import { type Logger, pino } from 'pino';
import { ensureFirstAdmin } from '#server/account/first-start/first-admin.ts';
import { greet } from '#server/account/first-start/greet.ts';
import { openFiles } from '#server/adapters/files/open.ts';
import { openUploads } from '#server/adapters/files/uploads/open.ts';
import { createImaging } from '#server/adapters/imaging/pool.ts';
import { transactions } from '#server/adapters/live/changes.ts';
import { startHub } from '#server/adapters/live/hub.ts';
import { createCutoutModels, manifestsIn } from '#server/adapters/models/create.ts';
import { startQueue } from '#server/adapters/queue/pg-boss.ts';
import { followModelChoice } from '#server/admin/models/follow-choice.ts';
import { findModelChoice } from '#server/admin/models/model-choice-store.ts';
import { ensurePaired } from '#server/admin/pair-installation.ts';
import type { App } from '#server/app.ts';
import { askToFinishUploads } from '#server/batches/retention/daily-cleanup.ts';
import { releaseAllLeases } from '#server/batches/runs/claim-store.ts';
import { startProcessing } from '#server/batches/runs/process-photos.ts';
import {
  type Config,
  drainSeconds,
  googleIssuer,
  modelSettings,
  operatorOf,
  readConfig,
} from '#server/config.ts';
import { healthServer } from '#server/http/health.ts';
import { InFlight } from '#server/http/in-flight.ts';
import { patiently } from '#server/http/limits/patiently.ts';
import { JOB_NAMES, jobs } from '#server/jobs.ts';
import { failuresIn, loggedError } from '#server/logged-error.ts';
import { freeMailLeases } from '#server/mail/mail-store.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { hasSecret, keyedHasher } from '#server/secret.ts';
import { listenProblem, openDataFolder } from '#server/start-errors.ts';
import { drain } from '#server/wiring/drain.ts';
import { ownFolderAndDatabase, reachDatabase } from '#server/wiring/open-database.ts';
import { outsideServices } from '#server/wiring/outside-services.ts';
import { Readiness } from '#server/wiring/readiness.ts';
import { urlOf, webServer } from '#server/wiring/web-server.ts';

/** The only place that wires things, with the parts in wiring/: settings → adapters → app → HTTP and workers. */
export interface RunningServer {
  readonly app: App;
  readonly url: string;
  /** The outcome for the account of ADMIN_EMAIL; null where none is named. */
  readonly firstAdmin: Awaited<ReturnType<typeof ensureFirstAdmin>> | null;
  stop(): Promise<void>;
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

function newId(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(26), (byte) => BASE32[byte & 31]).join('')}`;
}

export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  await openDataFolder(config.DATA_DIR);
  const started = new AsyncDisposableStack();
  try {
    const url = await ownFolderAndDatabase(config, log, started);
    const plugged = await plug(config, { url, log, started });
    const { app, ownUrl, queue, hub } = plugged;
    await tidyUp(plugged, config);
    const readiness = new Readiness(app, {
      isBucket: config.FILES_URL !== null,
      isWorker: config.ROLE === 'worker',
    });
    const fastify = await requestsOf(plugged, config, readiness);
    const inFlight = config.ROLE === 'worker' ? null : new InFlight(fastify.server);
    started.adopt(followModelChoice(app), (end) => end());
    const processing = await work(plugged, config, { started, readiness });
    started.defer(() => fastify.close());
    await fastify.listen({ port: config.PORT, host: config.HOST }).catch((error) => {
      throw listenProblem(error, config);
    });
    ownUrl.url = urlOf(fastify, config);
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
    const firstAdmin = email ? await patiently(log, () => ensureFirstAdmin(app, { email, password })) : null;
    readiness.phase = 'serving';
    const stop = async () => {
      const seconds = drainSeconds(config);
      if (seconds > 0) await drain(seconds, { readiness, queue, hub, log, processing, inFlight });
      await stopAll(started, log);
    };
    return { app, url: ownUrl.url, firstAdmin, stop };
  } catch (error) {
    await stopAll(started, log);
    throw error;
  }
}

type Plugged = Awaited<ReturnType<typeof plug>>;

/** What the end of the process before left behind, where it was the only one. */
async function tidyUp({ app, uploads }: Plugged, config: Config): Promise<void> {
  if (config.DATABASE_URL !== '') return;
  await Promise.all([releaseAllLeases(app), freeMailLeases(app.db)]);
  await removeOrphanFiles(app, uploads, { before: new Date() });
}

function requestsOf({ app, uploads }: Plugged, config: Config, health: Readiness) {
  return config.ROLE === 'worker' ? healthServer(health) : webServer(app, config, { uploads, health });
}

/** Jobs and the photos of batches; null for a process that leaves them to others. */
async function work(
  { app, queue, uploads }: Plugged,
  config: Config,
  { started, readiness }: { started: AsyncDisposableStack; readiness: Readiness },
) {
  const all = jobs(app, uploads);
  await queue.declare(all);
  await askToFinishUploads(app);
  if (config.ROLE === 'web') return null;
  await queue.work(all, app.live.onWake);
  const processing = startProcessing(app, { missing: () => readiness.missing() });
  started.defer(() => processing.stop());
  return processing;
}

/** Stops everything in the reverse order of its start; what fails to stop is logged and keeps nothing else running. */
async function stopAll(started: AsyncDisposableStack, log: Logger): Promise<void> {
  try {
    await started.disposeAsync();
  } catch (failure) {
    for (const error of failuresIn(failure)) log.error({ error }, 'stopping');
  }
}

async function plug(
  config: Config,
  { url, log, started }: { url: string; log: Logger; started: AsyncDisposableStack },
) {
  const database = await reachDatabase(config, url, log);
  started.defer(() => database.close());
  const files = await openFiles(config);
  const uploads = await openUploads(config, files);
  started.defer(async () => files.close());
  const hadSecret = await hasSecret(config);
  const keyedHash = await keyedHasher(config);
  await ensurePaired({ db: database.db, files, newId, keyedHash }, { hadSecret });
  const hub = await startHub(url, database.db, log);
  started.defer(() => hub.close());
  const now = () => new Date();
  const { cutoutManifest: operatorManifest, platesManifest } = manifestsIn(config.MODELS_FOLDER);
  const cutoutModels = createCutoutModels({
    ...modelSettings(config),
    ...{ operatorManifest, files, log, now },
    choice: await findModelChoice(database.db),
  });
  started.defer(() => cutoutModels.close());
  const cutoutManifest = () => cutoutModels.manifest();
  const batchProcesses = config.LOT_PROCESSES;
  const onModelFailure = (manifest: string) => cutoutModels.suspect(manifest);
  const imaging = createImaging({ batchProcesses, cutoutManifest, onModelFailure, platesManifest, log });
  started.defer(() => imaging.close());
  const services = await outsideServices(config, { log, now, started });
  // Last here, so that it stops first: its jobs use all of the others.
  const queue = await startQueue(url, JOB_NAMES, { log, isWorker: config.ROLE !== 'web' });
  started.defer(() => queue.stop());
  const ownUrl = { url: '' };
  const app: App = {
    db: database.db,
    change: transactions(database.db, { now, log, notify: hub.notify, wakesOf: queue.wakesOf }),
    files,
    imaging,
    cutoutModels,
    queue,
    live: hub,
    ...services,
    operator: operatorOf(config),
    bookYears: config.BOOK_YEARS,
    hosting: config.OPERATOR_HOSTING,
    log,
    publicUrl: () => ownUrl.url,
    now,
    newId,
    keyedHash,
  };
  return { app, ownUrl, queue, hub, uploads };
}

/** The terminal tells the server of one Ctrl-C, and npm tells it again within this time. */
const SAME_PRESS_MS = 1_000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.LOG_LEVEL, serializers: { error: loggedError } });
  const running = await startServer(config, log);
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined && Date.now() - stoppingSince < SAME_PRESS_MS) return;
      if (stoppingSince !== undefined) process.exit(1);
      stoppingSince = Date.now();
      void running.stop().then(() => process.exit(0));
    });
  }
  await greet({
    ...running,
    isGoogleStandIn: googleIssuer(config) === 'stand-in',
    wantsSamples: config.SAMPLE_DATA && config.ROLE !== 'worker',
  });
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
