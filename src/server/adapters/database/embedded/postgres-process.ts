import type { ChildProcess } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { readPidFile } from './postgres-pid-file.ts';
import { type Programs, runProgram, startProgram } from './postgres-program.ts';

const LOG_LIMIT_BYTES = 5_000_000;
const LOG_LOOK_MS = 10 * 60_000;
const START_LIMIT_MS = 5 * 60_000;

export interface PostgresProcess {
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on an existing cluster; resolves when it takes connections, crash recovery included. Throws with its own words when it
 * ends before, or after 5 minutes.
 */
export async function launchPostgres(
  programs: Programs,
  cluster: string,
  { settings, logFile }: { settings: string[]; logFile: string },
): Promise<PostgresProcess> {
  const output = openLog(logFile);
  const child = startProgram(programs, 'postgres', {
    args: ['-D', cluster, ...settings],
    output: output.descriptor,
  });
  closeSync(output.descriptor);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.unref();
  const stopWithUs = () => child.kill('SIGINT');
  process.once('exit', stopWithUs);
  const looks = setInterval(() => shortenLog(logFile), LOG_LOOK_MS).unref();
  ended.then(() => {
    process.off('exit', stopWithUs);
    clearInterval(looks);
  });
  await untilReady(child, cluster, () => readFileSync(logFile).subarray(output.start).toString('utf8'));
  return { ended, stop: () => stopProcess(child, ended, { programs, cluster }) };
}

function openLog(file: string): { descriptor: number; start: number } {
  shortenLog(file);
  const start = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return { descriptor: openSync(file, 'a', 0o600), start };
}

/**
 * Begins a log anew that has grown long, also while PostgreSQL writes to it: it appends, so that the file may be emptied. The one before is
 * kept as `.old`. A folder that is gone or a full disk leaves the log as it is.
 */
export function shortenLog(file: string): void {
  try {
    if (statSync(file).size <= LOG_LIMIT_BYTES) return;
    copyFileSync(file, `${file}.old`);
    truncateSync(file);
  } catch {
    // PostgreSQL matters more than its log.
  }
}

async function untilReady(child: ChildProcess, cluster: string, words: () => string): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await wait(10)) {
    if (failure || child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`PostgreSQL did not start: ${failure?.message ?? words().trim().slice(-1500)}`);
    }
    const found = await readPidFile(cluster);
    if (found?.pid === child.pid && found?.ready) return;
  }
  child.kill('SIGKILL');
  throw new Error(
    `PostgreSQL was not ready after ${START_LIMIT_MS / 60_000} minutes: ${words().trim().slice(-1500)}`,
  );
}

/** "Fast" stop: open transactions are rolled back, everything is written out. Signals get harder only if that takes too long. */
async function stopProcess(
  child: ChildProcess,
  ended: Promise<void>,
  { programs, cluster }: { programs: Programs; cluster: string },
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  if (process.platform === 'win32')
    return void (await runProgram(programs, 'pg_ctl', { args: ['stop', '-m', 'fast', '-w', '-D', cluster] }));
  child.kill('SIGINT');
  const quit = setTimeout(() => child.kill('SIGQUIT'), 30_000);
  const kill = setTimeout(() => child.kill('SIGKILL'), 35_000);
  await ended;
  clearTimeout(quit);
  clearTimeout(kill);
}
