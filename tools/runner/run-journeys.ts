import { join, relative, resolve } from 'node:path';
import type { Failure, Line, Planned } from './count-reporter.ts';
import { judge, linesIn, newReport, type Report, type RunOptions } from './run-files.ts';
import { runProgram } from './run-program.ts';

const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
/** Traces of what failed. Playwright empties a folder before it begins in it: each further run has its own. */
export const TRACES = 'test-results';

let runs = 0;

/** Runs journeys under Playwright's own runner. If it hangs, the files under way fail and are named; the others go on in another one. */
export async function runJourneys(files: readonly string[], options: RunOptions): Promise<Report> {
  runs += 1;
  const report = newReport(options.scratch);
  const { config, output } = options.playwright ?? { config: 'playwright.config.ts', output: TRACES };
  const args = [
    PLAYWRIGHT,
    'test',
    ...files,
    `--config=${config}`,
    `--workers=${options.together ?? 1}`,
    `--reporter=list,${join(import.meta.dirname, 'journey-reporter.ts')}`,
    `--output=${runs === 1 ? output : join(output, `run-${runs}`)}`,
  ];
  const { code, hung } = await runProgram(args, {
    env: { ...(await options.env()), JOURNEY_REPORT: report.path },
    patience: options.patience,
    progress: report.size,
    isDone: () => linesIn(report.path).some(({ kind }) => kind === 'end'),
  });
  const lines = linesIn(report.path);
  const empty = files.filter((file) => !isPlanned(lines, file)).map((file) => failed(file, 'has no tests'));
  const failures = [...lines.filter((line) => line.kind === 'failed'), ...empty];
  const end = lines.find((line) => line.kind === 'end');
  // Playwright's own viewer asks for a browser that it has fetched itself; over a port any browser is one.
  if (failures.length > 0) console.log('Traces are shown by: npx playwright show-trace --port 9323 FILE');
  if (!end)
    return gaveUp(files, { lines, options, why: hung ?? `ended with code ${code} before its tests did` });
  return { ...judge({ passed: end.passed, failed: end.failed + empty.length }, code, hung), failures };
}

/** Report of a run that ended early: what passed until then counts, every file that was begun and not ended failed as a whole. */
async function gaveUp(
  files: readonly string[],
  { lines, options, why }: { lines: readonly Line[]; options: RunOptions; why: string },
): Promise<Report> {
  const begun = new Set(lines.flatMap((line) => (line.kind === 'begins' ? (line.file ?? []) : [])));
  const left = files.filter((file) => !begun.has(resolve(file)));
  const torn = lines
    .filter((line): line is Planned => line.kind === 'planned')
    .filter(({ file, tests }) => begun.has(file) && endedIn(file, lines) < tests)
    .map(({ file }) => failed(file, `${why}${placeIn(file, lines)}`));
  // Where nothing had begun, nothing would begin the next time either.
  const lost = begun.size === 0 ? left.map((file) => failed(file, why)) : torn;
  for (const { file, message } of lost) console.log(`✖ ${relative('.', file ?? '')} ${message}`);
  const failures = [...lines.filter((line) => line.kind === 'failed'), ...lost];
  const passed = lines.filter(({ kind }) => kind === 'passed').length;
  const rest =
    begun.size > 0 && left.length > 0
      ? await runJourneys(left, options)
      : { passed: 0, failed: 0, failures: [] };
  return {
    passed: passed + rest.passed,
    failed: Math.max(failures.length, 1) + rest.failed,
    failures: [...failures, ...rest.failures],
  };
}

function endedIn(path: string, lines: readonly Line[]): number {
  return lines.filter((line) => (line.kind === 'passed' || line.kind === 'failed') && line.file === path)
    .length;
}

/** Returns the test in which a file was. */
function placeIn(path: string, lines: readonly Line[]): string {
  const last = lines.findLast((line) => line.kind === 'begins' && line.file === path);
  return last?.kind === 'begins' ? `, in „${last.name}”` : '';
}

function isPlanned(lines: readonly Line[], file: string): boolean {
  return lines.some((line) => line.kind === 'planned' && line.file === resolve(file));
}

function failed(file: string, message: string): Failure {
  return { kind: 'failed', file: resolve(file), name: 'the file', message };
}
