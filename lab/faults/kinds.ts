import { execFile } from 'node:child_process';
import { open, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { FragileFolder } from '../../e2e/support/power-cut/power-cut.ts';
import { processes } from '../../e2e/support/processes.ts';
import type { RunningApp } from '../../e2e/support/start-app.ts';

const run = promisify(execFile);
const HOUR_MS = 3_600_000;

/** The running product that faults strike. */
export interface Scene {
  readonly app: RunningApp;
  /** The file system that the data folder has to itself; null where this user or machine cannot have one. */
  readonly disk: FragileFolder | null;
  /** File with the offset of the server's clock in milliseconds. */
  readonly clockFile: string;
  /** Duration of faults that last. */
  readonly lastsMs: number;
}

/** Strikes, and resolves when all is as it was: what the server makes of it is looked at afterwards. */
type Fault = (scene: Scene) => Promise<void>;

export const FAULTS: Readonly<Record<string, Fault>> = {
  'the server killed': async ({ app }) => {
    await app.kill('SIGKILL');
    await app.restart();
  },
  'PostgreSQL killed': async ({ app }) => {
    send('SIGKILL', await postmaster(app));
  },
  'a connection’s process killed': async ({ app }) => {
    const backend = (await children(await postmaster(app))).find(({ command }) => /fotolot/.test(command));
    if (backend) send('SIGKILL', backend.pid);
  },
  'an image process killed': async ({ app }) => {
    const processes = (await children(app.pid)).filter(({ command }) => /imaging/.test(command));
    for (const { pid } of processes) send('SIGKILL', pid);
  },
  'PostgreSQL frozen': async ({ app, lastsMs }) => {
    const first = await postmaster(app);
    const pids = [first, ...(await children(first)).map(({ pid }) => pid)];
    for (const pid of pids) send('SIGSTOP', pid);
    await wait(lastsMs);
    for (const pid of pids) send('SIGCONT', pid);
  },
  'all connections cut': async ({ app }) => {
    const client = await connect(app);
    for (let n = 0; n < 5; n++) {
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      );
      await wait(100);
    }
    await client.end();
  },
  'all connections taken': async ({ app, lastsMs }) => {
    const taken: pg.Client[] = [];
    const until = Date.now() + lastsMs;
    while (Date.now() < until) {
      const client = await connect(app).catch(() => null);
      if (client) taken.push(client);
      else await wait(50);
    }
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
  },
  'a full disk': async ({ app, disk, lastsMs }) => {
    if (!disk) throw new Error('there is no disk to fill');
    const filler = join(app.dataDir, 'filler');
    for (const until = Date.now() + lastsMs; Date.now() < until; await wait(200)) await fill(filler);
    await rm(filler);
  },
  'a power cut': async ({ app, disk }) => {
    if (!disk) throw new Error('there is no disk to cut off');
    const database = await postmaster(app);
    await disk.cut(async () => {
      await app.kill('SIGKILL');
      send('SIGKILL', database);
    });
    await app.restart();
  },
  'a clock that jumps': async ({ clockFile, lastsMs }) => {
    for (const offset of [HOUR_MS, -HOUR_MS]) {
      await writeFile(clockFile, String(offset));
      await wait(lastsMs / 2);
    }
    await writeFile(clockFile, '0');
  },
};

/** Those that need a file system of their own. */
export const OF_THE_DISK = ['a full disk', 'a power cut'];

/** People at work in a test do in minutes what the limits allow in an hour: as if that hour had passed. */
export async function forgetLimits(app: RunningApp): Promise<void> {
  const client = await connect(app);
  await client.query('delete from rate_limits');
  await client.end();
}

async function connect(app: RunningApp): Promise<pg.Client> {
  const connectionString = (await readFile(join(app.dataDir, 'database-url'), 'utf8')).trim();
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A process that has ended since it was listed needs no signal: PostgreSQL's workers come and go. */
function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function postmaster(app: RunningApp): Promise<number> {
  const file = join(app.dataDir, 'postgres/cluster/postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n')[0]);
}

interface Child {
  readonly pid: number;
  readonly command: string;
}

/** A smallest Debian has no ps. */
async function children(parent: number): Promise<Child[]> {
  const all = processes();
  if (all === null) return (await listedByPs()).filter(({ ppid }) => ppid === parent);
  const below = all.filter((process) => process.parent === parent);
  const readCommand = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return Promise.all(below.map(async ({ pid }) => ({ pid, command: await readCommand(pid) })));
}

async function listedByPs(): Promise<(Child & { ppid: number })[]> {
  const { stdout } = await run('ps', ['-A', '-ww', '-o', 'pid=,ppid=,command=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, ppid, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), ppid: Number(ppid), command }] : [];
  });
}

/** Takes the last block, again and again: what others give back is taken as well. */
async function fill(path: string): Promise<void> {
  const handle = await open(path, 'a');
  try {
    const { bavail, bsize } = await statfs(path);
    for (let bytes = Math.max(bavail * bsize, 4096); bytes >= 4096; bytes = Math.floor(bytes / 2))
      await handle.write(Buffer.alloc(Math.min(bytes, 8_000_000))).catch(() => undefined);
  } finally {
    await handle.close();
  }
}
