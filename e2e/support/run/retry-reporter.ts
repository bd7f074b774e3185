import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';

/** One race must not throw away a whole run; two are no chance. */
const MOST_RETRIED = 1;

/** Says each retry with its test and its error, counts them, and fails a run that had too many, or that left tests out. */
export default class RetryReporter implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const isFailure = result.status !== 'passed' && result.status !== 'skipped';
    if (isFailure && result.retry < test.retries)
      console.log(`retry: ${getTitle(test)}: ${getMessage(result)}`);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const tests = this.#suite?.allTests() ?? [];
    const retried = tests.filter((test) => test.outcome() === 'flaky');
    const skipped = tests.filter((test) => test.results.length > 0 && test.outcome() === 'skipped');
    for (const test of skipped) console.log(`was not run: ${getTitle(test)}`);
    if (retried.length > 0) console.log(`${retried.length} passed only when retried`);
    const fails = retried.length > MOST_RETRIED || skipped.length > 0;
    return { status: status === 'passed' && fails ? 'failed' : status };
  }
}

function getTitle(test: TestCase): string {
  // In front of the titles stand the root's, the project's and the file's.
  return [relative('.', test.location.file), ...test.titlePath().slice(3)].join(' › ');
}

function getMessage({ status, error }: TestResult): string {
  const text = stripVTControlCharacters(error?.message ?? error?.value ?? status);
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 300);
}
