import { type ChildProcess, spawn } from 'node:child_process';
import { type Patience, watchFor } from './watch.ts';

export interface ProgramOptions {
  readonly env: Record<string, string>;
  readonly patience: Patience;
  /** A number that changes with each sign of progress. */
  readonly progress?: () => number;
  /** True when all is done that it was started for: it has to exit then. */
  readonly isDone?: () => boolean;
  /** Its output is held back until it has ended, where others run beside it. */
  readonly quiet?: boolean;
}

export interface Ended {
  readonly code: number;
  /** Why it was killed, if it was. */
  readonly hung: string | null;
}

const running = new Set<ChildProcess>();
let halted = false;

/** Runs a Node program until it exits, however long that takes, or hangs. */
export function runProgram(args: string[], options: ProgramOptions): Promise<Ended> {
  if (halted) return Promise.resolve({ code: 1, hung: null });
  const { env, patience, progress = () => 0, isDone = () => false, quiet = false } = options;
  // Started by a test of the runner itself, it is no part of that run.
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...own, ...env },
      // A group of its own, so that what hangs goes with all its children.
      detached: process.platform !== 'win32',
    });
    running.add(child);
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => output.push(part));
    let hung: string | null = null;
    const stop = watchFor(
      (why) => {
        hung ??= isDone() ? 'did not exit after its last test: something was left open' : why;
        killGroup(child);
      },
      patience,
      {
        progress,
        others: () => new Set([...running].flatMap((other) => (other === child ? [] : (other.pid ?? [])))),
      },
    );
    child.once('close', (code) => {
      stop();
      running.delete(child);
      for (const part of output) process.stdout.write(part);
      resolve({ code: code ?? 1, hung });
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (!child.pid) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // it ended by itself
  }
}

/** Ends what runs and lets nothing more begin. */
export function killPrograms(): void {
  halted = true;
  for (const child of running) killGroup(child);
}
