import { randomBytes } from 'node:crypto';
import { realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import { ensureFirstAdmin } from '#server/account/first-start/first-admin.ts';
import { greet } from '#server/account/first-start/greet.ts';
import { mountLegalPages } from '#server/account/legal/mount.ts';
import { createAnalytics } from '#server/adapters/analytics/create.ts';
import { lockDataFolder } from '#server/adapters/database/data-folder-lock.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { type Database, openDatabase, requireAnswer } from '#server/adapters/database/pool.ts';
import { openFiles } from '#server/adapters/files/open.ts';
import type { Uploads } from '#server/adapters/files/port.ts';
import { openUploads } from '#server/adapters/files/uploads/open.ts';
import { createImaging } from '#server/adapters/imaging/pool.ts';
import { transactions } from '#server/adapters/live/changes.ts';
import { startHub } from '#server/adapters/live/hub.ts';
import { folderMail } from '#server/adapters/mail/folder.ts';
import { smtpMail } from '#server/adapters/mail/smtp.ts';
import { createCutoutModels, manifestsIn } from '#server/adapters/models/create.ts';
import { createPayments } from '#server/adapters/payments/create.ts';
import type { Payments } from '#server/adapters/payments/port.ts';
import { startQueue } from '#server/adapters/queue/pg-boss.ts';
import { createSignIn } from '#server/adapters/sign-in/create.ts';
import { findModelChoice } from '#server/admin/models/model-choice-store.ts';
import { ensurePaired } from '#server/admin/pair-installation.ts';
import { troubleNotifier } from '#server/admin/server-trouble-mail.ts';
import type { App } from '#server/app.ts';
import { finishInterruptedUploads } from '#server/batches/retention/daily-cleanup.ts';
import { releaseAllLeases } from '#server/batches/runs/claim-store.ts';
import { startProcessing } from '#server/batches/runs/process-photos.ts';
import { mountUploads } from '#server/batches/uploads/uploads.ts';
import { type Config, googleIssuer, modelSettings, operatorOf, readConfig } from '#server/config.ts';
import { failureLog } from '#server/http/failures.ts';
import { patiently } from '#server/http/limits/patiently.ts';
import { authenticate, mount } from '#server/http/mount.ts';
import { httpServer } from '#server/http/server.ts';
import { JOB_NAMES, jobs } from '#server/jobs.ts';
import { failuresIn, loggedError } from '#server/logged-error.ts';
import { freeMailLeases } from '#server/mail/mail-store.ts';
import { mountWebhookRoutes } from '#server/payments/provider/webhook-routes.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { routes } from '#server/routes.ts';
import { hasSecret, keyedHasher } from '#server/secret.ts';
import { databaseProblem, listenProblem, openDataFolder } from '#server/start-errors.ts';
import { userFinder } from '#server/users/sign-in/session-store.ts';

/** The only place that wires things: settings → adapters → app → HTTP and workers. */
const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'web');
const MIGRATIONS = join(import.meta.dirname, 'adapters', 'database', 'migrations');

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
    const isEmbedded = config.DATABASE_URL === '';
    const url = isEmbedded ? await embedded(config, log, started) : await ownDatabase(config, started);
    const { app, ownUrl, queue, uploads } = await plug(config, { url, log, started });
    if (isEmbedded) await Promise.all([releaseAllLeases(app), freeMailLeases(app.db)]);
    await finishInterruptedUploads(app, uploads);
    if (isEmbedded) await removeOrphanFiles(app, uploads, { before: new Date() });
    const ready = { yes: false };
    const fastify = await web(app, config, { log, uploads, ready });
    await queue.work(jobs(app, uploads), app.live.onWake);
    const processing = startProcessing(app);
    started.defer(() => processing.stop());
    started.defer(() => fastify.close());
    await fastify.listen({ port: config.PORT, host: config.HOST }).catch((error) => {
      throw listenProblem(error, config);
    });
    ownUrl.url = urlOf(fastify, config);
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
    const firstAdmin = email ? await patiently(log, () => ensureFirstAdmin(app, { email, password })) : null;
    ready.yes = true;
    return { app, url: ownUrl.url, firstAdmin, stop: () => stopAll(started, log) };
  } catch (error) {
    await stopAll(started, log);
    throw error;
  }
}

/** Stops everything in the reverse order of its start; what fails to stop is logged and keeps nothing else running. */
async function stopAll(started: AsyncDisposableStack, log: Logger): Promise<void> {
  try {
    await started.disposeAsync();
  } catch (failure) {
    for (const error of failuresIn(failure)) log.error({ error }, 'stopping');
  }
}

async function embedded(config: Config, log: Logger, started: AsyncDisposableStack): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  started.defer(() => postgres.stop());
  // Tools beside a running server find its database here.
  const note = join(config.DATA_DIR, 'database-url');
  await writeFile(note, postgres.url, { mode: 0o600 });
  started.defer(() => rm(note, { force: true }));
  return postgres.url;
}

/** The embedded database locks its folder itself. */
async function ownDatabase(config: Config, started: AsyncDisposableStack): Promise<string> {
  const lock = lockDataFolder(await realpath(config.DATA_DIR));
  started.defer(() => lock.release());
  return config.DATABASE_URL;
}

async function plug(
  config: Config,
  { url, log, started }: { url: string; log: Logger; started: AsyncDisposableStack },
) {
  const database = await reach(config, url, log);
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
  const services = await outside(config, { log, now, started });
  // Last here, so that it stops first: its jobs use all of the others.
  const queue = await startQueue(url, JOB_NAMES, log);
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
  return { app, ownUrl, queue, uploads };
}

/** The services that are not ours: mail, card payments, Google's sign-in and its tag. */
async function outside(
  config: Config,
  { log, now, started }: { log: Logger; now: () => Date; started: AsyncDisposableStack },
): Promise<Pick<App, 'mail' | 'payments' | 'signIn' | 'analytics'>> {
  const mail = config.SMTP_URL
    ? smtpMail(config.SMTP_URL, config.MAIL_FROM)
    : await folderMail(join(config.DATA_DIR, 'mails'), config.MAIL_FROM, now);
  started.defer(() => mail.close());
  const payments = await cardPayments(config, log, now);
  started.defer(async () => payments?.close());
  const signIn = createSignIn({
    issuer: googleIssuer(config),
    clientId: config.GOOGLE_CLIENT_ID,
    clientSecret: config.GOOGLE_CLIENT_SECRET,
    publicUrl: config.PUBLIC_URL,
    log,
  });
  started.defer(async () => signIn?.close());
  const analytics = createAnalytics({
    endpoint: config.ANALYTICS_ENDPOINT,
    apiKey: config.ANALYTICS_API_KEY,
    log,
  });
  started.defer(async () => analytics?.close());
  return { mail, payments, signIn, analytics };
}

async function cardPayments(config: Config, log: Logger, now: () => Date): Promise<Payments | null> {
  if (config.NETOPIA_MODE === 'off') return null;
  return createPayments({
    mode: config.NETOPIA_MODE,
    apiKey: config.NETOPIA_API_KEY,
    posSignature: config.NETOPIA_POS_SIGNATURE,
    publicKeys: config.NETOPIA_PUBLIC_KEY,
    dataDir: config.DATA_DIR,
    log,
    now,
  });
}

/** The database, reached and brought up to date. */
async function reach(config: Config, url: string, log: Logger): Promise<Database> {
  let database: Database | null = null;
  try {
    database = openDatabase(url, log);
    await migrate(database.pool, MIGRATIONS);
    return database;
  } catch (error) {
    await database?.close();
    throw config.DATABASE_URL ? databaseProblem(error, url) : error;
  }
}

async function web(
  app: App,
  config: Config,
  { log, uploads, ready }: { log: Logger; uploads: Uploads; ready: { yes: boolean } },
) {
  const findUser = userFinder(app);
  const noteFailure = failureLog(log, troubleNotifier(app));
  const { fastify, http } = await httpServer({
    ...{ log, noteFailure, keyedHash: app.keyedHash },
    publicOrigin: config.PUBLIC_URL,
    listensOn: config.HOST,
    trustedProxies: config.TRUSTED_PROXIES,
    webFolder: WEB_FOLDER,
    otherOrigins: () => ({
      pictures: app.signIn?.pictureSources() ?? [],
      forms: app.payments?.formTargets ?? [],
      tag: tagSources(app),
    }),
    isReady: () => requireAnswer(app.db).then(() => ready.yes),
  });
  mount(fastify, routes(app, http), { cookie: http.cookie, findUser });
  const who = (request: FastifyRequest) => authenticate(request, http.cookie, findUser);
  await mountWebhookRoutes(fastify, app);
  await mountLegalPages(fastify, app, WEB_FOLDER);
  mountUploads(fastify, app, { uploads, authenticate: who, noteFailure });
  return fastify;
}

function tagSources({ analytics }: App) {
  const tag = analytics?.tag();
  return { scripts: tag ? [new URL(tag.url).origin] : [], hits: tag?.hits ?? [] };
}

function urlOf(fastify: FastifyInstance, config: Config): string {
  if (config.PUBLIC_URL) return config.PUBLIC_URL;
  const bound = fastify.server.address();
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return `http://${host}:${typeof bound === 'object' ? bound?.port : config.PORT}`;
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
    wantsSamples: config.SAMPLE_DATA,
  });
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
