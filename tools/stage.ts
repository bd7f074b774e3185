import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Failure, Report } from './count-reporter.ts';

export interface Count {
  passed: number;
  failed: number;
}

export const NOTHING: Count = { passed: 0, failed: 0 };

interface TestOptions {
  isolation: 'none' | 'process';
  /** Of one test; with a process per file, of one file. */
  limitMs: number;
  /** Of the whole stage. */
  guardMs: number;
  scratch: string;
  env: Record<string, string>;
  /** Files at the same time, where each has a process of its own. */
  together?: number;
  /** So many files that failed may be run once more, each by itself; more than that is no chance. */
  again?: number;
}

/** Files that failed and then passed by themselves, with their first failure; to be said loudly at the end. */
export const unsteady: string[] = [];

const EXIT_PATIENCE_MS = 20_000;
const running = new Set<ChildProcess>();
let halted = false;

/** A stage that passes or fails as a whole: lint, types, build. */
export async function runCheck(title: string, script: string, args: string[]): Promise<Count> {
  return timed(title, async () => {
    const code = await run([script, ...args], {}, 10 * 60_000);
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  });
}

/** A stage of test files under node:test. That nothing ran, hung or never ended is a failure too. */
export async function runTests(title: string, files: string[], options: TestOptions): Promise<Count> {
  return timed(title, async () => {
    const first = await runFiles(title, files, options);
    return first.failed ? runAgain(title, first, options) : first;
  });
}

/** One race must not throw away a whole run, and must not be forgotten: what passes by itself is told as unsteady. */
async function runAgain(title: string, first: Report, options: TestOptions): Promise<Count> {
  const { passed, failed, failures } = first;
  const files = [...new Set(failures.map(({ file }) => file))];
  const known = files.filter((file) => file !== null);
  if (known.length === 0 || known.length < files.length || known.length > (options.again ?? 0)) return first;
  const steady: string[] = [];
  for (const file of known) {
    const path = relative('.', file);
    console.log(`\n── ${path} failed; once more, by itself`);
    const second = await runFiles(`${title}-again`, [path], options);
    if (second.failed) steady.push(path);
    else unsteady.push(`${path}: ${told(failures.find((failure) => failure.file === file))}`);
  }
  return steady.length ? first : { passed: passed + failed, failed: 0 };
}

function told(failure: Failure | undefined): string {
  return failure ? `${failure.name}: ${failure.message}` : '';
}

async function runFiles(title: string, files: string[], options: TestOptions): Promise<Report> {
  const report = join(options.scratch, `${title}.json`);
  rmSync(report, { force: true });
  const args = [
    '--test',
    `--test-isolation=${options.isolation}`,
    ...(options.isolation === 'process' ? [`--test-concurrency=${options.together ?? 1}`] : []),
    `--test-timeout=${options.limitMs}`,
    // In one process the run would wait for the last open handle of any file, and say nothing meanwhile.
    '--test-force-exit',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./tools/count-reporter.ts',
    `--test-reporter-destination=${report}`,
    ...files,
  ];
  const code = await run(
    args,
    options.env,
    options.guardMs,
    () => existsSync(report) && readFileSync(report, 'utf8') !== '',
  );
  return judge(title, code, existsSync(report) ? readFileSync(report, 'utf8') : '');
}

function judge(title: string, code: number, report: string): Report {
  if (!report) {
    console.log(`✖ ${title}: the tests did not come to an end`);
    return { passed: 0, failed: 1, failures: [] };
  }
  const { passed, failed, failures } = JSON.parse(report) as Report;
  if (passed + failed === 0) console.log(`✖ ${title}: no test was run`);
  if (code !== 0 && failed === 0)
    console.log(`✖ ${title}: the tests passed, their process did not (${code})`);
  return { passed, failed: failed || (code !== 0 || passed === 0 ? 1 : 0), failures };
}

/** Resolves to the exit code; kills what outlives its guard, or hangs around after its last test. */
function run(
  args: string[],
  env: Record<string, string>,
  guardMs: number,
  isDone: () => boolean = () => false,
): Promise<number> {
  if (halted) return Promise.resolve(1);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // A group of its own, so that a hung stage goes with all its children.
      detached: process.platform !== 'win32',
    });
    running.add(child);
    const guard = setTimeout(() => giveUp(child, `took longer than ${guardMs / 60_000} minutes`), guardMs);
    let doneAt = 0;
    const watch = setInterval(() => {
      if (!doneAt && isDone()) doneAt = Date.now();
      if (doneAt && Date.now() - doneAt > EXIT_PATIENCE_MS)
        giveUp(child, 'did not exit after its last test (something was left open)');
    }, 1000);
    child.once('close', (code) => {
      clearTimeout(guard);
      clearInterval(watch);
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

function giveUp(child: ChildProcess, why: string): void {
  console.log(`✖ the stage ${why}`);
  killGroup(child);
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
export function killStages(): void {
  halted = true;
  for (const child of running) killGroup(child);
}

async function timed(title: string, work: () => Promise<Count>): Promise<Count> {
  console.log(`\n── ${title}`);
  const start = performance.now();
  const count = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`── ${title}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
  return count;
}
