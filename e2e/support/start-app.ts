import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PATIENCE } from './patience.ts';

const ROOT_FOLDER = join(import.meta.dirname, '..', '..');
const START_LIMIT_MS = 60_000 * PATIENCE;
const STOP_LIMIT_MS = 30_000 * PATIENCE;
type Command = readonly [program: string, ...words: string[]];
/** A database with its tables and nothing in it, which the runner makes once: making one costs as much as starting the server twice. */
const { EMPTY_DATABASE } = process.env;
const BY_NODE: Command = [process.execPath, 'src/server/main.ts'];
const BY_NPM: Command = ['npm', 'start', '--ignore-scripts'];

export interface RunningApp {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Everything the server has printed so far, of all its lives. */
  output(): string;
  /** Address of its simulator of the card provider. */
  provider(): string;
  /** Sends the signal and waits until the server has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** The same folder and address; ends the server first if it still runs. */
  restart(env?: Record<string, string>): Promise<void>;
  /** The same by `npm start`, on the pages that are built already: the process is npm's then. */
  restartByNpm(env?: Record<string, string>): Promise<void>;
  /** Ends everything and removes the data folder. */
  stop(): Promise<void>;
}

/** The real server in a process of its own, on a fresh data folder with its own database; resolves when it is healthy. */
export async function startApp(env: Record<string, string> = {}, parent = tmpdir()): Promise<RunningApp> {
  const dataDir = await mkdtemp(join(parent, 'fotolot-e2e-'));
  // Under root, PostgreSQL runs as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  if (EMPTY_DATABASE) await promisify(execFile)('cp', ['-a', EMPTY_DATABASE, join(dataDir, 'postgres')]);
  const port = await unusedPort();
  const url = `http://127.0.0.1:${port}`;
  let text = '';
  let child: ChildProcess | undefined;
  const launch = async (more: Record<string, string> = {}, [program, ...words] = BY_NODE) => {
    child = spawn(program, words, {
      cwd: ROOT_FOLDER,
      env: {
        ...inherited(),
        GOOGLE_ISSUER: 'off',
        OLX_MODE: 'stand-in',
        AUTOVIT_MODE: 'stand-in',
        WOOCOMMERCE_MODE: 'stand-in',
        NETOPIA_MODE: 'off',
        DISK_GUARD: 'off',
        CUTOUT_MODEL: 'off',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (part: Buffer) => {
      text += part;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    await untilHealthy(child, url, () => text);
  };
  const kill = async (signal: NodeJS.Signals) => {
    if (child && isRunning(child)) await end(child, signal);
  };
  const stop = async () => {
    await kill('SIGTERM');
    await removeDataFolder(dataDir);
  };
  await launch().catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    url,
    dataDir,
    get pid() {
      return child?.pid ?? 0;
    },
    output: () => text,
    provider: () => /"url":"(http:[^"]+)","msg":"card payments go to the simulator/.exec(text)?.[1] ?? '',
    kill,
    async restart(more) {
      await kill('SIGTERM');
      await launch(more);
    },
    async restartByNpm(more) {
      await kill('SIGTERM');
      await launch(more, BY_NPM);
    },
    stop,
  };
}

/** The developer's own settings must not change what the journeys prove. */
function inherited(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

async function untilHealthy(child: ChildProcess, url: string, output: () => string): Promise<void> {
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await wait(25)) {
    if (!isRunning(child))
      throw new Error(
        `The server ended while starting (${child.exitCode ?? child.signalCode}):\n${output()}`,
      );
    const healthy = await fetch(`${url}/healthz`).then(
      (reply) => reply.status === 200,
      () => false,
    );
    if (healthy) return;
  }
  await end(child, 'SIGKILL');
  throw new Error(`The server was not healthy after ${START_LIMIT_MS / 1000} s:\n${output()}`);
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  const harder = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(harder);
}

/** A server killed with -9 leaves its database running, which is ended here. */
async function removeDataFolder(dataDir: string): Promise<void> {
  const location = await readFile(join(dataDir, 'postgres-location'), 'utf8').then(
    (line) => line.trim(),
    () => join(dataDir, 'postgres'),
  );
  const pid = Number(
    (await readFile(join(location, 'cluster/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  );
  if (pid > 0) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // it has ended already
    }
  }
  for (const folder of [location, dataDir])
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Below the range the kernel takes for outgoing connections, one of which could otherwise sit on it. */
async function unusedPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isUnused = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isUnused) return port;
  }
}
