import { relative } from 'node:path';
import type { Failure } from './count-reporter.ts';
import { type Report, type RunOptions, runFiles } from './run-files.ts';
import { runProgram } from './run-program.ts';
import type { Patience } from './watch.ts';

export interface Count {
  passed: number;
  failed: number;
}

export const NOTHING: Count = { passed: 0, failed: 0 };

interface StageOptions extends RunOptions {
  /** So many files that failed may be run once more, each by itself; more than that is no chance. */
  readonly again?: number;
  /** How the files are run: by node:test, unless said otherwise. */
  readonly by?: typeof runFiles;
}

/** Files that failed and then passed by themselves, with their first failure; to be said loudly at the end. */
export const unsteady: string[] = [];

/** A stage that passes or fails as a whole: lint, types, build. */
export async function runCheck(
  title: string,
  script: string,
  { args, patience }: { args: string[]; patience: Patience },
): Promise<Count> {
  return timed(title, async () => {
    const { code, hung } = await runProgram([script, ...args], { env: {}, patience });
    if (hung) console.log(`✖ ${title} ${hung}`);
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  });
}

/** A stage of test files. That nothing ran or that a file hung is a failure too; how long it takes is none. */
export async function runTests(title: string, files: string[], options: StageOptions): Promise<Count> {
  return timed(title, async () => {
    if (files.length === 0) console.log('✖ there are no test files');
    if (files.length === 0) return { passed: 0, failed: 1 };
    const first = await (options.by ?? runFiles)(files, options);
    return first.failed ? runAgain(first, options) : first;
  });
}

/** One race must not throw away a whole run, and must not be forgotten: what passes by itself is told as unsteady. */
async function runAgain(first: Report, options: StageOptions): Promise<Count> {
  const { passed, failed, failures } = first;
  const files = [...new Set(failures.map(({ file }) => file))];
  const known = files.filter((file) => file !== null);
  if (known.length === 0 || known.length < files.length || known.length > (options.again ?? 0)) return first;
  const steady: string[] = [];
  for (const file of known) {
    const path = relative('.', file);
    console.log(`\n── ${path} failed; once more, by itself`);
    const second = await (options.by ?? runFiles)([path], options);
    if (second.failed) steady.push(path);
    else unsteady.push(`${path}: ${reported(failures.find((failure) => failure.file === file))}`);
  }
  return steady.length ? first : { passed: passed + failed, failed: 0 };
}

function reported(failure: Failure | undefined): string {
  return failure ? `${failure.name}: ${failure.message}` : '';
}

async function timed(title: string, work: () => Promise<Count>): Promise<Count> {
  console.log(`\n── ${title}`);
  const start = performance.now();
  const { passed, failed } = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`── ${title}: ${passed} passed, ${failed} failed, ${seconds} s`);
  return { passed, failed };
}
