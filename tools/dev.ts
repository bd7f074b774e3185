import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer, type Plugin } from 'vite';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';

/**
 * `npm run dev`: the server, started anew when a file of it changes, and Vite with the page, which hands the API on. Settings as for
 * `npm start`, but in a data folder of its own, `dev` in the other one; PostgreSQL outlives the server's restarts.
 */
const page = `http://127.0.0.1:${process.env.VITE_PORT ?? '5173'}`;
const health = `http://127.0.0.1:${process.env.PORT ?? '8080'}/healthz`;
const dataDir = join(process.env.DATA_DIR || 'data', 'dev');
/** What the server's process reads; the rest of src/ is the page's. */
const SERVER_FILES = /^(src\/(server|domain|contract|imaging)\/|\.env$)/;
/** An editor's save is several changes: a new file, a name taken over. */
const SAVE_MS = 50;
const START_LIMIT_MS = 30_000;
const log = { info: () => {}, warn: console.warn, error: console.error };

await mkdir(dataDir, { recursive: true, mode: 0o700 });
const postgres = process.env.DATABASE_URL
  ? null
  : await startEmbeddedPostgres({ dataDir: join(dataDir, 'database'), log });
const env = {
  LOG_LEVEL: 'warn',
  PUBLIC_URL: page,
  // Half of a restart would be compiling files that did not change.
  NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  ...process.env,
  DATA_DIR: dataDir,
  ...(postgres && { DATABASE_URL: postgres.url }),
};

let server: ChildProcess | null = null;
let isEnding = false;
/** Resolves once the newest server answers, or cannot. */
let ready: Promise<void> = Promise.resolve();

async function endServer(): Promise<void> {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

async function restartServer(): Promise<void> {
  await endServer();
  if (isEnding) return;
  const started = spawn(process.execPath, ['src/server/main.ts'], { stdio: 'inherit', env });
  server = started;
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await wait(20)) {
    // It has said why; the next save starts it again.
    if (started.exitCode !== null || started.signalCode !== null) return;
    if (
      await fetch(health).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  }
}

/** A request that comes while the server starts waits for it. */
const waitForServer: Plugin = {
  name: 'wait-for-server',
  configureServer: ({ middlewares, config }) => {
    const proxied = Object.keys(config.server.proxy ?? {});
    middlewares.use(async ({ url = '' }, _, next) => {
      if (proxied.some((path) => url.startsWith(path))) await ready;
      next();
    });
  },
};

ready = restartServer();
const vite = await createServer({
  logLevel: 'warn',
  server: { host: '127.0.0.1' },
  plugins: [waitForServer],
});
let saved: NodeJS.Timeout | undefined;
let saves = 0;
vite.watcher.on('all', (_, path) => {
  if (!SERVER_FILES.test(relative('.', path)) || /\.(test|soak)\.ts$/.test(path)) return;
  clearTimeout(saved);
  saves += 1;
  const save = saves;
  saved = setTimeout(() => {
    // Of saves that come while it starts only the last one starts it again.
    ready = ready.then(() => (save === saves ? restartServer() : undefined));
  }, SAVE_MS);
});
await vite.listen();
// Vite would exit on it by itself, before the server has ended and PostgreSQL after it.
process.removeAllListeners('SIGTERM');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    if (isEnding) return;
    isEnding = true;
    clearTimeout(saved);
    await vite.close();
    await endServer();
    await postgres?.stop();
    process.exit();
  });
