import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import type { Line } from './count-reporter.ts';

/** Playwright's run for the runner, in the same lines of JSON as node:test's; people read Playwright's own list beside it. */
export default class JourneyReporter implements Reporter {
  readonly #path = process.env.JOURNEY_REPORT ?? '';
  #counts = { passed: 0, failed: 0 };

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const [file, tests] of Map.groupBy(suite.allTests(), ({ location }) => location.file))
      this.#write({ kind: 'planned', file, tests: tests.length });
  }

  onTestBegin({ location: { file }, title: name }: TestCase): void {
    this.#write({ kind: 'begins', file, name, nesting: 1, isSuite: false });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { title: name, location } = test;
    const { file } = location;
    // What was skipped did not pass, whether it says so itself or stands after a failure that it goes on from.
    const passes = result.status === 'passed' && test.ok();
    this.#counts[passes ? 'passed' : 'failed'] += 1;
    if (passes) this.#write({ kind: 'passed', file, name, nesting: 1, isSuite: false });
    else this.#write({ kind: 'failed', file, name, message: messageOf(result) });
  }

  /** What fails outside of every test: a file that cannot be read, a test called `.only`, no test at all. */
  onError(error: TestError): void {
    this.#counts.failed += 1;
    this.#write({ kind: 'failed', file: null, name: 'the run', message: textOf(error) });
  }

  onEnd(): void {
    this.#write({ kind: 'end', ...this.#counts });
  }

  #write(line: Line): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

function messageOf({ status, error }: TestResult): string {
  return status === 'skipped' ? 'was not run' : textOf(error ?? { message: status });
}

function textOf({ message, value }: TestError): string {
  const text = stripVTControlCharacters(message ?? value ?? '');
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 300);
}
