import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '#server/app.ts';

/** A stand-in of an outside service runs as a process of its own with nothing of ours: no environment, no secret, only loopback. */
const PROGRAMS = join(import.meta.dirname, '..', '..', '..', 'stand-ins');
const START_LIMIT_MS = 60_000;

export interface StandIn {
  /** Returns its address once it listens; starts it again if it has died. Throws when it is closed or ended before it began. */
  url(): Promise<string>;
  /** Returns its last address, null before the first. */
  lastUrl(): string | null;
  readonly pid: number | undefined;
  close(): Promise<void>;
}

interface ProgramProcess {
  readonly child: ChildProcess;
  readonly url: Promise<string>;
}

/** Starts `stand-ins/NAME` without waiting: the server is ready before it. */
export function startStandIn(name: string, env: Readonly<Record<string, string>>, log: Log): StandIn {
  let lastUrl: string | null = null;
  let running: ProgramProcess | null = null;
  let closed = false;
  const start = (): ProgramProcess => {
    const launched = launchProgram(name, env);
    running = launched;
    launched.url.then(
      (url) => {
        lastUrl = url;
      },
      (error: unknown) => log.warn({ error: String(error) }, `stand-in: ${name}`),
    );
    launched.child.once('close', () => {
      if (running === launched) running = null;
    });
    return launched;
  };
  start();
  return {
    url: async () => {
      if (closed) throw new Error(`The stand-in ${name} is closed`);
      return (running ?? start()).url;
    },
    lastUrl: () => lastUrl,
    get pid() {
      return running?.child.pid;
    },
    close: async () => {
      closed = true;
      const child = running?.child;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export interface LateStandIn {
  /** Returns its address; starts it before the first use. Throws when it is closed or does not start. */
  url(): Promise<string>;
  close(): Promise<void>;
}

/** Starts nothing before the first use: some stand-ins draw pictures as they start, which is left out where no person asks for it. */
export function startAtFirstUse(name: string, env: Readonly<Record<string, string>>, log: Log): LateStandIn {
  let standIn: StandIn | null = null;
  let isClosed = false;
  return {
    async url() {
      if (isClosed) throw new Error(`The stand-in ${name} is closed`);
      standIn ??= startStandIn(name, env, log);
      return JSON.parse(await standIn.url()).url;
    },
    async close() {
      isClosed = true;
      await standIn?.close();
    },
  };
}

interface Program {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** What it says of its failures: into the output of this process, or nowhere. */
  readonly errors: 'inherit' | 'ignore';
}

/**
 * Starts `stand-ins/NAME`. The child ends when its standard input does, however this process ends. In a group of its own it gets no Ctrl-C:
 * this process stops it.
 */
export function spawnProgram({ name, env, errors }: Program): ChildProcessByStdio<Writable, Readable, null> {
  const child = spawn(process.execPath, [join(PROGRAMS, name, 'main.ts')], {
    env,
    stdio: ['pipe', 'pipe', errors],
    detached: true,
    windowsHide: true,
  });
  child.stdin.on('error', () => {});
  return child;
}

function launchProgram(name: string, env: Readonly<Record<string, string>>): ProgramProcess {
  const child = spawnProgram({ name, env: { PORT: '0', ...env }, errors: 'ignore' });
  return { child, url: firstLine(child) };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.once('line', resolve);
    child.once('error', reject);
    child.once('close', (code, signal) => reject(new Error(`ended before it began: ${code ?? signal}`)));
    const settle = () => clearTimeout(clock);
    lines.once('line', settle);
    child.once('error', settle);
    child.once('close', settle);
  });
}
