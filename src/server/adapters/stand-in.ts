import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Log } from '#server/app.ts';

/** A program in the place of an outside service, as a process of its own with nothing of ours: no environment, no secret, only loopback. */
const PROGRAMS = join(import.meta.dirname, '..', '..', '..', 'stand-ins');
const START_LIMIT_MS = 60_000;

export interface StandIn {
  /** Its address, once it listens; starts it again if it has died. */
  url(): Promise<string>;
  /** The address it had last, null before the first. */
  lastUrl(): string | null;
  readonly pid: number | undefined;
  close(): Promise<void>;
}

interface ProgramProcess {
  readonly child: ChildProcess;
  readonly url: Promise<string>;
}

/** Starts `stand-ins/NAME` and does not wait: the server is ready before it. */
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

/** It ends when its standard input does: however this process ends, so does it. */
function launchProgram(name: string, env: Readonly<Record<string, string>>): ProgramProcess {
  const child = spawn(process.execPath, [join(PROGRAMS, name, 'main.ts')], {
    env: { PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin?.on('error', () => {});
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
