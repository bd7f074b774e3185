import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Failure, Line, Step } from './count-reporter.ts';
import { runProgram } from './run-program.ts';
import type { Patience } from './watch.ts';

export interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
}

export interface RunOptions {
  readonly scratch: string;
  /** Returns the environment of each process when it begins. */
  readonly env: () => Promise<Record<string, string>>;
  readonly patience: Patience;
  /** So many processes at the same time, each with one file after the other in it; 1 without it. */
  readonly together?: number;
  /** A process of its own for each file: none can stand in another's way, each is as long in starting. */
  readonly apart?: boolean;
  /** Where Playwright finds its settings and leaves its traces; the root's unless said otherwise. */
  readonly playwright?: { readonly config: string; readonly output: string };
}

let reports = 0;

/** A file for a reporter's lines; `size` tells that more have come. */
export function newReport(folder: string) {
  reports += 1;
  const path = join(folder, `report-${process.pid}-${reports}.jsonl`);
  rmSync(path, { force: true });
  return { path, size: () => (existsSync(path) ? statSync(path).size : 0) };
}

/** Runs test files under node:test. One that hangs fails and is named; those after it go on in another process. */
export async function runFiles(files: readonly string[], options: RunOptions): Promise<Report> {
  const { together = 1, apart = false } = options;
  const queue = apart ? files.map((file) => [file]) : dealt(files, together);
  const done: Report[] = [];
  const hand = async () => {
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const { left, ...report } = await runBatch(batch, options);
      done.push(report);
      if (left.length > 0) queue.unshift(left);
    }
  };
  await Promise.all(Array.from({ length: together }, hand));
  return {
    passed: done.reduce((sum, { passed }) => sum + passed, 0),
    failed: done.reduce((sum, { failed }) => sum + failed, 0),
    failures: done.flatMap(({ failures }) => failures),
  };
}

/** In turn, so that the neighbours of a folder, which are alike, do not all come to one. */
function dealt(files: readonly string[], hands: number): string[][] {
  const batches = Array.from({ length: hands }, (_, hand) => files.filter((_, at) => at % hands === hand));
  return batches.filter((batch) => batch.length > 0);
}

async function runBatch(batch: readonly string[], options: RunOptions): Promise<Report & { left: string[] }> {
  const { path, size } = newReport(options.scratch);
  const args = [
    '--test',
    '--test-isolation=none',
    // In one process the run would wait for the last open handle of any file, and say nothing meanwhile.
    '--test-force-exit',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(import.meta.dirname, 'count-reporter.ts')}`,
    `--test-reporter-destination=${path}`,
    ...batch,
  ];
  const { code, hung } = await runProgram(args, {
    env: await options.env(),
    patience: options.patience,
    progress: size,
    isDone: () => linesIn(path).some(({ kind }) => kind === 'end'),
    quiet: options.apart ?? false,
  });
  const lines = linesIn(path);
  const failures = lines.filter((line) => line.kind === 'failed');
  const end = lines.find((line) => line.kind === 'end');
  if (end) return { ...judge(end, code, hung), failures, left: [] };
  return gaveUp(batch, lines, { failures, why: hung ?? `ended with code ${code} before its tests did` });
}

/** Returns the counts, with a failure more where a process did not end as its tests did. */
export function judge(end: { passed: number; failed: number }, code: number, hung: string | null) {
  const { passed, failed } = end;
  if (passed + failed === 0) console.log('✖ no test was run');
  else if (hung !== null) console.log(`✖ the tests ended, their process ${hung}`);
  else if (code !== 0 && failed === 0) console.log(`✖ the tests passed, their process did not (${code})`);
  return { passed, failed: failed || (code !== 0 || passed === 0 ? 1 : 0) };
}

/** Report of a process that ended early: tests passed until then count; the file in which it ended failed as a whole. */
function gaveUp(
  batch: readonly string[],
  lines: readonly Line[],
  { failures, why }: { failures: readonly Failure[]; why: string },
) {
  const at = batch.findIndex((file) => resolve(file) === fileAt(batch, lines));
  const file = resolve(batch[Math.max(at, 0)] ?? '');
  const last = lines.findLast((line): line is Step => line.kind === 'begins');
  const message = `${why}${last && last.file === file ? `, in „${last.name}”` : ''}`;
  console.log(`✖ ${relative('.', file)} ${message}`);
  const passed = lines.filter((line) => line.kind === 'passed' && !line.isSuite).length;
  const all = [...failures, { kind: 'failed', file, name: 'the file', message } as const];
  return { passed, failed: all.length, failures: all, left: batch.slice(Math.max(at, 0) + 1) };
}

/** Returns the file that was under way at the last line; after the end of one, the next. */
function fileAt(batch: readonly string[], lines: readonly Line[]): string | null {
  const last = lines.findLast(
    (line): line is Step | Failure => line.kind !== 'end' && line.kind !== 'planned',
  );
  if (!last?.file) return null;
  const isOver = last.kind === 'passed' && last.nesting === 0 && last.isSuite;
  const next = batch[batch.findIndex((file) => resolve(file) === last.file) + 1];
  return isOver && next !== undefined ? resolve(next) : last.file;
}

export function linesIn(path: string): Line[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => (text.endsWith('}') ? [JSON.parse(text) as Line] : []));
}
