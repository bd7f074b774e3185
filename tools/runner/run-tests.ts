import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** Title and error of a test, or how a program ended; and the files that shared its process. */
type Failure = { file: string; problem: string; files?: readonly string[] };
/** What became of tests. Those that passed at the second try are `flaky`, with what failed at the first. */
export type Outcome = { passed: number; failures: Failure[]; flaky?: Failure[] };
/** A test that takes longer than `hangMs` hangs, and a program that takes ten times as long. */
export type RunOptions = { env: Record<string, string>; hangMs: number };

/** The longest wait of a timer; a longer one would end at once. */
const MOST_MS = 2 ** 31 - 1;

const running = new Set<ChildProcess>();
let isHalted = false;

/** Ends all that runs, with what it has started, and lets nothing more begin or return. */
export function killPrograms(): void {
  isHalted = true;
  for (const child of running) killGroup(child);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // all of it has ended
  }
}

/** Runs a Node program and ends what it leaves behind. Returns an empty text when it ends well, otherwise how it ended. */
export function runProgram(args: readonly string[], { env, hangMs }: RunOptions): Promise<string> {
  return new Promise((end) => {
    if (isHalted) return;
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Started by a test of the runner itself, it is no part of that run.
      env: { ...process.env, ...env, NODE_TEST_CONTEXT: undefined },
      detached: process.platform !== 'win32',
      timeout: Math.min(10 * hangMs, MOST_MS),
      killSignal: 'SIGKILL',
    });
    running.add(child);
    child.once('exit', (code, signal) => {
      killGroup(child);
      running.delete(child);
      if (!isHalted) end(code === 0 ? '' : `its process ended with ${code ?? signal}`);
    });
  });
}

// Not by dots: a title may hold a line's end of any kind.
const CASE =
  /<testcase name="([^"]*)" time="[^"]*" classname="[^"]*" file="([^"]*)"(?: failure="([^"]*)")?\/?>\s*(<skip)?/g;
let reports = 0;

/** Runs files of node:test in one process, one after the other. */
export async function runFiles(files: readonly string[], options: RunOptions): Promise<Outcome> {
  reports += 1;
  const report = join(tmpdir(), `tests-${process.pid}-${reports}.xml`);
  const reporters = ['spec', 'junit'].map((name) => `--test-reporter=${name}`);
  const destinations = ['stdout', report].map((path) => `--test-reporter-destination=${path}`);
  const flags = [
    '--test-isolation=none',
    '--test-force-exit',
    `--test-timeout=${Math.min(options.hangMs, MOST_MS)}`,
  ];
  const end = await runProgram(['--test', ...flags, ...reporters, ...destinations, ...files], options);
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  if (text === '' && files.length > 1) {
    // Nothing says which file ended the process: each half by itself finds it.
    const half = Math.ceil(files.length / 2);
    const [one, other] = [
      await runFiles(files.slice(0, half), options),
      await runFiles(files.slice(half), options),
    ];
    return { passed: one.passed + other.passed, failures: [...one.failures, ...other.failures] };
  }
  const cases = [...text.matchAll(CASE)].map(([, title = '', path = '', error, skip]) => {
    // Of a file by itself: its tests may stand in a module that a long and a short file share.
    const file = (files.length === 1 && files[0]) || relative('.', path);
    // A file without a test passes as a test that bears its path. Tests that need Linux are skipped elsewhere.
    const isMissing = title === file || (skip !== undefined && process.platform === 'linux');
    const message = (error ?? 'was not run').replaceAll(/&#10;\s*/g, ' ').replaceAll('&quot;', '"');
    return { file, problem: error || isMissing ? `${title}: ${message.slice(0, 300)}` : '' };
  });
  const missing = files.filter((path) => !cases.some(({ file }) => file === path));
  const failures = cases.filter(({ problem }) => problem !== '').map((failure) => ({ ...failure, files }));
  return { passed: cases.length - failures.length, failures: addMissing(failures, missing, end) };
}

/** Runs journeys under Playwright's own runner, which names those that passed at the second try and says how they failed at the first. */
export async function runJourneys(
  files: readonly string[],
  retries: number,
  options: RunOptions,
): Promise<Outcome> {
  const report = join(tmpdir(), 'journeys.json');
  // A run before this one wrote it, too.
  rmSync(report, { force: true });
  const env = { ...options.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const args = ['node_modules/@playwright/test/cli.js', 'test', `--retries=${retries}`, ...files];
  const end = await runProgram(args, { ...options, env });
  const { suites } = JSON.parse(existsSync(report) ? readFileSync(report, 'utf8') : '{"suites":[]}');
  const tried = findJourneys(suites);
  const select = (...statuses: string[]) => tried.filter(({ status }) => statuses.includes(status));
  const missing = files.filter((path) => !suites.some(({ file }: Suite) => path.endsWith(file)));
  const failures = addMissing(select('unexpected', 'skipped'), missing, end);
  const flaky = select('flaky');
  return { passed: select('expected').length + flaky.length, failures, flaky };
}

type Try = { error?: { message: string } };
type Spec = { title: string; file: string; tests: { status: string; results: Try[] }[] };
type Suite = { file: string; specs: Spec[]; suites?: Suite[] };
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Returns each journey of Playwright's report with how it ended and what failed at its first try. */
function findJourneys(suites: readonly Suite[]): (Failure & { status: string })[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ status, results }) => {
        const message = results.find(({ error }) => error)?.error?.message ?? 'was not run';
        const text = message.replaceAll(COLOURS, '').replaceAll(/\s+/g, ' ');
        return { file, status, problem: `${title}: ${text.slice(0, 300)}` };
      }),
    ),
    ...findJourneys(inner),
  ]);
}

/** Adds a failure for each file in which no test ended, and one where all tests passed and their process did not. */
function addMissing(failures: readonly Failure[], missing: readonly string[], end: string): Failure[] {
  const all = [
    ...failures,
    ...missing.map((file) => ({ file, problem: `no test was run: ${end || 'its process ended well'}` })),
  ];
  return end && all.length === 0 ? [{ file: 'the run', problem: end }] : all;
}
